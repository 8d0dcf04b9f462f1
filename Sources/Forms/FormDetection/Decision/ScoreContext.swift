import FormModel

/// Features that describe the first scores of a candidate's neighbours.
///
/// A cell is more likely to be a field if other cells in its column and row, and similar cells, are.
enum ScoreContext {
    static let names = [
        "own", "ownExact", "columnMean", "rowMean", "sizeMean", "lookMean", "rivalMax", "pageMean", "pageTop",
        "nearMean",
    ]

    /// The mean of scores, or -1 without any.
    private struct Mean {
        var sum = 0.0
        var count = 0.0
        var value: Double { count > 0 ? sum / count : -1 }

        mutating func add(_ score: Double) {
            sum += score
            count += 1
        }
    }

    /// Returns the features named above for each candidate of a page, given the first scores.
    static func features(of candidates: [Candidate], scores: [Scorer.Scores]) -> [[Double]] {
        guard !candidates.isEmpty else { return [] }
        let pageMean = scores.reduce(0) { $0 + $1.usable } / Double(scores.count)
        let best = scores.map(\.usable).sorted(by: >).prefix(10)
        let pageTop = best.reduce(0, +) / Double(best.count)
        return candidates.indices.map { i in
            let r = candidates[i].region
            var column = Mean()
            var row = Mean()
            var size = Mean()
            var look = Mean()
            var near = Mean()
            var rival = -1.0
            for j in candidates.indices where j != i {
                let o = candidates[j].region
                let score = scores[j].usable
                let width = r.horizontalOverlap(o)
                let height = r.verticalOverlap(o)
                if width > 0, height > 0, width * height > 0.35 * min(r.area, o.area) {
                    rival = max(rival, score)
                    continue
                }
                if abs(o.bottom - r.bottom) < 40, width > -60 { near.add(score) }
                guard candidates[j].kind == candidates[i].kind else { continue }
                let sameWidth = abs(o.width - r.width) < 3
                if sameWidth, abs(o.left - r.left) < 3 { column.add(score) }
                if abs(o.bottom - r.bottom) < 3 { row.add(score) }
                let sameHeight = abs(o.height - r.height) < 2
                if sameWidth, sameHeight { size.add(score) }
                if sameHeight, candidates[j].edges == candidates[i].edges { look.add(score) }
            }
            return [
                scores[i].usable, scores[i].exact, column.value, row.value, size.value, look.value, rival,
                pageMean, pageTop, near.value,
            ]
        }
    }
}
