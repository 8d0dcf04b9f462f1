import Files
import Foundation

/// Fast conversion between a UUID and its 36 characters.
///
/// Foundation on Linux uses printf and scanf, which took a tenth of the queue's time.
extension UUID {
    /// The UUID in upper case, like ``uuidString``.
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

    /// Parses 36 characters in either case; `nil` for anything else.
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

    /// The indices of the bytes preceded by a hyphen.
    private static let hyphens = [4, 6, 8, 10]
}
