/// Scans text from its beginning.
struct TextScanner {
    private var rest: Substring.UTF8View

    init(_ text: some StringProtocol) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    /// Takes a character.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Takes any one of several characters.
    mutating func take(anyOf scalars: [Unicode.Scalar]) -> Bool {
        for scalar in scalars where take(scalar) { return true }
        return false
    }

    /// Takes a number with as many digits as possible within the range.
    mutating func digits(_ range: ClosedRange<Int>) -> Int? {
        var number = 0
        var count = 0
        while count < range.upperBound, let byte = rest.first, byte &- UInt8(ascii: "0") < 10 {
            number = number * 10 + Int(byte &- UInt8(ascii: "0"))
            count += 1
            rest = rest.dropFirst()
        }
        return range.contains(count) ? number : nil
    }

    /// Takes a number with exactly this many digits.
    mutating func digits(_ count: Int) -> Int? { digits(count...count) }

    /// Takes letters.
    mutating func letters() -> String {
        let letters = rest.prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
        rest = rest.dropFirst(letters.count)
        return String(decoding: Array(letters), as: UTF8.self)
    }

    /// Takes any number of digits.
    mutating func skipDigits() {
        rest = rest.drop { $0 &- UInt8(ascii: "0") < 10 }
    }

    /// Takes the rest.
    mutating func remainder() -> String {
        defer { rest = rest.suffix(0) }
        return String(Substring(rest))
    }
}

extension StringProtocol {
    /// The text without surrounding white space, including no-break spaces.
    var trimmed: Substring {
        var text = Substring(self)
        func isSpace(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" }
        while let first = text.utf8.first, first <= 0x20 || first >= 0x80, let character = text.first,
            isSpace(character)
        { text.removeFirst() }
        while let last = text.utf8.last, last <= 0x20 || last >= 0x80, let character = text.last, isSpace(character) {
            text.removeLast()
        }
        return text
    }
}
