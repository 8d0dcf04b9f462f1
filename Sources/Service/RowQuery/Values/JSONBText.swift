package import Values

/// JSON values in the form of PostgreSQL's type jsonb.
///
/// Objects have each key once, short keys first, and numbers are written out. Columns store this text, and `->>` returns
/// it for objects and lists.
package enum JSONBText {
    /// Returns the text of a value.
    ///
    /// - Throws: 22003 for a number that is too long, 22021 for a text with U+0000.
    package static func text(of value: JSONValue, for place: String) throws(RowQueryError) -> String {
        var text = ""
        try append(value, to: &text, place)
        return text
    }

    /// Parses a text from a client.
    ///
    /// - Throws: 22P02 if it is not JSON, or nested too deep.
    static func text(of text: String, for place: String) throws(RowQueryError) -> String {
        guard let value = value(of: text) else { throw ColumnType.json.invalid(for: place) }
        return try self.text(of: value, for: place)
    }

    /// Returns the value of a text; nil if it is not JSON.
    static func value(of text: String) -> JSONValue? {
        var limits = QueryLimits()
        limits.bodyDepth = 64
        return try? JSONValue(parsing: Array(text.utf8), limits: limits)
    }

    private static func append(_ value: JSONValue, to text: inout String, _ place: String) throws(RowQueryError) {
        switch value {
        case .null: text += "null"
        case .flag(let flag): text += flag ? "true" : "false"
        case .number(let number):
            guard let exact = ExactNumber(number) else {
                throw RowQueryError(.numberOutOfRange, "A number in \(place) is out of range for type numeric.")
            }
            text += exact.text
        case .text(let string): text += try quoted(string, place)
        case .list(let items):
            text += "["
            for (index, item) in items.enumerated() {
                if index > 0 { text += ", " }
                try append(item, to: &text, place)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, member) in members(of: object).enumerated() {
                if index > 0 { text += ", " }
                text += try quoted(member.key, place) + ": "
                try append(member.value, to: &text, place)
            }
            text += "}"
        }
    }

    /// Returns the members in the order of jsonb, the last one of each key.
    static func members(of object: JSONObject) -> [JSONObject.Member] {
        var object = object
        object.removeRepeatedKeys()
        return object.members.sorted { left, right in
            let (ours, theirs) = (left.key.utf8, right.key.utf8)
            return ours.count == theirs.count ? ours.lexicographicallyPrecedes(theirs) : ours.count < theirs.count
        }
    }

    private static func quoted(_ string: String, _ place: String) throws(RowQueryError) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in string.utf8 {
            switch byte {
            case 0: throw RowQueryError(.invalidCharacter, "A text in \(place) contains the character U+0000.")
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 8: bytes += #"\b"#.utf8
            case 9: bytes += #"\t"#.utf8
            case 10: bytes += #"\n"#.utf8
            case 12: bytes += #"\f"#.utf8
            case 13: bytes += #"\r"#.utf8
            case 1..<32:
                bytes += #"\u00"#.utf8
                for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 48 + digit : 87 + digit) }
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONStep {
    /// Returns the value at the end of steps; null without one.
    package static func value(at steps: [JSONStep], in whole: JSONValue) -> Value {
        var value = whole
        for step in steps {
            switch (step.place, value) {
            case (.key(let key), .object(let object)):
                guard let member = object[key] else { return .null }
                value = member
            case (.index(let index), .list(let items)):
                let place = index < 0 ? items.count + index : index
                guard items.indices.contains(place) else { return .null }
                value = items[place]
            // For jsonb, a scalar is a list with itself as its only item.
            case (.index(0), .null), (.index(0), .flag), (.index(0), .number), (.index(0), .text): break
            case (.index(-1), .null), (.index(-1), .flag), (.index(-1), .number), (.index(-1), .text): break
            default: return .null
            }
        }
        guard steps.last?.isText == true else { return json(value) }
        switch value {
        case .null: return .null
        case .text(let text): return .text(text)
        default: return json(value)
        }
    }

    private static func json(_ value: JSONValue) -> Value {
        (try? JSONBText.text(of: value, for: "a column")).map(Value.text) ?? .null
    }

    /// The steps as JSON, for a function of the database.
    package static func json(_ steps: [JSONStep]) -> String {
        JSON.array(
            steps.map { step in
                switch step.place {
                case .key(let key): JSON.array([JSON.quoted(key), step.isText ? "true" : "false"])
                case .index(let index): JSON.array([String(index), step.isText ? "true" : "false"])
                }
            })
    }

    /// Returns the steps that ``json(_:)`` has written; none for other texts.
    package static func steps(ofJSON text: String) -> [JSONStep] {
        (JSONBText.value(of: text)?.list ?? []).compactMap { step in
            guard let parts = step.list, parts.count == 2, let isText = parts[1].flag else { return nil }
            switch parts[0] {
            case .text(let key): return JSONStep(.key(key), isText: isText)
            case .number(let number): return Int(number).map { JSONStep(.index($0), isText: isText) }
            default: return nil
            }
        }
    }
}

extension ColumnType {
    /// Returns a stored value as JSON; nil for a null.
    package func json(of value: Value) -> JSONValue? {
        switch value {
        case .null: nil
        case .bool(let flag): .flag(flag)
        case .integer(let number):
            self == .bool ? .flag(number != 0) : .number(String(number))
        case .number(let number): ExactNumber(number).map { .number($0.text) }
        case .list(let items): .list(items.map { JSONValue($0) })
        case .integers(let items): .list(items.map { $0.map { .number(String($0)) } ?? .null })
        case .text(let text): self == .json || isList ? JSONBText.value(of: text) : .text(text)
        }
    }
}
