import Geometry

extension PageTemplate {
    /// The height between the margins.
    var bodyHeight: Double { size.height - margins.top - margins.bottom }

    /// The area for text in page coordinates.
    var column: Column {
        Column(x: left(of: margins), width: size.width - margins.start - margins.end, direction: direction)
    }

    private func left(of insets: Insets) -> Double { direction == .leftToRight ? insets.start : insets.end }
}

/// A column of a page for lines of its width.
struct Column {
    /// The left edge, in page coordinates.
    var x: Double
    var width: Double
    var direction: Direction

    /// The minimum width of a column for text; deeper nesting indents no further.
    static let narrowest = 36.0
    /// The minimum width of a table cell, within its edges.
    static let narrowestCell = 8.0

    /// Returns the column within insets; only their sides apply.
    func inset(by insets: Insets, narrowest: Double = Column.narrowest) -> Column {
        let room = max(0, width - narrowest)
        // The end is reduced first, because indentation at the start shows nesting.
        let start = min(max(0, insets.start), room)
        let end = min(max(0, insets.end), room - start)
        return Column(
            x: x + (direction == .leftToRight ? start : end), width: width - start - end, direction: direction)
    }

    /// Returns the left edge of an item aligned in the column.
    func left(of width: Double, _ alignment: Alignment) -> Double {
        let slack = self.width - width
        switch alignment {
        case .center: return x + slack / 2
        case .start, .justified: return direction == .leftToRight ? x : x + slack
        case .end: return direction == .leftToRight ? x + slack : x
        }
    }
}
