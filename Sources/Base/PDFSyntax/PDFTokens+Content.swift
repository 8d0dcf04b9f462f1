package import Foundation

/// What content streams have besides the syntax of objects.
extension PDFTokens {
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
    package static func operators(in content: Data) -> Set<String> {
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
    package static func names(in content: Data) -> Set<String> {
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
    package mutating func skipInlinePicture() {
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
}
