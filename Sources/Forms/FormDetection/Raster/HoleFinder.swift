import FormModel

/// Finds small blank areas enclosed by print.
///
/// Outlines are searched for in steps, each of which adds only areas that no earlier one found: first ink and strokes;
/// then all pixels darker than paper, since the corners of a thick pale outline are not strokes; finally, on scans,
/// outlines with small gaps.
enum HoleFinder {
    /// Minimum side in points.
    ///
    /// This is the inside of a box glyph with a shadow, in small print.
    static let smallest = 2.8
    /// Minimum side in points of an area that is not rectangular.
    ///
    /// Smaller ones are the insides of letters.
    static let smallestRound = 3.5
    /// Minimum blank share of its bounding box for a rectangular area.
    static let leastFillOfSquare = 0.9
    /// Maximum width and height in points.
    static let widest = 34.0
    static let highest = 26.0
    /// Maximum length in points of gaps closed on a scan (three pixels).
    static let gap = 1.1
    /// Minimum side in points of an area behind an outline with gaps.
    ///
    /// Smaller ones lie between letters.
    static let smallestBroken = 4.4
    /// Minimum blank share of the bounding box of an area behind an outline with gaps.
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

    /// Returns whether there are pale lines at least two pixels thick and eight long.
    ///
    /// The blurred edges of ink are only one pixel thick.
    private static func hasPaleLines(_ bits: PageBits) -> Bool {
        var pale = bits.tint
        pale.subtract(bits.ink)
        return !pale.openedVertically(2).openedHorizontally(8).isEmpty
    }

    /// Adds the holes that do not coincide with a known one.
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
