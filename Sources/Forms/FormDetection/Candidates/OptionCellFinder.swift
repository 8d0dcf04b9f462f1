import FormModel
import Foundation

/// Finds blank table cells to tick, in columns headed "Yes", "No" or the like.
struct OptionCellFinder: CandidateFinder {
    static let widest = 64.0
    static let highest = 60.0
    /// The headings of such columns in lower case, in English, French, German and Spanish.
    static let heads: Set<String> = [
        "yes", "no", "n/a", "na", "y", "n", "true", "false", "oui", "non", "ja", "nein", "sí", "si", "s/o", "unknown",
    ]

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let phrases = page.marks.phrases
        let heads = phrases.filter { Self.heads.contains(Self.plain($0.text)) }
        guard !heads.isEmpty else { return [] }
        return page.cells.compactMap { cell in
            let r = cell.region
            guard cell.edges.top, cell.edges.left || cell.edges.right, cell.print.isEmpty, r.width <= Self.widest,
                r.height <= Self.highest, r.width >= 8,
                heads.contains(where: { isHead($0, of: r, among: phrases) })
            else { return nil }
            return BoxFinder.box(r, blankShare: 1, evidence: .cell)
        }
    }

    /// Returns whether a phrase is the nearest text above a cell in its column.
    private func isHead(_ head: Phrase, of cell: Region, among phrases: [Phrase]) -> Bool {
        let h = head.region
        guard h.midX > cell.left, h.midX < cell.right, h.midY < cell.top else { return false }
        return !phrases.contains {
            $0.region.midY > h.midY + 1 && $0.region.midY < cell.bottom
                && $0.region.horizontalOverlap(cell) > min(4, 0.5 * $0.region.width)
        }
    }

    private static func plain(_ text: String) -> String {
        text.lowercased().trimmingCharacters(in: .punctuationCharacters)
    }
}
