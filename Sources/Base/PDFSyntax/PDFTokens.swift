/// Splits plain PDF syntax into tokens (ISO 32000-1, 7.2).
///
/// This is enough to find and renumber references in dictionaries written by libqpdf and cairo, and to follow the
/// operators of a content stream.
package struct PDFTokens: IteratorProtocol {
    /// A token and its range in the bytes.
    package struct Token {
        package enum Kind {
            case integer, name, string, open, close, arrayOpen, arrayClose, word
        }

        package var kind: Kind
        package var range: Range<Int>
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int
    let end: Int

    package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next token; `nil` at the end of the range.
    package mutating func next() -> Token? {
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

    static func isSpace(_ byte: UInt8) -> Bool {
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
