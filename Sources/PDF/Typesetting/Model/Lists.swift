/// How the items of a list are set.
package struct ListStyle: Hashable, Sendable {
    /// The numbering that a screen reader announces.
    package var numbering: Numbering
    /// The distance by which items are indented, in points; markers are set within it.
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

/// What is set beside the first line of a list item, such as "•" or "12."; an empty text for none.
package struct ListMarker: Hashable, Sendable {
    package var run: TextRun

    package init(_ text: String, _ style: TextStyle = TextStyle()) {
        run = TextRun(text, style)
    }
}
