package import Foundation

/// The syntax of content streams beyond that of objects.
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

    /// Returns the operators used in a content stream.
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

    /// Returns the names used in a content stream, each with its slash.
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

    /// Skips an inline image, from after `BI` through `EI`.
    ///
    /// The length of the data is not stored. The data end at an `EI` that has white space on both sides and is followed
    /// by text.
    package mutating func skipInlinePicture() {
        while let token = next(), token.kind != .word || text(token.range) != "ID" {}
        _ = skipInlineData()
    }

    /// Skips the data of an inline image through `EI`, and returns their range.
    package mutating func skipInlineData() -> Range<Int> {
        // One white-space character separates the data from the operator.
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
            // White space in front of the operator is excluded, since programs differ in it.
            var last = position
            while last > start, Self.isSpace(bytes[last - 1]) { last -= 1 }
            position += 1
            return start..<max(start, last)
        }
        return start..<end
    }

    /// Skips the data of a stream, from after `stream` through `endstream`.
    ///
    /// The stated length is not used, since it may be wrong.
    package mutating func skipStreamData() {
        position = bytes[min(position, end)..<end].firstRange(of: "endstream".utf8)?.upperBound ?? end
    }
}
