/// Scans a text byte by byte from left to right.
struct Scanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    var isAtEnd: Bool { position == bytes.count }

    mutating func advance() { position += 1 }

    func isNext(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        return word.withUTF8Buffer { $0.elementsEqual(bytes[position..<position + length]) }
    }

    mutating func skip(_ word: StaticString) -> Bool {
        guard isNext(word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    mutating func skipSpaces() {
        while let byte = peek, byte == 32 || byte == 9 { position += 1 }
    }

    /// Skips spaces and unmatched closing parentheses, which PostgREST ignores at the end of a parameter.
    mutating func skipSurplusParentheses() {
        while let byte = peek, byte == 32 || byte == 9 || byte == UInt8(ascii: ")") { position += 1 }
    }

    /// Skips a word before an opening parenthesis, with optional spaces between them.
    mutating func skipConnective(_ word: StaticString) -> Bool {
        var rest = self
        guard rest.skip(word) else { return false }
        rest.skipSpaces()
        guard rest.isNext("(") else { return false }
        self = rest
        return true
    }

    /// Reads up to one of the given bytes, or to the end.
    mutating func text(until stops: [UInt8]) -> String {
        let start = position
        while let byte = peek, !stops.contains(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads to the end.
    mutating func rest() -> String {
        defer { position = bytes.count }
        return String(decoding: bytes[position...], as: UTF8.self)
    }

    /// Reads a double-quoted text with backslash escapes; nil if the quote is unterminated.
    mutating func quoted() -> String? {
        guard skip("\"") else { return nil }
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                guard let kept = peek else { return nil }
                position += 1
                text.append(kept)
            } else {
                text.append(byte)
            }
        }
        return nil
    }

    /// Reads a value of a list.
    ///
    /// It is quoted, an array, or everything up to a comma or a closing parenthesis.
    mutating func item(allowsArray: Bool) -> String {
        let start = self
        if peek == UInt8(ascii: "\""), let text = quoted(), isAtEnd || isNext(",") || isNext(")") { return text }
        self = start
        if allowsArray, skip("{") {
            let items = text(until: [UInt8(ascii: "{"), UInt8(ascii: "}")])
            if skip("}") { return "{" + items + "}" }
            self = start
        }
        return text(until: [UInt8(ascii: ","), UInt8(ascii: ")")])
    }

    /// Reads the name of a column, table or field; nil without one.
    ///
    /// A name consists of letters, digits, underscores, dollar signs, and inner spaces and hyphens; in quotes it may
    /// contain anything.
    mutating func name() -> String? {
        skipSpaces()
        if peek == UInt8(ascii: "\"") {
            guard let text = quoted(), !text.isEmpty else { return nil }
            skipSpaces()
            return text
        }
        let start = position
        var end = position
        while let byte = peek {
            if Self.isOfName(byte) {
                position += 1
                end = position
            } else if byte == 32 || (byte == UInt8(ascii: "-") && !isNext("->") && end > start) {
                position += 1
            } else {
                break
            }
        }
        return end > start ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "$"), 128...: true
        default: false
        }
    }
}
