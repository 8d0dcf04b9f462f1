package import FormModel

/// A mark of ink on a page.
///
/// It is a word, a number, a small box, or a piece of a rule.
package struct PrintMark: Sendable, Hashable {
    /// The kind of mark.
    package enum Kind: UInt8, Sendable {
        /// A group of characters, or a sign of their size.
        case blob
        /// A horizontal rule.
        case horizontal
        /// A vertical rule.
        case vertical
    }

    package var kind: Kind
    /// The bounds of the ink in pixels.
    ///
    /// They are the first column and row, and those after the last.
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }

    /// Returns the centre in points.
    func centre(scale: Double) -> Place {
        Place(Double(left + right) / 2 / scale, Double(top + bottom) / 2 / scale)
    }

    /// Returns the bounds in points.
    package func region(scale: Double) -> Region {
        Region(
            x: Double(left) / scale, y: Double(top) / scale, width: Double(width) / scale,
            height: Double(height) / scale)
    }
}
