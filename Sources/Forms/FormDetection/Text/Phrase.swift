import FormImport

import FormModel

/// Tokens on one line without a wide gap or vertical rule between them.
struct Phrase: Sendable {
    let tokens: [Token]
    let region: Region
    let text: String
    let fontSize: Double
    let isBold: Bool
    /// The numbers of letters and characters in the text.
    let letters: Int
    let length: Int
    /// Whether the text begins with an item marker: "12", "3a.", "(b)", "A." or the like.
    let startsWithMarker: Bool
    /// Whether the text names something.
    ///
    /// A currency sign, a line number, a bullet or a format hint does not.
    let isCaption: Bool
    /// Whether the text only specifies the format of a date.
    let isDateHint: Bool

    /// Creates a phrase from at least one token.
    init(_ tokens: [Token]) {
        self.tokens = tokens
        region = tokens.dropFirst().reduce(tokens[0].region) { $0.union($1.region) }
        text = tokens.map(\.text).joined(separator: " ")
        fontSize = tokens.map(\.fontSize).max() ?? 0
        isBold = tokens.allSatisfy(\.isBold)
        letters = text.count(where: \.isLetter)
        length = text.count
        startsWithMarker = Self.startsWithMarker(text)
        isDateHint = DateHint.isHint(text)
        isCaption =
            (letters >= 3 || letters >= 1 && text.hasSuffix(":") || letters == 2 && !text.contains(where: \.isNumber))
            && !Self.isMask(text) && !isDateHint
    }

    /// The x positions where a following line can begin.
    ///
    /// They are below the first word, and below the second after a marker such as "12." or "(b)".
    var textEdges: [Double] {
        startsWithMarker && tokens.count > 1 ? [region.left, tokens[1].region.left] : [region.left]
    }

    /// Whether the text runs up or down the page, with words higher than wide.
    var isTurned: Bool {
        let words = tokens.filter { $0.text.count(where: \.isLetter) >= 3 }
        return !words.isEmpty && words.allSatisfy { $0.region.height > 1.5 * $0.region.width }
    }

    /// Returns whether a text is the preprinted part of a number: "xxx-xx", "9 xx".
    private static func isMask(_ text: String) -> Bool {
        text.count(where: \.isLetter) >= 2 && text.allSatisfy { $0 == "x" || $0 == "X" || !$0.isLetter }
    }

    private static func startsWithMarker(_ text: String) -> Bool {
        let words = text.split(separator: " ", maxSplits: 2)
        guard let first = words.first, first.count <= 5 else { return false }
        // "b Check if 65 or older", but not "a corporation".
        if words.count > 1, first.count == 1, first.first?.isLowercase == true, words[1].first?.isUppercase == true {
            return true
        }
        let core = first.drop { "([".contains($0) }.prefix { $0.isLetter || $0.isNumber }
        let rest = first.drop { "([".contains($0) }.dropFirst(core.count)
        guard !core.isEmpty, core.count <= 3, rest.allSatisfy({ ".):]".contains($0) }) else { return false }
        return core.contains(where: \.isNumber) || !rest.isEmpty && core.count == 1
    }

    /// Builds the phrases of a page, line by line from left to right.
    ///
    /// `isCut` returns whether a printed mark separates two x positions within a range of y.
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
            var current: [Token] = []
            for token in line.sorted(by: { $0.region.left < $1.region.left }) {
                if let last = current.last {
                    let gap = token.region.left - last.region.right
                    let size = max(token.fontSize, last.fontSize)
                    let isFar = gap > 0.75 * max(5, min(size, 14))
                    if isFar || isCut(last.region.right, token.region.left, token.region.top, token.region.bottom) {
                        phrases.append(Phrase(current))
                        current = []
                    }
                }
                current.append(token)
            }
            if !current.isEmpty { phrases.append(Phrase(current)) }
        }
        return phrases.sorted { ($0.region.midY, $0.region.left) < ($1.region.midY, $1.region.left) }
    }
}
