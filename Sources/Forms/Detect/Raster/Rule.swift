import FormModel

/// A straight printed line, horizontal or vertical, in points.
struct Rule: Sendable, Hashable {
    /// Where it begins and ends in the direction it runs: x for a horizontal rule, y for a vertical one.
    var start: Double
    var end: Double
    /// Its middle in the other direction.
    var position: Double
    var thickness: Double

    var length: Double { end - start }

    /// How much of the stretch from `a` to `b` the rule covers, from 0 to 1.
    func coverage(from a: Double, to b: Double) -> Double {
        b > a ? max(0, min(end, b) - max(start, a)) / (b - a) : 0
    }
}
