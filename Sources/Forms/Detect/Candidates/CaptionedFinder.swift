import FormModel

/// Finds the stretches of an open rule above each of the captions that are printed under it.
struct CaptionedFinder: CandidateFinder {
    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        found.filter { $0.kind == .line && !($0.edges.left && $0.edges.right) && $0.region.width > 60 }
            .flatMap { stretches(of: $0, on: page.marks) }
    }

    private func stretches(of line: Candidate, on marks: PageMarks) -> [Candidate] {
        let r = line.region
        let captions = marks.phrases.map(\.region).filter {
            $0.top > line.floor - 1 && $0.top < line.floor + 6 && $0.midX > r.left && $0.midX < r.right
        }.sorted { $0.left < $1.left }
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
