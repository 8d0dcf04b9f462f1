import RowQuery

/// Values as JSON, as bound to a statement, stored in a column, or sent.
enum ValueText {
    /// Returns rows of values in stored form, for `json_each`.
    static func rows(_ rows: [[Value]]) -> String { JSON.array(rows.map(values)) }

    /// Returns values in stored form.
    static func values(_ values: [Value]) -> String { JSON.array(values.map(stored)) }

    /// Returns a list of texts as a column stores it.
    ///
    /// Equal lists have equal texts.
    static func list(_ items: [String?]) -> String { JSON.array(items.map { $0.map(JSON.quoted) ?? "null" }) }

    /// Returns a list of integers as a column stores it.
    static func list(_ items: [Int64?]) -> String { JSON.array(items.map { $0.map(String.init) ?? "null" }) }

    /// Returns a value as it is sent to clients.
    static func sent(_ value: Value) -> String {
        switch value {
        case .bool(let bool): bool ? "true" : "false"
        case .list(let items): list(items)
        case .integers(let items): list(items)
        default: stored(value)
        }
    }

    /// Returns a value in stored form.
    static func stored(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .text(let string): JSON.quoted(string)
        case .integer(let number): String(number)
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .bool(let bool): bool ? "1" : "0"
        case .list(let items): JSON.quoted(list(items))
        case .integers(let items): JSON.quoted(list(items))
        }
    }
}
