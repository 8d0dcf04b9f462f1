package import FormModel

/// The room that a signature takes above a line, as if written by hand.
package enum SignatureRoom {
    /// The height of a signature in points.
    ///
    /// This is two and a half lines of text of 11 points.
    package static let height = 37.0
    /// Minimum distance in points from anything above.
    private static let distance = 1.0

    /// Returns the region for a signature in a field.
    ///
    /// `others` are the words and other fields of the page. A signature in a box, cell or widget stays inside it.
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
