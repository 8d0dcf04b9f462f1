import Cairo
import FailureModel
import FormModel

extension TextFitter {
    /// Minimum space in points around a part, on both sides together.
    private static let clearance = 1.2

    /// Places the parts of a text in the gaps of a blank, at one size.
    ///
    /// - Returns: nil if a part is too long for its gap at every size.
    /// - Throws: `missing_glyph`.
    func place(_ parts: [String], in gaps: BlankGaps, of field: Field) throws(Failure) -> [Placement]? {
        try check(parts.joined(), field: field)
        let smallest = options.overflow == .shrink ? options.smallestFontSize : options.minimumFontSize
        for size in FontScale.sizes(from: size, to: min(size, smallest)) {
            let layouts = parts.map { layout(FormattedText($0), size: size, field: field, alignment: .left) }
            guard zip(layouts, gaps.regions).allSatisfy({ $0.extent.width <= $1.width - Self.clearance }) else {
                continue
            }
            return zip(layouts, gaps.regions).map { layout, gap in
                Placement(
                    layout: layout, x: gap.midX - layout.extent.width / 2 - layout.extent.x,
                    y: top(of: layout, in: gap, field: field), size: size,
                    warning: size < options.minimumFontSize ? shrunkNote(size) : nil)
            }
        }
        return nil
    }
}
