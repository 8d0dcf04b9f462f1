import FormModel

/// A straight printed line, horizontal or vertical, in points.
struct Rule: Sendable, Hashable {
    /// The ends along the rule: x for a horizontal rule, y for a vertical one.
    var start: Double
    var end: Double
    /// The centre in the other direction.
    var position: Double
    var thickness: Double
    /// The usual distance between the dots or dashes of a broken rule.
    ///
    /// It is 0 for a solid one.
    var pitch = 0.0

    var length: Double { end - start }

    /// Returns the share of the range from `a` to `b` covered by the rule.
    func coverage(from a: Double, to b: Double) -> Double {
        b > a ? max(0, min(end, b) - max(start, a)) / (b - a) : 0
    }
}
