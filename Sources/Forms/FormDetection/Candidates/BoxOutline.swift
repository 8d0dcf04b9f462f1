import FormModel

/// The printed outline of a box.
enum BoxOutline {
    /// Returns the margin in points that annotators add around a box.
    ///
    /// It is smaller for small boxes, which are often close to each other.
    static func margin(of hole: Region) -> Double { min(hole.width, hole.height) < 5.5 ? 0.8 : 1 }
    /// Maximum thickness in points of an outline with its shadow; anything thicker is other print.
    static let thickest = 2.9
    /// Minimum difference in gray level between a line and the paper.
    static let faintest: UInt8 = 12

    /// Returns the printed box around a hole, including its lines, a shadow and the margin.
    static func around(_ hole: Region, on marks: PageMarks) -> Region {
        let steps = Int((3 * marks.scale).rounded(.up))
        func thickness(_ point: (_ step: Double, _ along: Double) -> (Double, Double)) -> Double {
            let found = [0.3, 0.5, 0.7].map { along -> Double in
                let pixels = (0..<steps).map { step -> (level: UInt8, isInk: Bool) in
                    let (x, y) = point((Double(step) + 0.5) / marks.scale, along)
                    let (px, py) = (Int(x * marks.scale), Int(y * marks.scale))
                    guard px >= 0, py >= 0, px < marks.image.width, py < marks.image.height else {
                        return (marks.paper, false)
                    }
                    return (marks.image[px, py], marks.ink[px, py])
                }
                return Double(depth(of: pixels, paper: marks.paper)) / marks.scale
            }.sorted()
            return found[1] >= thickest ? 0.5 : found[1]
        }
        let margin = margin(of: hole)
        let left = thickness { (hole.left - $0, hole.top + $1 * hole.height) }
        let right = thickness { (hole.right + $0, hole.top + $1 * hole.height) }
        let top = thickness { (hole.left + $1 * hole.width, hole.top - $0) }
        let bottom = thickness { (hole.left + $1 * hole.width, hole.bottom + $0) }
        return Region(
            left: hole.left - left - margin, top: hole.top - top - margin, right: hole.right + right + margin,
            bottom: hole.bottom + bottom + margin)
    }

    /// Returns the number of pixels outwards from a hole that belong to its outline.
    private static func depth(of pixels: [(level: UInt8, isInk: Bool)], paper: UInt8) -> Int {
        let nearest = pixels.prefix(3)
        if nearest.contains(where: \.isInk) { return pixels.firstIndex { !$0.isInk } ?? pixels.count }
        // A line too pale to be ink ends where its darkness has fallen by half.
        guard let darkest = nearest.indices.min(by: { nearest[$0].level < nearest[$1].level }),
            pixels[darkest].level < paper - faintest
        else { return 0 }
        let edge = (Int(paper) + Int(pixels[darkest].level)) / 2
        // What does not end is the ground that the box stands on.
        return pixels[darkest...].firstIndex { Int($0.level) > edge } ?? 0
    }
}
