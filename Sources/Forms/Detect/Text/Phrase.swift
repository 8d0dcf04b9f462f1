import FormModel

/// Tokens that are read together: on one line, without a wide gap or a vertical rule between them.
struct Phrase: Sendable {
    var tokens: [Token]
    var region: Region

    var text: String { tokens.map(\.text).joined(separator: " ") }
    var fontSize: Double { tokens.map(\.fontSize).max() ?? 0 }
    var isBold: Bool { tokens.allSatisfy(\.isBold) }

    init(_ token: Token) {
        tokens = [token]
        region = token.region
    }

    mutating func append(_ token: Token) {
        tokens.append(token)
        region = region.union(token.region)
    }

    /// Builds the phrases of a page, from the top, lines from left to right.
    ///
    /// - Parameter isCut: whether something printed separates two x positions on a stretch of y.
    static func build(
        from tokens: [Token], isCut: (_ from: Double, _ to: Double, _ top: Double, _ bottom: Double) -> Bool
    ) -> [Phrase] {
        var lines: [[Token]] = []
        var spans: [(top: Double, bottom: Double)] = []
        for token in tokens.sorted(by: { ($0.region.midY, $0.region.left) < ($1.region.midY, $1.region.left) }) {
            let r = token.region
            var found: Int?
            for i in lines.indices.suffix(12).reversed() {
                let overlap = min(spans[i].bottom, r.bottom) - max(spans[i].top, r.top)
                if overlap >= 0.55 * min(r.height, spans[i].bottom - spans[i].top) {
                    found = i
                    break
                }
            }
            if let found {
                lines[found].append(token)
            } else {
                lines.append([token])
                spans.append((r.top, r.bottom))
            }
        }
        var phrases: [Phrase] = []
        for line in lines {
            var current: Phrase?
            for token in line.sorted(by: { $0.region.left < $1.region.left }) {
                if var phrase = current {
                    let gap = token.region.left - phrase.region.right
                    let size = max(token.fontSize, phrase.tokens[phrase.tokens.count - 1].fontSize)
                    if gap <= 0.75 * max(5, min(size, 14)),
                        !isCut(
                            phrase.region.right, token.region.left, token.region.top, token.region.bottom)
                    {
                        phrase.append(token)
                        current = phrase
                        continue
                    }
                    phrases.append(phrase)
                }
                current = Phrase(token)
            }
            if let current { phrases.append(current) }
        }
        return phrases.sorted { ($0.region.midY, $0.region.left) < ($1.region.midY, $1.region.left) }
    }
}
