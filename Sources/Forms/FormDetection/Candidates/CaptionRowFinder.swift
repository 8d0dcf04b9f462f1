import FormModel

/// Finds the unmarked blanks above or after captions in a row.
///
/// An example is "Street    Apt    City    Zip" on blank ground.
struct CaptionRowFinder: CandidateFinder {
    /// Minimum height and width in points of a blank.
    static let leastHeight = 10.0
    static let leastWidth = 30.0
    /// Maximum ratio of a caption's font size to that of the page's body text.
    static let largestRatio = 1.2
    /// Maximum number of characters of a caption.
    static let longest = 36

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let marks = page.marks
        let sizes = marks.phrases.map(\.fontSize).sorted()
        guard !sizes.isEmpty else { return [] }
        // Anything larger is a heading.
        let largest = Self.largestRatio * sizes[sizes.count / 2]
        let captions = marks.phrases.filter { $0.isCaption && $0.length <= Self.longest && $0.fontSize <= largest }
        guard let right = marks.phrases.map(\.region.right).max() else { return [] }
        let taken = found.map(\.region)
        var result: [Candidate] = []
        for caption in captions {
            let r = caption.region
            let row = marks.phrases.filter { $0.region.verticalOverlap(r) > 0.5 * r.height }
            let next = row.map(\.region.left).filter { $0 > r.right }.min()
            let boxes = taken.filter { $0.width < 32 && $0.left > r.right && $0.verticalOverlap(r) > 2 }
            let end = boxes.reduce(next.map { $0 - 3 } ?? right) { min($0, $1.left - 3) }
            if caption.text.hasSuffix(":") || next != nil {
                let behind = Region(left: r.right + 3, top: r.midY - 7, right: end, bottom: r.midY + 7)
                if behind.width >= Self.leastWidth, isBlank(behind, marks, taken) {
                    result.append(blank(behind, isBehind: true, captions: row.count))
                }
            }
            if row.count > 1 {
                let above = Region(left: r.left, top: r.top - 14, right: end, bottom: r.top - 0.5)
                if above.width >= Self.leastWidth, above.top > 0, isBlank(above, marks, taken) {
                    result.append(blank(above, isBehind: false, captions: row.count))
                }
            }
        }
        return result
    }

    private func blank(_ r: Region, isBehind: Bool, captions: Int) -> Candidate {
        var c = Candidate(kind: .open, region: r, cell: r, evidence: .space, edges: .init(), floor: r.bottom)
        c.edges.textLeft = isBehind
        c.partCount = captions
        c.free = r.height
        return c
    }

    /// Returns whether nothing is printed in a region and no mark claims it.
    private func isBlank(_ r: Region, _ marks: PageMarks, _ taken: [Region]) -> Bool {
        marks.inkShare(r) < 0.002
            && !taken.contains { r.horizontalOverlap($0) > 0.3 * min(r.width, $0.width) && r.verticalOverlap($0) > 4 }
    }
}
