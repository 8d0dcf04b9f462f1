package import FormModel

/// The room above a line that a signature takes, as a hand would.
package enum SignatureRoom {
    /// The height of a signature in points: two and a half lines of text of 11 points.
    package static let height = 37.0
    /// The distance that is kept from what is above, in points.
    private static let distance = 1.0

    /// Returns the region for a signature in a field; `others` are the words and the other fields of the page.
    ///
    /// A signature in a box, a cell or a widget stays in it.
    package static func region(of field: Field, among others: some Sequence<Region>) -> Region {
        let own = field.region
        guard [.rule, .underscores, .leader].contains(field.evidence) else { return own }
        var top = max(0, own.bottom - height)
        for other in others where other.horizontalOverlap(own) > distance && other.midY < own.midY {
            top = max(top, other.bottom + distance)
        }
        guard top < own.top else { return own }
        return Region(left: own.left, top: top, right: own.right, bottom: own.bottom)
    }
}
