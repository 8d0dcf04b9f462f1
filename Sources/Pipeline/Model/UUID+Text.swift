import Files
import Foundation

/// The 36 characters of a UUID. Foundation on Linux writes them with printf and reads them with scanf, which took a tenth
/// of the queue's time.
extension UUID {
    /// Upper-case, as ``uuidString``.
    var text: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var place = 0
                for (index, byte) in bytes.enumerated() {
                    if Self.hyphens.contains(index) {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    text[place] = Hexadecimal.digit(byte >> 4, isUpperCase: true)
                    text[place + 1] = Hexadecimal.digit(byte & 15, isUpperCase: true)
                    place += 2
                }
                return place
            }
        }
    }

    /// Reads 36 characters in either case; `nil` for anything else.
    init?(text: String) {
        var text = text
        var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isWellFormed = text.withUTF8 { characters in
            guard characters.count == 36 else { return false }
            return withUnsafeMutableBytes(of: &id) { bytes in
                var place = 0
                for index in bytes.indices {
                    if Self.hyphens.contains(index) {
                        guard characters[place] == UInt8(ascii: "-") else { return false }
                        place += 1
                    }
                    guard let high = Hexadecimal.value(of: characters[place]),
                        let low = Hexadecimal.value(of: characters[place + 1])
                    else { return false }
                    bytes[index] = high << 4 | low
                    place += 2
                }
                return true
            }
        }
        guard isWellFormed else { return nil }
        self.init(uuid: id)
    }

    /// The bytes that a hyphen stands before.
    private static let hyphens = [4, 6, 8, 10]
}
