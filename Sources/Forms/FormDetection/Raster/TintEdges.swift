/// Finds the edges between coloured background and white paper.
///
/// Fields are often white boxes on a tint, or tinted boxes on white, without an outline. A background as dark as ink
/// has edges too if it is larger than the bar of a heading.
enum TintEdges {
    /// Minimum width and height of a tinted area in points.
    ///
    /// Anything thinner is the blur around letters.
    static let leastExtent = 2.2

    /// Minimum width and height of a dark background in points.
    ///
    /// A lower one is the bar of a heading.
    static let leastDarkWidth = 72.0
    static let leastDarkHeight = 34.0
    /// Minimum dark share of a dark background's bounding box.
    ///
    /// A lower share indicates a thick frame.
    static let leastDarkShare = 0.4

    /// Returns the edges as rules.
    ///
    /// `dark` contains the pixels of dark areas; `areas` are their connected components.
    static func find(
        in bits: PageBits, dark: BitMatrix, areas: [Component], scale: Double
    ) -> (horizontals: [Rule], verticals: [Rule]) {
        let extent = Int((leastExtent * scale).rounded())
        var ground = bits.tint
        ground.subtract(bits.ink)
        ground = ground.openedVertically(extent).openedHorizontally(extent)
        for area in areas where isBackground(area, scale: scale) {
            ground.formUnion(dark, x0: area.left, y0: area.top, x1: area.right, y1: area.bottom)
        }
        if ground.isEmpty { return ([], []) }

        /// Returns the pixels one step from tint on one side and white on the other.
        func edge(dx: Int, dy: Int) -> BitMatrix {
            var result = ground.shifted(dx: dx, dy: dy)
            result.subtract(bits.tint.shifted(dx: -dx, dy: -dy))
            return result
        }
        var across = edge(dx: 0, dy: 1)
        across.formUnion(edge(dx: 0, dy: -1))
        var upright = edge(dx: 1, dy: 0)
        upright.formUnion(edge(dx: -1, dy: 0))
        let horizontals = across.openedHorizontally(Int(RuleFinder.shortestHorizontal * 1.4 * scale))
            .components(slack: 1).filter { $0.height <= 5 }
            .map {
                Rule(
                    start: Double($0.left) / scale, end: Double($0.right) / scale,
                    position: Double($0.top + $0.bottom) / 2 / scale, thickness: 0)
            }
        let verticals = upright.openedVertically(Int(RuleFinder.shortestVertical * 1.2 * scale))
            .components(slack: 1).filter { $0.width <= 5 }
            .map {
                Rule(
                    start: Double($0.top) / scale, end: Double($0.bottom) / scale,
                    position: Double($0.left + $0.right) / 2 / scale, thickness: 0)
            }
        return (horizontals, verticals)
    }
    private static func isBackground(_ area: Component, scale: Double) -> Bool {
        Double(area.width) >= leastDarkWidth * scale && Double(area.height) >= leastDarkHeight * scale
            && Double(area.area) >= leastDarkShare * Double(area.width * area.height)
    }
}
