import RowQuery

/// JSON as it is bound to a statement, kept in a column, or sent.
enum JSONText {
    /// Returns rows of values as SQLite keeps them, to be read by `json_each`.
    static func rows(_ rows: [[Value]]) -> String {
        array(rows) { row, text in text += array(row, appendStored) }
    }

    /// Returns values as SQLite keeps them.
    static func values(_ values: [Value]) -> String { array(values, appendStored) }

    /// Returns a list of texts as a column keeps it: the same list is always the same text.
    static func list(_ items: [String?]) -> String {
        array(items) { item, text in
            if let item { append(item, to: &text) } else { text += "null" }
        }
    }

    /// Returns a value as it is sent.
    static func sent(_ value: Value) -> String {
        switch value {
        case .bool(let bool): return bool ? "true" : "false"
        case .list(let items): return list(items)
        default:
            var text = ""
            appendStored(value, to: &text)
            return text
        }
    }

    private static func appendStored(_ value: Value, to text: inout String) {
        switch value {
        case .null: text += "null"
        case .text(let string): append(string, to: &text)
        case .integer(let number): text += String(number)
        case .number(let number): text += number.isFinite ? "\(number)" : "null"
        case .bool(let bool): text += bool ? "1" : "0"
        case .list(let items): append(list(items), to: &text)
        }
    }

    private static func array<Item>(_ items: [Item], _ body: (Item, inout String) -> Void) -> String {
        var text = "["
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            body(item, &text)
        }
        return text + "]"
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
