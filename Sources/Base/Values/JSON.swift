/// Writes JSON without an intermediate form, from values or from finished parts.
package enum JSON {
    /// Returns the JSON of a value.
    package static func text(of value: JSONValue, _ style: JSONStyle = []) -> String {
        var bytes: [UInt8] = []
        bytes.append(json: value, style)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a text as a JSON string.
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        bytes.append(quoted: text)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a JSON object with values that are already JSON.
    package static func object(_ members: [(String, String)]) -> String {
        "{" + members.map { name, json in "\(quoted(name)):\(json)" }.joined(separator: ",") + "}"
    }

    /// Returns a JSON array of items that are already JSON.
    package static func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}

/// The options of a JSON writer.
package struct JSONStyle: OptionSet, Sendable {
    /// Sorts members by key instead of keeping their order.
    package static let sortedKeys = JSONStyle(rawValue: 1)
    /// Writes each item and member on its own line.
    ///
    /// Containers are indented by two spaces.
    package static let indented = JSONStyle(rawValue: 2)
    /// Writes a newline as `\n` instead of `\u000a`.
    package static let shortNewlines = JSONStyle(rawValue: 4)
    /// Escapes U+007F, like the other ASCII control characters.
    package static let escapedDelete = JSONStyle(rawValue: 8)

    /// The bits of the options.
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

extension [UInt8] {
    /// Appends a text as a JSON string.
    package mutating func append(quoted text: String, _ style: JSONStyle = []) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case UInt8(ascii: "\n") where style.contains(.shortNewlines):
                self += #"\n"#.utf8
            case 0x7F where !style.contains(.escapedDelete):
                append(byte)
            case 0..<0x20, 0x7F:
                self += #"\u00"#.utf8
                for digit in [byte >> 4, byte & 15] {
                    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                }
            default:
                append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends the JSON of a value inside `depth` containers.
    package mutating func append(json value: JSONValue, _ style: JSONStyle = [], depth: Int = 0) {
        switch value {
        case .null: self += "null".utf8
        case .flag(let flag): self += (flag ? "true" : "false").utf8
        case .number(let text): self += text.utf8
        case .text(let text): append(quoted: text, style)
        case .list(let items):
            append(items, between: "[", "]", style, depth) { item, bytes in
                bytes.append(json: item, style, depth: depth + 1)
            }
        case .object(let object):
            let members =
                style.contains(.sortedKeys) ? object.members.sorted { $0.key < $1.key } : object.members
            append(members, between: "{", "}", style, depth) { member, bytes in
                bytes.append(quoted: member.key, style)
                bytes += (style.contains(.indented) ? ": " : ":").utf8
                bytes.append(json: member.value, style, depth: depth + 1)
            }
        }
    }

    /// Appends a newline and two spaces for each open container.
    package mutating func append(lineOfDepth depth: Int) {
        append(UInt8(ascii: "\n"))
        self += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    private mutating func append<Item>(
        _ items: [Item], between start: Character, _ end: Character, _ style: JSONStyle, _ depth: Int,
        _ body: (Item, inout [UInt8]) -> Void
    ) {
        self += start.utf8
        for (place, item) in items.enumerated() {
            if place > 0 { append(UInt8(ascii: ",")) }
            if style.contains(.indented) { append(lineOfDepth: depth + 1) }
            body(item, &self)
        }
        if style.contains(.indented), !items.isEmpty { append(lineOfDepth: depth) }
        self += end.utf8
    }
}
