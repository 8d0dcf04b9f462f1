import Foundation

/// A value of the exported rows, with members in the order in which a person reads them.
enum JSONNode: Sendable {
    case null
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([JSONNode])
    case object([(name: String, value: JSONNode)])

    /// A text, or null.
    init(_ text: String?) {
        self = text.map(JSONNode.text) ?? .null
    }

    /// Appends the value as indented text.
    func append(to bytes: inout Data, depth: Int) {
        switch self {
        case .null: bytes += Data("null".utf8)
        case .bool(let value): bytes += Data((value ? "true" : "false").utf8)
        case .number(let value): bytes += Data("\(value)".utf8)
        case .text(let text): Self.append(text, to: &bytes)
        case .list(let items):
            Self.append(items, "[", "]", to: &bytes, depth) { $0.append(to: &$1, depth: depth + 1) }
        case .object(let members):
            Self.append(members, "{", "}", to: &bytes, depth) { member, bytes in
                Self.append(member.name, to: &bytes)
                bytes += Data(": ".utf8)
                member.value.append(to: &bytes, depth: depth + 1)
            }
        }
    }

    private static func append<Item>(
        _ items: [Item], _ start: String, _ end: String, to bytes: inout Data, _ depth: Int,
        _ body: (Item, inout Data) -> Void
    ) {
        bytes += Data(start.utf8)
        for (place, item) in items.enumerated() {
            bytes += Data(((place == 0 ? "\n" : ",\n") + indent(depth + 1)).utf8)
            body(item, &bytes)
        }
        if !items.isEmpty { bytes += Data(("\n" + indent(depth)).utf8) }
        bytes += Data(end.utf8)
    }

    static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

    private static func append(_ text: String, to bytes: inout Data) {
        var escaped: [UInt8] = [UInt8(ascii: "\"")]
        escaped.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): escaped += Array("\\\"".utf8)
            case UInt8(ascii: "\\"): escaped += Array("\\\\".utf8)
            case UInt8(ascii: "\n"): escaped += Array("\\n".utf8)
            case ..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                escaped += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: escaped.append(byte)
            }
        }
        escaped.append(UInt8(ascii: "\""))
        bytes += escaped
    }
}
