import FormModel
import Foundation
import PageRectification

/// Registers the page of a template to a page that may show the same form.
///
/// Marks in the same arrangement on both pages are paired. Two pairs give a similarity; the one that most pairs agree with
/// is refined to an affine, a projective and a local transformation by all marks that it brings together.
struct RegistrationFinder {
    /// Maximum number of equal keys on one page.
    ///
    /// Repeated arrangements say little about where they are.
    private static let mostRepeated = 4
    /// The number of similarities that are tried.
    private static let trials = 400
    /// Minimum distance in points of the pairs that give a similarity.
    private static let leastBase = 100.0
    /// Maximum distances in points between marks, by round of refinement.
    private static let tolerances = [9.0, 6, 4, 3, 2.5]
    /// Maximum distance in points of marks that were drawn, and not scanned, at their places.
    private static let drawn = 0.1
    /// Minimum share of such marks on a copy that was drawn.
    private static let leastDrawn = 0.95
    /// Minimum number of marks that the transformation brings together.
    private static let leastInliers = 8
    /// The bounds of the scale.
    private static let scales = 0.55...1.8

    private let template: PagePrint
    private let seen: PagePrint
    private let from: ArrangedMarks
    private let to: ArrangedMarks
    private let fromPlaces: [Place]
    private let toPlaces: [Place]

    init(template: ArrangedMarks, seen: ArrangedMarks) {
        self.template = template.print
        self.seen = seen.print
        from = template
        to = seen
        fromPlaces = from.places
        toPlaces = to.places
    }

    /// Returns the registration, or nil if too few marks agree.
    func registration() -> Registration? {
        let pairs = self.pairs()
        guard pairs.count >= 3, let start = similarity(pairs) else { return nil }
        return refined(start)
    }

    /// Returns marks that have the same arrangement on both pages.
    private func pairs() -> [(from: Int, to: Int, votes: Int)] {
        let (known, own) = (from.triples, to.triples)
        var pairs: [UInt64] = []
        func vote(_ a: Int32, _ b: Int32) { pairs.append(UInt64(UInt32(a)) << 32 | UInt64(UInt32(b))) }
        var (i, k) = (0, 0)
        while i < known.count, k < own.count {
            let key = known[i].key
            guard key == own[k].key else {
                if key < own[k].key { i += 1 } else { k += 1 }
                continue
            }
            let (first, second) = (i, k)
            while i < known.count, known[i].key == key { i += 1 }
            while k < own.count, own[k].key == key { k += 1 }
            guard i - first <= Self.mostRepeated, k - second <= Self.mostRepeated else { continue }
            for a in known[first..<i] {
                for b in own[second..<k] {
                    vote(a.marks.0, b.marks.0)
                    // The neighbours' order says nothing; their places decide.
                    let (p, q) = (fromPlaces[Int(a.marks.0)], toPlaces[Int(b.marks.0)])
                    let u = fromPlaces[Int(a.marks.1)] - p
                    let straight = u - (toPlaces[Int(b.marks.1)] - q)
                    let crossed = u - (toPlaces[Int(b.marks.2)] - q)
                    let isCrossed = (crossed * crossed).sum() < (straight * straight).sum()
                    vote(a.marks.1, isCrossed ? b.marks.2 : b.marks.1)
                    vote(a.marks.2, isCrossed ? b.marks.1 : b.marks.2)
                }
            }
        }
        pairs.sort()
        // The best partner of each mark, if it is the partner's best, too.
        var bestTo = [(mark: Int, votes: Int)](repeating: (-1, 1), count: from.marks.count)
        var bestFrom = [(mark: Int, votes: Int)](repeating: (-1, 1), count: to.marks.count)
        var at = 0
        while at < pairs.count {
            let pair = pairs[at]
            let start = at
            while at < pairs.count, pairs[at] == pair { at += 1 }
            let count = at - start
            let (a, b) = (Int(pair >> 32), Int(pair & 0xffff_ffff))
            if count > bestTo[a].votes { bestTo[a] = (b, count) }
            if count > bestFrom[b].votes { bestFrom[b] = (a, count) }
        }
        return bestTo.indices.compactMap { a in
            let best = bestTo[a]
            return best.mark >= 0 && bestFrom[best.mark].mark == a ? (a, best.mark, best.votes) : nil
        }
    }

    /// Returns the similarity that most pairs agree with, refined by them.
    private func similarity(_ pairs: [(from: Int, to: Int, votes: Int)]) -> Homography? {
        // Always the same choices for the same page.
        var state: UInt64 = 0x2545_f491_4f6c_dd1d
        func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let most = 30.0
        var best: (score: Double, transform: Homography)?
        for _ in 0..<Self.trials {
            let (a, b) = (pairs[next(pairs.count)], pairs[next(pairs.count)])
            let base = fromPlaces[b.from] - fromPlaces[a.from]
            guard (base * base).sum() >= Self.leastBase * Self.leastBase,
                let transform = Homography.similarity(
                    (fromPlaces[a.from], fromPlaces[b.from]), (toPlaces[a.to], toPlaces[b.to]))
            else { continue }
            let scale = (transform.values[0] * transform.values[0] + transform.values[3] * transform.values[3])
                .squareRoot()
            guard Self.scales.contains(scale) else { continue }
            var score = 0.0
            for pair in pairs {
                let d = transform(fromPlaces[pair.from]) - toPlaces[pair.to]
                score += max(0, 1 - (d * d).sum() / (most * most))
            }
            if score > best?.score ?? 0 { best = (score, transform) }
        }
        guard var transform = best?.transform else { return nil }
        for tolerance in [most, 15, 8] {
            let near = pairs.filter {
                let d = transform(fromPlaces[$0.from]) - toPlaces[$0.to]
                return (d * d).sum() <= tolerance * tolerance
            }
            guard near.count >= 3,
                let better = Homography.fit(
                    near.map { (fromPlaces[$0.from], toPlaces[$0.to]) }, weights: near.map { Double($0.votes) },
                    isAffine: tolerance > 10 || near.count < 12)
            else { break }
            transform = better
        }
        return transform
    }

    private func refined(_ start: Homography) -> Registration? {
        var plane = start
        var correction = LocalCorrection()
        var matches: [(from: Int, to: Int)] = []
        let grid = PlaceGrid(toPlaces)
        for (round, tolerance) in Self.tolerances.enumerated() {
            let area = abs(plane.values[0] * plane.values[4] - plane.values[1] * plane.values[3])
            let stretch = area.squareRoot()
            matches = []
            for i in from.marks.indices {
                let place = plane(fromPlaces[i]) + correction(fromPlaces[i])
                let width = Double(from.marks[i].width) / template.ink.scale * stretch
                let near = grid.nearest(to: place, count: 3, within: tolerance)
                // The nearest mark of about the same width.
                if let k = near.first(where: {
                    abs(Double(to.marks[Int($0)].width) / seen.ink.scale - width) <= max(2.5, 0.12 * width)
                }) {
                    matches.append((i, Int(k)))
                }
            }
            guard matches.count >= Self.leastInliers else { return nil }
            let pairs = matches.map { (from: fromPlaces[$0.from], to: toPlaces[$0.to]) }
            let distances = pairs.map { pair in
                let d = plane(pair.from) + correction(pair.from) - pair.to
                return (d * d).sum()
            }
            // More rounds would not bring the marks of a drawn copy nearer.
            let drawn = matches.indices.filter { distances[$0] <= Self.drawn * Self.drawn }
            if round > 0, Double(drawn.count) >= Self.leastDrawn * Double(matches.count) {
                matches = drawn.map { matches[$0] }
                break
            }
            let weights = distances.map { 1 / (1 + $0) }
            if let better = Homography.fit(pairs, weights: weights, isAffine: round < 1 || pairs.count < 20) {
                plane = better
            }
            if round >= 2 {
                let fitted = plane
                correction = LocalCorrection(
                    pairs.map { ($0.from, $0.to - fitted($0.from)) }, width: template.size.width,
                    height: template.size.height)
            }
        }
        let sum = matches.reduce(0.0) { sum, match in
            let p = fromPlaces[match.from]
            let d = plane(p) + correction(p) - toPlaces[match.to]
            return sum + (d * d).sum().squareRoot()
        }
        return Registration(
            plane: plane, correction: correction, template: template.straightening, seen: seen.straightening,
            inliers: matches.count, marks: from.marks.count, residual: sum / Double(matches.count))
    }
}
