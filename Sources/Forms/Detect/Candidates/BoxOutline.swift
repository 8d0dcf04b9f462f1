import FormModel

/// The printed outline of a box.
enum BoxOutline {
    /// The margin in points that people add when they mark the place to tick; small boxes are often close to each other.
    static func margin(of hole: Region) -> Double { min(hole.width, hole.height) < 5.5 ? 0.8 : 1 }
    /// The largest thickness in points of an outline, including its shadow; what is thicker is other print.
    static let thickest = 2.9

    /// Returns the printed box around a hole, including its lines (and a shadow) and the margin.
    static func around(_ hole: Region, on marks: PageMarks) -> Region {
        func thickness(_ ink: (_ step: Double, _ along: Double) -> (Double, Double)) -> Double {
            let found = [0.3, 0.5, 0.7].map { along -> Double in
                var depth = 0.0
                while depth < 3 {
                    let (x, y) = ink(depth + 0.5 / marks.scale, along)
                    let (px, py) = (Int(x * marks.scale), Int(y * marks.scale))
                    guard px >= 0, py >= 0, px < marks.ink.width, py < marks.ink.height, marks.ink[px, py] else {
                        break
                    }
                    depth += 1 / marks.scale
                }
                return depth
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
}
