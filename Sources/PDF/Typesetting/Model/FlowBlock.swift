/// A step in the flow of a document.
///
/// Content is a flat sequence, so that it can be produced while it is set and nesting needs no recursion: a container
/// begins, its content follows, and it ends.
package enum FlowBlock: Hashable, Sendable {
    case paragraph(Paragraph)
    case heading(Heading)
    case code(CodeBlock)
    case figure(Figure)
    /// A line of the table of contents.
    case contentsEntry(ContentsEntry)
    /// A row of the table begun last.
    case row(TableRow)
    /// A horizontal line.
    case rule
    /// Empty space with a height in points, dropped at the top of a page.
    case space(Double)
    case pageBreak
    /// Starts a new page with another template, also for the following pages.
    case section(PageTemplate)
    case begin(Container)
    /// Ends the container begun last.
    case end
}

/// A group of related content.
package enum Container: Hashable, Sendable {
    case list(ListStyle)
    /// An item of the list begun last.
    case item(ListMarker)
    case quote(BoxStyle)
    case table(Table)
    /// A table of contents with ``ContentsEntry`` blocks.
    case contents
}

/// A heading, which stays with the next block and may be in the outline.
package struct Heading: Hashable, Sendable {
    /// The level from 1 to 6.
    package var level: Int
    package var paragraph: Paragraph
    package var isInOutline: Bool

    package init(level: Int, _ paragraph: Paragraph, isInOutline: Bool = true) {
        self.level = level
        self.paragraph = paragraph
        self.isInOutline = isInOutline
    }
}

/// Program text with preserved white space; overlong lines are wrapped.
package struct CodeBlock: Hashable, Sendable {
    package var paragraph: Paragraph

    /// Creates a block with a line for each line feed.
    package init(
        _ text: String,
        _ textStyle: TextStyle = TextStyle(families: TextStyle.monospacedFamilies, size: 9),
        style: ParagraphStyle = ParagraphStyle(
            direction: .leftToRight, spaceBefore: 6, spaceAfter: 8,
            box: BoxStyle(padding: Insets(6), background: Color(gray: 0.95)))
    ) {
        paragraph = Paragraph(text, textStyle, style: style)
    }
}

/// A line of a table of contents.
///
/// It has a title, dots, and a page number, and is a link.
package struct ContentsEntry: Hashable, Sendable {
    package var title: [TextRun]
    /// The page, from 0.
    package var page: Int
    /// The indent in points.
    package var indent: Double
    /// The linked destination, if any.
    package var destination: String?
    package var spaceAfter: Double

    package init(_ title: [TextRun], page: Int, indent: Double = 0, destination: String? = nil, spaceAfter: Double = 3)
    {
        self.title = title
        self.page = page
        self.indent = indent
        self.destination = destination
        self.spaceAfter = spaceAfter
    }
}
