import Values

/// The order of PostgreSQL's type jsonb, as sort keys.
///
/// Keys are texts, compared byte by byte.
package enum JSONOrder {
    /// The name of the database's function for ``key(of:)-(String)``.
    package static let function = "rowquery_json_key"

    /// Returns the key of a text of JSON; nil if it is not JSON.
    package static func key(of text: String) -> String? {
        JSONBText.value(of: text).map(key)
    }

    /// Returns the key of a value.
    ///
    /// Equal values have equal keys, and lesser ones have lesser keys.
    static func key(of value: JSONValue) -> String {
        // An empty list is less than anything else, unless it is inside another value.
        if case .list(let items) = value, items.isEmpty { return "a" }
        var key = ""
        append(value, to: &key)
        return key
    }

    private static func append(_ value: JSONValue, to key: inout String) {
        switch value {
        case .null: key += "b"
        case .text(let text):
            key += "c"
            append(text, to: &key)
        case .number(let number):
            key += "d"
            if let exact = ExactNumber(number) { append(exact, to: &key) }
        case .flag(let flag): key += flag ? "e1" : "e0"
        case .list(let items):
            key += "f" + padded(items.count)
            for item in items { append(item, to: &key) }
        case .object(let object):
            let members = JSONBText.members(of: object)
            key += "g" + padded(members.count)
            for member in members {
                append(member.key, to: &key)
                append(member.value, to: &key)
            }
        }
    }

    /// Appends a text with an end that is less than any character.
    private static func append(_ text: String, to key: inout String) {
        for scalar in text.unicodeScalars {
            key.unicodeScalars.append(scalar)
            if scalar == "\u{1}" { key += "\u{2}" }
        }
        key += "\u{1}\u{1}"
    }

    /// Appends a number: its sign, its power of ten and its digits.
    ///
    /// Below zero, the digits are inverted.
    private static func append(_ number: ExactNumber, to key: inout String) {
        let (exponent, digits) = number.magnitude
        guard !digits.isEmpty else { return key += "5" }
        let parts = padded(exponent + 50_000).utf8.map { $0 - 48 } + digits
        let shown = parts.map { 48 + (number.isNegative ? 9 - $0 : $0) }
        key += (number.isNegative ? "4" : "6") + String(decoding: shown, as: UTF8.self)
        // The end is less than a digit, or more below zero.
        key += number.isNegative ? "~" : "!"
    }

    private static func padded(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 8 - text.utf8.count)) + text
    }
}
