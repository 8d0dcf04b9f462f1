import Geometry

extension PageTemplate {
    /// The height between the margins.
    var bodyHeight: Double { size.height - margins.top - margins.bottom }

    /// The place for text, in page coordinates.
    var column: Column {
        Column(x: left(of: margins), width: size.width - margins.start - margins.end, direction: direction)
    }

    private func left(of insets: Insets) -> Double { direction == .leftToRight ? insets.start : insets.end }
}

/// A place for lines of a given width on a page.
struct Column {
    /// The left edge, in page coordinates.
    var x: Double
    var width: Double
    var direction: Direction

    /// The narrowest column that text is set in; deeper nesting indents no further.
    static let narrowest = 36.0
    /// The narrowest column of a table's cell, within its edges.
    static let narrowestCell = 8.0

    /// The column within insets, of which only the sides count.
    func inset(by insets: Insets, narrowest: Double = Column.narrowest) -> Column {
        let room = max(0, width - narrowest)
        // The end gives way first: what indentation says about nesting is at the start.
        let start = min(max(0, insets.start), room)
        let end = min(max(0, insets.end), room - start)
        return Column(
            x: x + (direction == .leftToRight ? start : end), width: width - start - end, direction: direction)
    }

    /// The left edge of something that is aligned in the column.
    func left(of width: Double, _ alignment: Alignment) -> Double {
        let slack = self.width - width
        switch alignment {
        case .center: return x + slack / 2
        case .start, .justified: return direction == .leftToRight ? x : x + slack
        case .end: return direction == .leftToRight ? x + slack : x
        }
    }
}
