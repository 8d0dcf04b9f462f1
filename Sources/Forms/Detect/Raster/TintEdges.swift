/// Finds the edges between tinted background and white paper.
///
/// Fields are often white boxes on a tint, or tinted boxes on white, without a line around them.
enum TintEdges {
    /// The minimum width and height of a tinted area in points; anything thinner is the blur around letters.
    static let leastExtent = 2.2

    static func find(
        in bits: PageBits, scale: Double
    ) -> (horizontals: [Rule], verticals: [Rule], isTinted: Bool) {
        let extent = Int((leastExtent * scale).rounded())
        var ground = bits.tint
        ground.subtract(bits.ink)
        ground = ground.openedVertically(extent).openedHorizontally(extent)
        if ground.isEmpty { return ([], [], false) }

        /// Returns the pixels with tint on one side and white on the other, one step each way along an axis.
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
        return (horizontals, verticals, true)
    }
}
