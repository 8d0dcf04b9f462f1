import FormImport
import FormModel

/// Finds typed brackets with room for a mark between them: `[ ]`, `(   )`, `[_]`.
struct BracketFinder: CandidateFinder {
    /// Maximum distance in points between the outer edges of the brackets.
    static let widest = 30.0
    /// Minimum distance in points between the inner edges, so that a mark fits.
    static let narrowest = 4.0

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let tokens = page.marks.text.tokens
        let closing = tokens.filter { $0.text == "]" || $0.text == ")" }
        return tokens.compactMap { token in
            switch token.text {
            case "[]", "()": return box(token.region)
            case "[", "(":
                let end = token.text == "[" ? "]" : ")"
                let match = closing.filter {
                    $0.text == end && $0.region.left >= token.region.right - 0.5
                        && abs($0.region.midY - token.region.midY) < 3
                        && $0.region.right - token.region.left <= Self.widest
                }.min { $0.region.left < $1.region.left }
                guard let match else { return nil }
                let whole = token.region.union(match.region)
                let isEmpty = !tokens.contains {
                    $0.hasLetterOrDigit && whole.contains(x: $0.region.midX, y: $0.region.midY)
                }
                let inside = Region(
                    left: token.region.right, top: whole.top, right: match.region.left, bottom: whole.bottom)
                return isEmpty ? box(inside.width >= Self.narrowest ? inside : whole) : nil
            default: return nil
            }
        }.filter { box in
            !found.contains { $0.kind == .box && $0.region.contains(x: box.region.midX, y: box.region.midY) }
        }
    }

    private func box(_ region: Region) -> Candidate? {
        guard region.width >= 4, region.height >= 4 else { return nil }
        return BoxFinder.box(region, blankShare: 1, evidence: .glyph)
    }
}
