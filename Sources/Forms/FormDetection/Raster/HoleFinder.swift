import FormModel

/// Finds the small blank areas enclosed by print.
///
/// What closes an outline is looked for in steps, each of which adds only the areas that no earlier one found: ink and
/// strokes; then all that is not paper, since the corners of a thick pale outline are no strokes; on scans, then, an
/// outline with small gaps.
enum HoleFinder {
    /// The smallest side in points: the inside of a box glyph with a shadow, in small print.
    static let smallest = 2.8
    /// The smallest side in points of an area that is not rectangular; smaller ones are the insides of letters.
    static let smallestRound = 3.5
    /// The blank share of the bounding box from which an area counts as rectangular.
    static let leastFillOfSquare = 0.9
    /// The largest width and height in points.
    static let widest = 34.0
    static let highest = 26.0
    /// The length in points of the gaps in an outline that are closed on a scan (three pixels).
    static let gap = 1.1
    /// The smallest side in points of an area behind an outline with gaps: smaller ones lie between letters.
    static let smallestBroken = 4.4
    /// The blank share of the bounding box that an area behind an outline with gaps must have.
    static let leastFillOfBroken = 0.7

    static func find(in bits: PageBits, scale: Double, isScan: Bool) -> [EnclosedRegion] {
        var barrier = bits.ink
        barrier.formUnion(bits.horizontalStrokes)
        barrier.formUnion(bits.verticalStrokes)
        var found = holes(of: barrier, scale: scale)
        if isScan || hasPaleLines(bits) { add(holes(of: bits.tint, scale: scale), to: &found) }
        if isScan {
            let broken = holes(of: barrier.closed(Int((gap * scale).rounded())), scale: scale).filter {
                min($0.region.width, $0.region.height) >= smallestBroken && $0.fill >= leastFillOfBroken
            }
            add(broken, to: &found)
        }
        return found
    }

    /// Returns whether there are pale lines, at least two pixels thick and eight long; the blurred edges of ink are one
    /// pixel thick.
    private static func hasPaleLines(_ bits: PageBits) -> Bool {
        var pale = bits.tint
        pale.subtract(bits.ink)
        return !pale.openedVertically(2).openedHorizontally(8).isEmpty
    }

    /// Adds the holes whose place no other one has.
    private static func add(_ more: [EnclosedRegion], to found: inout [EnclosedRegion]) {
        let known = found
        found += more.filter { hole in
            !known.contains { $0.region.intersectionOverUnion(hole.region) > 0.3 }
        }
    }

    private static func holes(of matrix: BitMatrix, scale: Double) -> [EnclosedRegion] {
        let (least, leastRound) = (Int(smallest * scale), Int(smallestRound * scale))
        return matrix.holes(widest: Int(widest * scale), highest: Int(highest * scale)).compactMap { hole in
            let side = min(hole.width, hole.height)
            let fill = Double(hole.area) / Double(hole.width * hole.height)
            guard side >= leastRound || side >= least && fill >= leastFillOfSquare else { return nil }
            return EnclosedRegion(
                region: Region(
                    left: Double(hole.left) / scale, top: Double(hole.top) / scale,
                    right: Double(hole.right) / scale, bottom: Double(hole.bottom) / scale),
                fill: fill)
        }
    }
}
