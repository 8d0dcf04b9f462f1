/// The type of a column, by PostgreSQL's name.
package enum ColumnType: String, CaseIterable, Hashable, Sendable {
    /// A UUID, stored in lower case with hyphens.
    case uuid
    /// A text without the character U+0000.
    case text
    /// An integer of 64 bits.
    case integer = "bigint"
    /// A number with at most 15 significant digits.
    case numeric
    /// True or false.
    case bool = "boolean"
    /// A date, stored as `2026-01-31`.
    case date
    /// A time, stored in UTC as `2026-01-31T09:30:00.123456+00:00`.
    ///
    /// Stored texts sort by time.
    case timestamp = "timestamp with time zone"
    /// A list of texts.
    case textList = "text[]"
    /// A list of integers of 64 bits.
    case integerList = "bigint[]"
    /// A JSON value, stored as ``JSONBText``.
    case json = "jsonb"

    /// Whether values are lists.
    var isList: Bool { self == .textList || self == .integerList }

    /// The database's function for sort keys; nil for values that need none.
    var orderKey: String? { self == .json ? JSONOrder.function : isList ? ListOrder.function : nil }
}

extension ColumnType {
    /// Parses a text from a URL, or a string in a body.
    ///
    /// Errors name the place, such as `column “id”`.
    func value(of text: String, for place: String) throws(RowQueryError) -> Value {
        guard !text.utf8.contains(0) else {
            throw RowQueryError(.invalidCharacter, "The value for \(place) contains the character U+0000.")
        }
        switch self {
        case .text: return .text(text)
        case .uuid:
            guard let uuid = Self.uuid(text) else { throw invalid(for: place) }
            return .text(uuid)
        case .integer: return try integer(trimmed(text), for: place)
        case .numeric: return try number(trimmed(text), for: place)
        case .bool:
            guard let bool = Self.bool(trimmed(text)) else { throw invalid(for: place) }
            return .bool(bool)
        case .date: return .text(try CivilTime.date(trimmed(text), for: place))
        case .timestamp: return .text(try CivilTime.timestamp(trimmed(text), for: place))
        case .textList:
            guard let items = ArrayLiteral.items(of: text) else { throw invalid(for: place) }
            return .list(items)
        case .integerList:
            guard let items = ArrayLiteral.items(of: text) else { throw invalid(for: place) }
            return try integers(items, for: place)
        case .json: return .text(try JSONBText.text(of: text, for: place))
        }
    }

    /// Returns the error for a value of another type.
    func invalid(for place: String) -> RowQueryError {
        RowQueryError(.invalidValue, "Invalid input syntax for type \(rawValue) in \(place).")
    }

    private func integers(_ items: [String?], for place: String) throws(RowQueryError) -> Value {
        var integers: [Int64?] = []
        for item in items {
            guard let item else {
                integers.append(nil)
                continue
            }
            guard case .integer(let number) = try integer(trimmed(item), for: place) else { continue }
            integers.append(number)
        }
        return .integers(integers)
    }

    private func integer(_ text: Substring, for place: String) throws(RowQueryError) -> Value {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { throw invalid(for: place) }
        guard let number = Int64(text) else { throw outOfRange(for: place) }
        return .integer(number)
    }

    private func number(_ text: Substring, for place: String) throws(RowQueryError) -> Value {
        guard Self.isDecimal(text.utf8) else { throw invalid(for: place) }
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }.utf8.filter { (48...57).contains($0) }
        // More digits than a Double holds would be rounded silently.
        let significant = mantissa.drop { $0 == 48 }.reversed().drop { $0 == 48 }
        guard significant.count <= 15, let number = Double(String(text)), number.isFinite else {
            throw outOfRange(for: place)
        }
        return .number(number)
    }

    private func outOfRange(for place: String) -> RowQueryError {
        RowQueryError(.numberOutOfRange, "The value for \(place) is out of range for type \(rawValue).")
    }

    /// Returns whether a text is a decimal number, with or without an exponent.
    static func isDecimal(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        if rest.first == 43 || rest.first == 45 { rest.removeFirst() }
        let whole = rest.prefix { (48...57).contains($0) }
        rest = rest.dropFirst(whole.count)
        var fraction = rest.prefix(0)
        if rest.first == 46 {
            fraction = rest.dropFirst().prefix { (48...57).contains($0) }
            rest = rest.dropFirst(fraction.count + 1)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return false }
        guard rest.first == 69 || rest.first == 101 else { return rest.isEmpty }
        rest.removeFirst()
        if rest.first == 43 || rest.first == 45 { rest.removeFirst() }
        return !rest.isEmpty && rest.count <= 3 && rest.allSatisfy { (48...57).contains($0) }
    }

    private static func bool(_ text: Substring) -> Bool? {
        let word = text.lowercased()
        guard !word.isEmpty else { return nil }
        if word == "1" || word == "on" || "true".hasPrefix(word) || "yes".hasPrefix(word) { return true }
        if word == "0" || word == "of" || word == "off" || "false".hasPrefix(word) || "no".hasPrefix(word) {
            return false
        }
        return nil
    }

    /// Returns a UUID in lower case with hyphens.
    ///
    /// As in PostgreSQL, braces may enclose it, and hyphens are optional after any group of four digits.
    private static func uuid(_ text: String) -> String? {
        var bytes = Array(text.utf8.prefix(48))
        guard bytes.count < 48 else { return nil }
        if bytes.first == UInt8(ascii: "{") {
            guard bytes.last == UInt8(ascii: "}") else { return nil }
            bytes = Array(bytes.dropFirst().dropLast())
        }
        var digits: [UInt8] = []
        var isAfterHyphen = false
        for byte in bytes {
            switch byte {
            case 48...57, 97...102: digits.append(byte)
            case 65...70: digits.append(byte + 32)
            case 45 where digits.count % 4 == 0 && !digits.isEmpty && digits.count < 32 && !isAfterHyphen:
                isAfterHyphen = true
                continue
            default: return nil
            }
            isAfterHyphen = false
        }
        guard digits.count == 32, !isAfterHyphen else { return nil }
        var grouped: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { grouped.append(45) }
            grouped.append(digit)
        }
        return String(decoding: grouped, as: UTF8.self)
    }

    /// Removes the white space that PostgreSQL allows around numbers, Booleans and times.
    func trimmed(_ text: String) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character.isNewline }
        let start = text.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return start }
        return start[...end]
    }
}

extension ColumnType {
    /// Parses a value of a body.
    package func value(of json: JSONValue, for place: String) throws(RowQueryError) -> Value {
        if self == .json, json != .null { return .text(try JSONBText.text(of: json, for: place)) }
        switch json {
        case .null: return .null
        case .text(let text), .number(let text): return try value(of: text, for: place)
        case .flag(let flag): return try value(of: flag ? "true" : "false", for: place)
        case .list(let items):
            guard isList else { throw invalid(for: place) }
            var texts: [String?] = []
            for item in items {
                switch item {
                case .null: texts.append(nil)
                case .text(let text), .number(let text):
                    _ = try ColumnType.text.value(of: text, for: place)
                    texts.append(text)
                case .flag(let flag): texts.append(flag ? "true" : "false")
                case .list, .object: throw invalid(for: place)
                }
            }
            return self == .integerList ? try integers(texts, for: place) : .list(texts)
        case .object: throw invalid(for: place)
        }
    }
}
