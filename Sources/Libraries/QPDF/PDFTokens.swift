/// Splits plain PDF syntax into tokens (ISO 32000-1, 7.2): enough to find and renumber references in dictionaries that
/// libqpdf and cairo have written.
struct PDFTokens: IteratorProtocol {
    struct Token {
        enum Kind {
            case integer, name, string, open, close, arrayOpen, arrayClose, word
        }

        var kind: Kind
        var range: Range<Int>
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    private let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> Token? {
        skipSpace()
        guard position < end else { return nil }
        let start = position
        let byte = bytes[position]
        position += 1
        let kind: Token.Kind
        switch byte {
        case UInt8(ascii: "<") where position < end && bytes[position] == byte:
            position += 1
            kind = .open
        case UInt8(ascii: ">") where position < end && bytes[position] == byte:
            position += 1
            kind = .close
        case UInt8(ascii: "["): kind = .arrayOpen
        case UInt8(ascii: "]"): kind = .arrayClose
        case UInt8(ascii: "<"):
            while position < end, bytes[position] != UInt8(ascii: ">") { position += 1 }
            position = min(end, position + 1)
            kind = .string
        case UInt8(ascii: "("):
            skipLiteral()
            kind = .string
        case UInt8(ascii: "/"):
            skipRegular()
            kind = .name
        default:
            skipRegular()
            kind = bytes[start..<position].allSatisfy { (48...57).contains($0) } ? .integer : .word
        }
        return Token(kind: kind, range: start..<position)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func integer(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty, range.count < 18 else { return nil }
        var value = 0
        for byte in bytes[range] {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        return value
    }

    /// The entries of the dictionary that comes next, each with where its value stands; nil where there is none.
    mutating func dictionary() -> [String: Range<Int>]? {
        guard let first = next(), first.kind == .open else { return nil }
        var entries: [String: Range<Int>] = [:]
        var key: String?
        var start = 0
        var end = 0
        var depth = 0
        while let token = next() {
            if depth == 0, token.kind == .name || token.kind == .close {
                // A name behind a key is its value.
                if token.kind == .name, key != nil, start == end {
                    start = token.range.lowerBound
                    end = token.range.upperBound
                    continue
                }
                if let key { entries[key] = start..<end }
                if token.kind == .close { return entries }
                key = text(token.range)
                start = 0
                end = 0
                continue
            }
            if start == end { start = token.range.lowerBound }
            end = token.range.upperBound
            switch token.kind {
            case .open, .arrayOpen: depth += 1
            case .close, .arrayClose: depth -= 1
            default: break
            }
        }
        return nil
    }

    private mutating func skipSpace() {
        while position < end {
            if bytes[position] == UInt8(ascii: "%") {
                while position < end, bytes[position] != 10, bytes[position] != 13 { position += 1 }
            } else if Self.isSpace(bytes[position]) {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func skipRegular() {
        while position < end, !Self.isSpace(bytes[position]), !Self.isDelimiter(bytes[position]) { position += 1 }
    }

    private mutating func skipLiteral() {
        var depth = 1
        while position < end, depth > 0 {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            position += 1
        }
        position = min(position, end)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 10 || byte == 13 || byte == 9 || byte == 12 || byte == 0
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
            true
        default: false
        }
    }
}
