/// The structure of objects.
extension PDFTokens {
    /// Returns the next token as a whole number; `nil` for any other token.
    mutating func nextInteger() -> Int? {
        guard let token = next() else { return nil }
        return integer(token.range)
    }

    /// Returns the value ranges of the next dictionary, or `nil` if none follows.
    package mutating func dictionary() -> [String: Range<Int>]? {
        guard let first = next(), first.kind == .open else { return nil }
        var entries: [String: Range<Int>] = [:]
        var key: String?
        var start = 0
        var end = 0
        var depth = 0
        while let token = next() {
            if depth == 0, token.kind == .name || token.kind == .close {
                // A name after a key is the key's value.
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
}
