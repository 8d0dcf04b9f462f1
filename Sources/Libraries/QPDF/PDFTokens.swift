import Foundation

/// Splits plain PDF syntax into tokens (ISO 32000-1, 7.2).
///
/// It suffices to find and renumber references in dictionaries written by libqpdf and cairo, and to follow the
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

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

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

    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    package func integer(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty, range.count < 18 else { return nil }
        var value = 0
        for byte in bytes[range] {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        return value
    }

    /// The value of a number with or without a fraction; `nil` for any other token.
    package func number(_ range: Range<Int>) -> Double? {
        var place = range.lowerBound
        var isNegative = false
        if place < range.upperBound, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") {
            isNegative = bytes[place] == UInt8(ascii: "-")
            place += 1
        }
        var digits = 0
        var value = 0.0
        var scale = 1.0
        var isFraction = false
        while place < range.upperBound {
            switch bytes[place] {
            case let digit where (48...57).contains(digit):
                digits += 1
                // More digits change nothing, and would lose what is exact.
                if digits <= 17 {
                    value = value * 10 + Double(digit - 48)
                    if isFraction { scale *= 10 }
                } else if !isFraction {
                    value *= 10
                }
            case UInt8(ascii: ".") where !isFraction: isFraction = true
            default: return nil
            }
            place += 1
        }
        guard digits > 0, value.isFinite else { return nil }
        return (isNegative ? -value : value) / scale
    }

    /// The bytes of a string, literal or hexadecimal, its escapes resolved.
    package func string(_ range: Range<Int>) -> [UInt8] {
        bytes[range.lowerBound] == UInt8(ascii: "<") ? hexadecimal(range) : literal(range)
    }

    private func hexadecimal(_ range: Range<Int>) -> [UInt8] {
        let digits = bytes[range].compactMap { byte -> UInt8? in
            switch byte {
            case 48...57: byte - 48
            case 65...70: byte - 55
            case 97...102: byte - 87
            default: nil
            }
        }
        return stride(from: 0, to: digits.count, by: 2).map {
            digits[$0] << 4 | ($0 + 1 < digits.count ? digits[$0 + 1] : 0)
        }
    }

    private func literal(_ range: Range<Int>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var place = range.lowerBound + 1
        let last = bytes[range.upperBound - 1] == UInt8(ascii: ")") ? range.upperBound - 1 : range.upperBound
        while place < last {
            let byte = bytes[place]
            place += 1
            if byte == 13 {
                // An end of line is one line feed, however it is written.
                if place < last, bytes[place] == 10 { place += 1 }
                decoded.append(10)
                continue
            }
            guard byte == UInt8(ascii: "\\"), place < last else {
                decoded.append(byte)
                continue
            }
            let escaped = bytes[place]
            place += 1
            switch escaped {
            case UInt8(ascii: "n"): decoded.append(10)
            case UInt8(ascii: "r"): decoded.append(13)
            case UInt8(ascii: "t"): decoded.append(9)
            case UInt8(ascii: "b"): decoded.append(8)
            case UInt8(ascii: "f"): decoded.append(12)
            case 13: if place < last, bytes[place] == 10 { place += 1 }
            case 10: break
            case 48...55:
                var value = Int(escaped - 48)
                for _ in 0..<2 where place < last && (48...55).contains(bytes[place]) {
                    value = value * 8 + Int(bytes[place] - 48)
                    place += 1
                }
                decoded.append(UInt8(truncatingIfNeeded: value))
            default: decoded.append(escaped)
            }
        }
        return decoded
    }

    /// A name with its slash, its `#` escapes resolved.
    package func name(_ range: Range<Int>) -> String {
        guard bytes[range].contains(UInt8(ascii: "#")) else { return text(range) }
        var decoded: [UInt8] = []
        var place = range.lowerBound
        while place < range.upperBound {
            if bytes[place] == UInt8(ascii: "#"), place + 2 < range.upperBound,
                let byte = UInt8(text(place + 1..<place + 3), radix: 16)
            {
                decoded.append(byte)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Whether a token is an operator of a content stream rather than an operand.
    package func isOperator(_ token: Token) -> Bool {
        guard token.kind == .word else { return false }
        switch bytes[token.range.lowerBound] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "'"),
            UInt8(ascii: "\""):
            return true
        default: return false
        }
    }

    /// The operators that a content stream uses.
    static func operators(in content: Data) -> Set<String> {
        content.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            var tokens = PDFTokens(bytes, 0..<bytes.count)
            var found: Set<String> = []
            while let token = tokens.next() {
                if tokens.isOperator(token) { found.insert(tokens.text(token.range)) }
            }
            return found
        }
    }

    /// The names that a content stream uses, each with its slash.
    static func names(in content: Data) -> Set<String> {
        content.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            var tokens = PDFTokens(bytes, 0..<bytes.count)
            var found: Set<String> = []
            while let token = tokens.next() {
                switch token.kind {
                case .name: found.insert(tokens.name(token.range))
                case .word where tokens.text(token.range) == "BI": tokens.skipInlinePicture()
                default: break
                }
            }
            return found
        }
    }

    /// Skips an inline image in a content stream, from after its `BI` to after its `EI`.
    ///
    /// The length of the data is not stored: the data end at an `EI` between white space that is followed by text.
    mutating func skipInlinePicture() {
        while let token = next(), token.kind != .word || text(token.range) != "ID" {}
        _ = skipInlineData()
    }

    /// Skips the data of an inline image, from after its `ID` to after its `EI`, and returns their range.
    package mutating func skipInlineData() -> Range<Int> {
        // One white space separates the data from the operator.
        let start = min(end, position + 1)
        while position < end {
            defer { position += 1 }
            guard position + 1 < end, bytes[position] == UInt8(ascii: "E"), bytes[position + 1] == UInt8(ascii: "I"),
                Self.isSpace(bytes[position - 1]) || bytes[position - 1] == UInt8(ascii: ">"),
                position + 2 == end || Self.isSpace(bytes[position + 2]),
                bytes[min(end, position + 2)..<min(end, position + 16)].allSatisfy({
                    $0 < 127 && ($0 >= 32 || Self.isSpace($0))
                })
            else { continue }
            // The white space before the operator is not counted, since programs differ in it.
            var last = position
            while last > start, Self.isSpace(bytes[last - 1]) { last -= 1 }
            position += 1
            return start..<max(start, last)
        }
        return start..<end
    }

    /// Skips the data of a stream, which are not syntax, from after its `stream` to after its `endstream`.
    ///
    /// The stated length, which may be wrong, is not used.
    package mutating func skipStreamData() {
        position = bytes[min(position, end)..<end].firstRange(of: "endstream".utf8)?.upperBound ?? end
    }

    /// The entries of the next dictionary, each with the range of its value; `nil` if none follows.
    package mutating func dictionary() -> [String: Range<Int>]? {
        guard let first = next(), first.kind == .open else { return nil }
        var entries: [String: Range<Int>] = [:]
        var key: String?
        var start = 0
        var end = 0
        var depth = 0
        while let token = next() {
            if depth == 0, token.kind == .name || token.kind == .close {
                // A name after a key is its value.
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
