/// A word for an action that contains figures, such as `Buy {quantity} {symbol} @ {*}`.
///
/// `{quantity}` and `{price}` are numbers, `{symbol}` is any text, `{#}` digits, and `{*}` anything or nothing.
struct WordPattern: Hashable, Sendable {
    private enum Part: Hashable {
        case literal([Character])
        case quantity, price, symbol, digits, anything
    }

    /// The texts found in a word.
    struct Captures {
        var quantity: String?
        var price: String?
        var symbol: String?
    }

    private let parts: [Part]

    /// Whether the word contains the symbol.
    var symbol: Bool { parts.contains(.symbol) }

    /// The number of literal characters; more of them make a word more specific.
    let literalCount: Int

    /// Maximum length of a word, since the time of the search grows with its square.
    private static let maximumLength = 300

    /// Returns whether a text has placeholders.
    static func isPattern(_ text: String) -> Bool { text.contains("{") }

    /// Parses a pattern; `nil` for unknown placeholders, or two of them side by side.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text.lowercased()[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.literal(Array(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            switch rest[open...close] {
            case "{quantity}": parts.append(.quantity)
            case "{price}": parts.append(.price)
            case "{symbol}": parts.append(.symbol)
            case "{#}": parts.append(.digits)
            case "{*}": parts.append(.anything)
            default: return nil
            }
            rest = rest[close...].dropFirst()
        }
        if !rest.isEmpty { parts.append(.literal(Array(rest))) }
        for (left, right) in zip(parts, parts.dropFirst()) where !Self.isLiteral(left) && !Self.isLiteral(right) {
            return nil
        }
        self.parts = parts
        literalCount = parts.reduce(0) { sum, part in
            if case .literal(let characters) = part { sum + characters.count } else { sum }
        }
    }

    private static func isLiteral(_ part: Part) -> Bool {
        if case .literal = part { true } else { false }
    }

    /// Returns the figures of a word in lower case; `nil` if it does not match.
    func match(_ word: String) -> Captures? {
        let text = Array(word)
        guard text.count <= Self.maximumLength else { return nil }
        var search = Search(parts: parts, text: text)
        return search.find(0, 0) ? search.captures : nil
    }

    private struct Search {
        let parts: [Part]
        let text: [Character]
        var captures = Captures()
        /// Places of parts from which the rest does not match.
        var failed: Set<Int> = []

        mutating func find(_ part: Int, _ place: Int) -> Bool {
            if part == parts.count { return place == text.count }
            let key = part * (text.count + 1) + place
            if failed.contains(key) { return false }
            for end in ends(parts[part], place) where find(part + 1, end) {
                let found = String(text[place..<end])
                switch parts[part] {
                case .quantity: captures.quantity = found
                case .price: captures.price = found
                case .symbol: captures.symbol = found
                case .literal, .digits, .anything: break
                }
                return true
            }
            failed.insert(key)
            return false
        }

        /// Returns the possible ends of a part.
        ///
        /// Of numbers the longest comes first, of texts the shortest.
        private func ends(_ part: Part, _ start: Int) -> [Int] {
            switch part {
            case .literal(let characters):
                let end = start + characters.count
                return end <= text.count && text[start..<end].elementsEqual(characters) ? [end] : []
            case .digits: return run(from: start) { ("0"..."9").contains($0) }
            case .quantity, .price: return run(from: start) { ("0"..."9").contains($0) || ".,'-".contains($0) }
            case .symbol: return Array(min(start + 1, text.count)..<(text.count + 1)).filter { $0 > start }
            case .anything: return Array(start...text.count)
            }
        }

        private func run(from start: Int, _ isPart: (Character) -> Bool) -> [Int] {
            var end = start
            while end < text.count, isPart(text[end]) { end += 1 }
            return start < end ? (start + 1...end).reversed() : []
        }
    }
}
