import Foundation

/// A text, number, truth value or null in JSON.
package enum JSONScalar: Hashable, Sendable {
    /// A text without its escape sequences.
    case text(String)
    /// A number in decimal notation, without redundant digits unless options keep the original.
    case number(String)
    /// A truth value.
    case flag(Bool)
    /// Null.
    case null
}

/// Receives the parts of a JSON text in order.
///
/// Lines are 1-based.
package protocol JSONVisitor {
    /// The reason for refusing a text, such as an exceeded limit.
    associatedtype Refusal: Error

    /// Begins an object that lasts until the matching ``end()``.
    mutating func beginObject(line: Int) throws(Refusal)
    /// Begins a list that lasts until the matching ``end()``.
    mutating func beginList(line: Int) throws(Refusal)
    /// Ends the innermost list or object.
    mutating func end()
    /// Receives the key of the next value.
    mutating func key(_ key: String, line: Int) throws(Refusal)
    /// Receives a value that is neither a list nor an object.
    mutating func scalar(_ scalar: JSONScalar, line: Int) throws(Refusal)
}

/// The options of a JSON reader.
package struct JSONOptions: OptionSet, Sendable {
    /// Keeps numbers as they are written.
    package static let numbersAsWritten = JSONOptions(rawValue: 1)
    /// Treats a byte order mark as a mistake.
    package static let refusesByteOrderMark = JSONOptions(rawValue: 2)

    /// The bits of the options.
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// Reads JSON (RFC 8259) and passes its parts to a visitor.
///
/// The visitor can enforce limits before anything is stored. Foundation's parsers build their own trees before anything
/// can be counted, and keep only one of two members with the same key. Nesting uses no stack, so only the visitor
/// limits its depth.
package struct JSONReader<Visitor: JSONVisitor> {
    private let bytes: [UInt8]
    private let options: JSONOptions
    private var position = 0
    private var line = 1
    private var visitor: Visitor

    /// Reads the whole text and returns the visitor.
    ///
    /// If the text is not valid JSON, returns the line of the mistake instead.
    ///
    /// - Throws: any error of the visitor.
    package static func read(
        _ bytes: [UInt8], _ options: JSONOptions = [], into visitor: Visitor
    ) throws(Visitor.Refusal) -> Result<Visitor, JSONSyntaxError> {
        var reader = JSONReader(bytes: bytes, options: options, visitor: visitor)
        do {
            try reader.readDocument()
        } catch let mistake as JSONSyntaxError {
            return .failure(mistake)
        } catch let error as Visitor.Refusal {
            throw error
        } catch {
            return .failure(reader.mistake)
        }
        return .success(reader.visitor)
    }

    private init(bytes: [UInt8], options: JSONOptions, visitor: Visitor) {
        self.bytes = bytes
        self.options = options
        self.visitor = visitor
        if !options.contains(.refusesByteOrderMark), bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private var mistake: JSONSyntaxError { JSONSyntaxError(line: line) }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    // MARK: Grammar

    /// The items that can follow within a list or object.
    private enum Place {
        case listStart, objectStart, afterItem
    }

    private mutating func readDocument() throws {
        /// Whether each open container is an object rather than a list, outermost first.
        var open: [Bool] = []
        var place = try readValue(&open)
        while let isObject = open.last {
            skipSpace()
            let end = UInt8(ascii: isObject ? "}" : "]")
            if place != .afterItem || next != UInt8(ascii: ","), take(end) {
                open.removeLast()
                visitor.end()
                place = .afterItem
                continue
            }
            if place == .afterItem { try expect(UInt8(ascii: ",")) }
            if isObject {
                skipSpace()
                let start = line
                try visitor.key(try readString(), line: start)
                skipSpace()
                try expect(UInt8(ascii: ":"))
            }
            place = try readValue(&open)
        }
        skipSpace()
        guard next == nil else { throw mistake }
    }

    private mutating func readValue(_ open: inout [Bool]) throws -> Place {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"):
            position += 1
            open.append(true)
            try visitor.beginObject(line: line)
            return .objectStart
        case UInt8(ascii: "["):
            position += 1
            open.append(false)
            try visitor.beginList(line: line)
            return .listStart
        case UInt8(ascii: "\""):
            let start = line
            try visitor.scalar(.text(try readString()), line: start)
        case UInt8(ascii: "t"): try readWord("true", .flag(true))
        case UInt8(ascii: "f"): try readWord("false", .flag(false))
        case UInt8(ascii: "n"): try readWord("null", .null)
        default: try readNumber()
        }
        return .afterItem
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONScalar) throws {
        let end = position + word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { end <= bytes.count && bytes[position..<end].elementsEqual($0) }
        guard isThere else { throw mistake }
        position = end
        try visitor.scalar(value, line: line)
    }

    private mutating func readNumber() throws {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try readDigits() }
        if take(UInt8(ascii: ".")) { try readDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try readDigits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // A longer number would take long to parse, and is refused by the visitor.
        guard text.utf8.count <= 1_024, !options.contains(.numbersAsWritten) else {
            return try visitor.scalar(.number(text), line: line)
        }
        try visitor.scalar(.number(Self.plain(text)), line: line)
    }

    /// Returns a number in plain notation, or unchanged if it has more than 38 digits.
    ///
    /// A number outside the range of `Decimal` stays as written, too.
    private static func plain(_ text: String) -> String {
        let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.count { (48...57).contains($0) }
        guard digits <= 38, let number = Decimal(string: text), number.isFinite else { return text }
        return number.description
    }

    private mutating func readDigits() throws {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw mistake }
    }

    private mutating func readString() throws -> String {
        try expect(UInt8(ascii: "\""))
        // Most strings have no escape sequence and are copied as a whole.
        let start = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if next == UInt8(ascii: "\"") {
            guard let string = String(validating: bytes[start..<position], as: UTF8.self) else { throw mistake }
            position += 1
            return string
        }
        var text = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw mistake }
                return string
            case UInt8(ascii: "\\"): try readEscape(into: &text)
            case ..<0x20: throw mistake
            default: text.append(byte)
            }
        }
        throw mistake
    }

    private mutating func readEscape(into text: inout [UInt8]) throws {
        guard let sign = next else { throw mistake }
        position += 1
        switch sign {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(sign)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let first = try readCodeUnit()
            var units = [first]
            if UTF16.isLeadSurrogate(first) {
                try expect(UInt8(ascii: "\\"))
                try expect(UInt8(ascii: "u"))
                units.append(try readCodeUnit())
            }
            guard let character = String(validating: units, as: UTF16.self) else { throw mistake }
            text += character.utf8
        default: throw mistake
        }
    }

    private mutating func readCodeUnit() throws -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw mistake
            }
            position += 1
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            if byte == 0x0A { line += 1 }
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws {
        guard take(byte) else { throw mistake }
    }
}

/// The place at which a text is not valid JSON.
package struct JSONSyntaxError: Error, Hashable {
    /// The line (1-based).
    package var line: Int
}
