import RowQuery

/// Writes JSON by hand, so that rows that are JSON already go into messages as they are.
enum JSONText {
    /// Returns a string in quotation marks.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        bytes.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: "\\u00\(digits.count < 2 ? "0" : "")\(digits)".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns an object of members whose values are JSON.
    static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { name, json in "\(quoted(name)):\(json)" }.joined(separator: ",") + "}"
    }

    /// Returns an array of items that are JSON.
    static func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}
