import FormModel

/// Finds the stretches of a blank that belong to several captions.
///
/// The captions are printed below an open rule, or at the top of a cell.
struct CaptionedFinder: CandidateFinder {
    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        found.filter { $0.region.width > 60 && ($0.kind == .line || $0.kind == .wholeCell) }.flatMap { blank in
            let under =
                blank.kind == .line && !(blank.edges.left && blank.edges.right)
                ? stretches(of: blank, under: page.around.captions(under: blank)) : []
            return under.isEmpty ? stretches(of: blank, under: page.around.captions(atTopOf: blank)) : under
        }
    }

    private func stretches(of line: Candidate, under captions: [Region]) -> [Candidate] {
        let r = line.region
        guard captions.count >= 2, captions.count <= 6, captions[0].left < r.left + 0.3 * r.width else { return [] }
        return captions.indices.compactMap { i in
            let left = i == 0 ? r.left : captions[i].left - 1
            let right = i + 1 < captions.count ? captions[i + 1].left - 3 : r.right
            guard right - left >= Cell.leastWidth else { return nil }
            var part = line
            part.kind = .captioned
            part.region = Region(left: left, top: r.top, right: right, bottom: r.bottom)
            part.partCount = captions.count
            return part
        }
    }
}
