/// The layout style of a list.
package struct ListStyle: Hashable, Sendable {
    /// The numbering announced by screen readers.
    package var numbering: Numbering
    /// The indent of items in points, with markers set within it.
    package var indent: Double
    /// The space below the list, in points.
    package var spaceAfter: Double

    package enum Numbering: Hashable, Sendable {
        case unordered, decimal, lowerAlpha, upperAlpha, lowerRoman, upperRoman
    }

    package init(numbering: Numbering = .unordered, indent: Double = 18, spaceAfter: Double = 6) {
        self.numbering = numbering
        self.indent = indent
        self.spaceAfter = spaceAfter
    }
}

/// The marker beside the first line of a list item, such as "•".
package struct ListMarker: Hashable, Sendable {
    package var run: TextRun

    package init(_ text: String, _ style: TextStyle = TextStyle()) {
        run = TextRun(text, style)
    }
}
