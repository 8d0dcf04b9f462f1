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
                    text[place] = Self.digits[Int(byte >> 4)]
                    text[place + 1] = Self.digits[Int(byte & 15)]
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
                    guard let high = Self.value(of: characters[place]), let low = Self.value(of: characters[place + 1])
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
    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
