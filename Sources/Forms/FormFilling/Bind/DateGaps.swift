import FormModel

/// A blank for a date that prints its own separators, such as `__.__.____`.
///
/// The parts stand in the gaps, in the order that the form has.
struct DateGaps {
    private let widths: [Double]
    private let field: Field

    /// The width of a gap for four digits, relative to one for two.
    private static let yearFactor = 1.4
    /// The same where the country has another order.
    private static let clearYearFactor = 1.8

    /// Creates the gaps of a field; nil unless it has three.
    init?(_ field: Field) {
        guard let gaps = BlankGaps(field), gaps.regions.count == 3 else { return nil }
        widths = gaps.regions.map(\.width)
        self.field = field
    }

    /// Returns the order that the widths of the gaps tell, if any.
    ///
    /// - Parameter isCountryKnown: whether the country tells another order. Then a gap that is only somewhat wider, such
    ///   as one behind a caption, tells none.
    /// - Returns: the year first, or nil.
    func order(isCountryKnown: Bool) -> DateOrder? {
        let factor = isCountryKnown ? Self.clearYearFactor : Self.yearFactor
        return widths[0] >= factor * max(widths[1], widths[2]) ? .yearMonthDay : nil
    }

    /// Returns whether the gap of the year has room for two digits only.
    ///
    /// - Parameter order: the order of the parts.
    /// - Returns: whether it has.
    func isYearShort(_ order: DateOrder) -> Bool {
        let year = widths[order.yearPlace]
        let others = widths.indices.filter { $0 != order.yearPlace }.map { widths[$0] }
        return year < Self.yearFactor * (others.max() ?? year) && year < Self.fourDigits
    }

    /// Minimum width in points of four digits that can be read without effort.
    private static let fourDigits = 20.0
}
