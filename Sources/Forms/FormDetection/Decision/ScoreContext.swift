import FormModel

/// Features that describe the first scores of a candidate's neighbours.
///
/// A cell is more likely to be a field if other cells in its column and row, and similar cells, are; and less likely if
/// another place has its caption.
enum ScoreContext {
    static let names = [
        "own", "ownExact", "columnMean", "rowMean", "sizeMean", "lookMean", "rivalMax", "pageMean", "pageTop",
        "nearMean", "rivalBest", "gridMean", "gridRowMean", "gridColumnMean", "gridLeast", "captionNearer",
        "captionFarther",
    ]

    /// Returns the features named above for each candidate of a page, given the first scores.
    static func features(of candidates: [Candidate], scores: [Scorer.Scores]) -> [[Double]] {
        guard !candidates.isEmpty else { return [] }
        let pageMean = scores.reduce(0) { $0 + $1.usable } / Double(scores.count)
        let best = scores.map(\.usable).sorted(by: >).prefix(10)
        let pageTop = best.reduce(0, +) / Double(best.count)
        let places = zip(candidates, scores).map { Place($0, $1) }
        let captions = captionNumbers(of: candidates)
        return places.indices.map { i in
            var around = Neighbours()
            for j in places.indices where j != i {
                around.add(
                    places[j], of: places[i], sharesCaption: captions[i] != nil && captions[i] == captions[j])
            }
            return [
                scores[i].usable, scores[i].exact, around.column.value, around.row.value, around.size.value,
                around.look.value, around.rival, pageMean, pageTop, around.near.value, around.rivalBest,
                around.grid.value, around.gridRow.value, around.gridColumn.value, around.gridLeast,
                around.captionNearer, around.captionFarther,
            ]
        }
    }

    /// Returns a number for each caption.
    ///
    /// Boxes, whose options are captions of their own, and places without a caption have none.
    private static func captionNumbers(of candidates: [Candidate]) -> [Int?] {
        var numbers: [String: Int] = [:]
        return candidates.map { c in
            guard c.kind != .box, !c.caption.text.isEmpty else { return nil }
            let number = numbers[c.caption.text, default: numbers.count]
            numbers[c.caption.text] = number
            return number
        }
    }
}

/// What matters of a candidate to its neighbours.
///
/// A candidate has lists, which are slow to copy for each pair.
private struct Place {
    let kind: Candidate.Kind
    let region: Region
    let edges: Candidate.Edges
    let floor: Double
    let grid: Grid.Place?
    let captionDistance: Double
    let scores: Scorer.Scores

    init(_ c: Candidate, _ scores: Scorer.Scores) {
        kind = c.kind
        region = c.region
        edges = c.edges
        floor = c.floor
        grid = c.grid
        captionDistance = c.caption.distance
        self.scores = scores
    }
}

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

/// The scores of a candidate's neighbours; extremes are -1 without any.
private struct Neighbours {
    // Similar candidates in the same column or row, of the same size, or with the same edges.
    var column = Mean()
    var row = Mean()
    var size = Mean()
    var look = Mean()
    /// Candidates close above, below or beside.
    var near = Mean()
    // Candidates for the same place, by whether they are usable and by their priority.
    var rival = -1.0
    var rivalBest = -1.0
    // The cells of the same grid.
    var grid = Mean()
    var gridRow = Mean()
    var gridColumn = Mean()
    var gridLeast = -1.0
    // Other places with the same caption, which are nearer to it or farther from it.
    var captionNearer = -1.0
    var captionFarther = -1.0

    /// Maximum distance in points between the floors of places that compete for a caption.
    private static let captionReach = 40.0

    mutating func add(_ other: Place, of c: Place, sharesCaption: Bool) {
        let (r, o) = (c.region, other.region)
        let score = other.scores.usable
        let width = r.horizontalOverlap(o)
        let height = r.verticalOverlap(o)
        if width > 0, height > 0, width * height > NonMaximumSuppression.shared * min(r.area, o.area) {
            rival = max(rival, score)
            rivalBest = max(rivalBest, other.scores.priority)
            return
        }
        if let place = c.grid, let its = other.grid, place.grid == its.grid {
            grid.add(score)
            if its.row == place.row { gridRow.add(score) }
            if its.column == place.column { gridColumn.add(score) }
            gridLeast = gridLeast < 0 ? score : min(gridLeast, score)
        }
        if sharesCaption, abs(other.floor - c.floor) < Self.captionReach {
            if other.captionDistance < c.captionDistance {
                captionNearer = max(captionNearer, score)
            } else {
                captionFarther = max(captionFarther, score)
            }
        }
        if abs(o.bottom - r.bottom) < 40, width > -60 { near.add(score) }
        guard other.kind == c.kind else { return }
        let sameWidth = abs(o.width - r.width) < 3
        if sameWidth, abs(o.left - r.left) < 3 { column.add(score) }
        if abs(o.bottom - r.bottom) < 3 { row.add(score) }
        let sameHeight = abs(o.height - r.height) < 2
        if sameWidth, sameHeight { size.add(score) }
        if sameHeight, other.edges == c.edges { look.add(score) }
    }
}
