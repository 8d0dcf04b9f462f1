/// A value of a JSON text, with numbers as they were written.
///
/// A number goes into a column by its text, so a long one is not rounded on its way.
package enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number as it was written.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; of members with one name the last stands.
    case object([String: JSONValue])
}

extension JSONValue {
    /// Parses a body.
    ///
    /// - Throws: PGRST102 if it is not JSON, or larger or deeper than the limits allow.
    package init(parsing bytes: [UInt8], limits: QueryLimits) throws(RowQueryError) {
        guard bytes.count <= limits.bodyBytes else {
            throw RowQueryError(.unreadableBody, "The body is larger than \(limits.bodyBytes) bytes.")
        }
        var reader = JSONReader(bytes, depth: limits.bodyDepth)
        guard let value = reader.document() else {
            throw RowQueryError(
                .unreadableBody,
                "The body is empty, is not valid JSON, or is nested more than \(limits.bodyDepth) deep.")
        }
        self = value
    }
}

/// Reads JSON strictly, to a limited depth.
private struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private let depth: Int

    init(_ bytes: [UInt8], depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    mutating func document() -> JSONValue? {
        guard let value = value(at: 0) else { return nil }
        skipSpace()
        return position == bytes.count ? value : nil
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 32 || byte == 9 || byte == 10 || byte == 13 { position += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skip(word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count,
            word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<position + length]) })
        else { return false }
        position += length
        return true
    }

    private mutating func value(at level: Int) -> JSONValue? {
        guard level <= depth else { return nil }
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return object(at: level)
        case UInt8(ascii: "["): return array(at: level)
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return skip(word: "true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return skip(word: "false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return skip(word: "null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object(at level: Int) -> JSONValue? {
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if skip("}") { return .object(members) }
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\""), let name = string() else { return nil }
            skipSpace()
            guard skip(":"), let member = value(at: level + 1) else { return nil }
            members[name] = member
            skipSpace()
            if skip("}") { return .object(members) }
            guard skip(",") else { return nil }
        }
    }

    private mutating func array(at level: Int) -> JSONValue? {
        position += 1
        var items: [JSONValue] = []
        skipSpace()
        if skip("]") { return .array(items) }
        while true {
            guard let item = value(at: level + 1) else { return nil }
            items.append(item)
            skipSpace()
            if skip("]") { return .array(items) }
            guard skip(",") else { return nil }
        }
    }

    private mutating func number() -> JSONValue? {
        let start = position
        _ = skip("-")
        guard let first = digits(), first == 1 || bytes[position - first] != UInt8(ascii: "0") else { return nil }
        if skip(".") {
            guard digits() != nil else { return nil }
        }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            guard digits() != nil else { return nil }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Skips digits and returns their number; nil if there are none.
    private mutating func digits() -> Int? {
        let start = position
        while let byte = peek, (48...57).contains(byte) { position += 1 }
        return position > start ? position - start : nil
    }

    private mutating func string() -> String? {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text.append(contentsOf: Array(String(Character(scalar)).utf8))
            case 0..<32: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = peek else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"):
            guard let unit = hexadecimal() else { return nil }
            guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
            guard skip("\\"), skip("u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else { return nil }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        default: return nil
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        let text = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        guard text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        position += 4
        return UInt32(text, radix: 16)
    }
}
