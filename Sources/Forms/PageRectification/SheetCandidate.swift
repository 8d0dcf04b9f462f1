import Foundation

/// Four lines that may be the edges of a sheet.
package struct SheetCandidate {
    let corners: Quadrilateral
    /// The similarity to a sheet, 1 or more for a good one.
    private(set) var score: Double

    /// Minimum score of a sheet.
    static let leastScore = 0.75

    /// Minimum share of the picture that a sheet covers.
    private static let leastArea = 0.12
    /// Maximum share of edges in the strips along a sheet's sides.
    private static let mostRoughAtEdges = 0.15
    /// Maximum distance of a corner from the picture, over the picture's longer side.
    private static let mostOutside = 0.15
    /// Minimum share of each side that is within the picture.
    private static let leastShare = 0.45
    /// The share of a side's length beyond its corners without an edge.
    private static let beyond = 0.08
    /// The distance in pixels from a corner at which that begins.
    private static let gap = 4.0

    /// Creates a candidate.
    ///
    /// - Parameters:
    ///   - corners: the corners in pixels of the picture that is searched.
    ///   - score: the similarity to a sheet.
    package init(corners: Quadrilateral, score: Double) {
        self.corners = corners
        self.score = score
    }

    /// Returns the candidates of lines for the upper, right, lower and left side.
    ///
    /// - Parameters:
    ///   - sides: the lines.
    ///   - picture: the picture.
    ///   - leastEvidence: minimum evidence for each side.
    /// - Returns: the candidates in no particular order.
    static func candidates(
        _ sides: [[EdgeLine]], in picture: EdgePicture, leastEvidence: Double
    ) -> [SheetCandidate] {
        var result: [SheetCandidate] = []
        let longSide = Double(max(picture.width, picture.height))
        let outside = mostOutside * longSide
        func isNear(_ p: Point) -> Bool {
            p.x >= -outside && p.y >= -outside && p.x <= Double(picture.width) + outside
                && p.y <= Double(picture.height) + outside
        }
        let area = Double(picture.width * picture.height)
        for upper in sides[0] {
            for lower in sides[2] {
                for left in sides[3] {
                    guard let a = left.intersection(upper), isNear(a), let d = lower.intersection(left), isNear(d)
                    else { continue }
                    let leftSide = evidence(left, from: d, to: a)
                    guard leftSide.mean >= leastEvidence, leftSide.share >= leastShare else { continue }
                    for right in sides[1] {
                        guard let b = upper.intersection(right), isNear(b), let c = right.intersection(lower),
                            isNear(c), let corners = Quadrilateral([a, b, c, d]), corners.area >= leastArea * area,
                            let score = score(
                                corners, [upper, right, lower, left], area: area, leastEvidence: leastEvidence)
                        else { continue }
                        result.append(SheetCandidate(corners: corners, score: score))
                    }
                }
            }
        }
        return result
    }

    private static func evidence(_ line: EdgeLine, from a: Point, to b: Point) -> (mean: Double, share: Double) {
        line.evidence(from: line.place(of: a), to: line.place(of: b))
    }

    /// Returns the score by the edges alone; `nil` if one of them is missing.
    private static func score(
        _ corners: Quadrilateral, _ lines: [EdgeLine], area: Double, leastEvidence: Double
    ) -> Double? {
        var (sum, total, least, further) = (0.0, 0.0, 1.0, 0.0)
        for (i, line) in lines.enumerated() {
            let (start, end) = (line.place(of: corners.corners[i]), line.place(of: corners.corners[(i + 1) & 3]))
            let own = line.evidence(from: start, to: end)
            guard end > start, own.mean >= leastEvidence, own.share >= leastShare else { return nil }
            sum += own.mean * (end - start)
            total += end - start
            least = min(least, own.mean)
            let length = beyond * (end - start)
            further += max(0, line.evidence(from: start - gap - length, to: start - gap).mean)
            further += max(0, line.evidence(from: end + gap, to: end + gap + length).mean)
        }
        return 0.6 * sum / total + 0.4 * least - 0.5 * further / 8 + 0.25 * (corners.area / area).squareRoot()
    }

    /// Takes into account what is within the sheet, and its proportions.
    mutating func judge(in picture: EdgePicture) {
        score -= 1.5 * Self.roughness(within: corners, in: picture)
        let size = SheetSize(of: corners, width: Double(picture.width), height: Double(picture.height))
        score -= 0.04 * min(10, size?.deviation ?? 10)
    }

    /// Returns the share of a sheet's area that is on edges.
    ///
    /// A quadrilateral that goes beyond the sheet has the table's pattern and the sheet's own edges within it.
    private static func roughness(within corners: Quadrilateral, in picture: EdgePicture) -> Double {
        guard let transform = Homography(width: 1, height: 1, to: corners) else { return 1 }
        let whole = 0.03..<0.97
        return roughness(whole, whole, transform, in: picture) ?? 1
    }

    /// Returns whether the strips along most sides are even, as paper is.
    ///
    /// Lines of a pattern on the table can be far stronger than the sheet's edges. Print has been taken out.
    package func hasPaperAtEdges(in picture: EdgePicture) -> Bool {
        guard let transform = Homography(width: 1, height: 1, to: corners) else { return false }
        let (along, near, far) = (0.05..<0.95, 0.03..<0.09, 0.91..<0.97)
        let strips = [(along, near), (far, along), (along, far), (near, along)].map {
            Self.roughness($0, $1, transform, in: picture) ?? 0
        }
        // One side can have a dark band or a picture.
        return strips.sorted()[2] <= Self.mostRoughAtEdges
    }

    /// Returns the share of a part of a sheet that is on edges.
    ///
    /// It is nil for a part outside of the picture.
    private static func roughness(
        _ across: Range<Double>, _ down: Range<Double>, _ transform: Homography, in picture: EdgePicture
    ) -> Double? {
        let steps = 40
        func place(_ range: Range<Double>, _ step: Int) -> Double {
            range.lowerBound + (range.upperBound - range.lowerBound) * (Double(step) + 0.5) / Double(steps)
        }
        var (rough, count) = (0, 0)
        for i in 0..<steps {
            for j in 0..<steps {
                let p = transform(Point(x: place(across, i), y: place(down, j)))
                let (x, y) = (Int(p.x.rounded()), Int(p.y.rounded()))
                guard x >= 0, y >= 0, x < picture.width, y < picture.height else { continue }
                count += 1
                if picture.strength[y * picture.width + x] >= 2 * EdgePicture.leastStrength { rough += 1 }
            }
        }
        return count == 0 ? nil : Double(rough) / Double(count)
    }
}
