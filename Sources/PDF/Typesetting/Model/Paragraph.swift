/// A stretch of text in one style, or a picture within the text.
package struct TextRun: Hashable, Sendable {
    /// The text, or the alternative text of a picture.
    package var text: String
    package var style: TextStyle
    /// The picture in place of the text.
    package var picture: InlinePicture?
    /// The footnote, if the text is its mark.
    package var note: Footnote?

    package init(_ text: String, _ style: TextStyle = TextStyle()) {
        self.text = text
        self.style = style
    }

    /// Creates a run with a picture, possibly a link.
    ///
    /// A picture without an alternative text is mere decoration, which screen readers skip.
    package init(_ picture: InlinePicture, alternativeText: String?, _ style: TextStyle = TextStyle()) {
        text = alternativeText ?? ""
        self.style = style
        self.picture = picture
    }
}

/// A picture placed on the baseline of a line and wrapped like a word.
package struct InlinePicture: Hashable, Sendable {
    package var file: PictureFile
    /// The height in points; `nil` for the line's ascent.
    ///
    /// A picture wider than a line is scaled down.
    package var height: Double?

    package init(_ file: PictureFile, height: Double? = nil) {
        self.file = file
        self.height = height
    }
}

/// Text to be broken into lines; a line feed starts a new line.
package struct Paragraph: Hashable, Sendable {
    package var runs: [TextRun]
    package var style: ParagraphStyle
    /// The destination name for links, unique in the document.
    package var destination: String?

    package init(_ runs: [TextRun], style: ParagraphStyle = ParagraphStyle(), destination: String? = nil) {
        self.runs = runs
        self.style = style
        self.destination = destination
    }

    package init(
        _ text: String, _ textStyle: TextStyle = TextStyle(), style: ParagraphStyle = ParagraphStyle(),
        destination: String? = nil
    ) {
        self.init([TextRun(text, textStyle)], style: style, destination: destination)
    }

    /// The text of all runs but the marks of footnotes.
    package var text: String { runs.lazy.filter { $0.note == nil }.map(\.text).joined() }
}

/// The layout style of a paragraph.
///
/// Lengths are in points.
package struct ParagraphStyle: Hashable, Sendable {
    package var alignment: Alignment
    /// The text direction; `nil` for that of the first strong character.
    package var direction: Direction?
    /// The line height as a multiple of the font's own.
    package var lineSpacing: Double
    /// The minimum line height in points, for equal distances of lines in several fonts.
    package var leastLineHeight: Double
    /// The space above, collapsed with adjoining spaces and dropped at the top of a page.
    package var spaceBefore: Double
    /// The space below.
    package var spaceAfter: Double
    /// The indent of the first line; negative for a hanging indent.
    package var firstLineIndent: Double
    /// The box behind the text.
    package var box: BoxStyle
    /// The minimum number of lines before a page break.
    package var orphans: Int
    /// The minimum number of lines after a page break.
    package var widows: Int
    /// Whether the paragraph is only split if it is taller than a page.
    package var staysTogether: Bool
    /// Whether the last line stays on the page of the next block.
    package var staysWithNext: Bool

    package init(
        alignment: Alignment = .start, direction: Direction? = nil, lineSpacing: Double = 1,
        leastLineHeight: Double = 0,
        spaceBefore: Double = 0, spaceAfter: Double = 6, firstLineIndent: Double = 0, box: BoxStyle = BoxStyle(),
        orphans: Int = 2, widows: Int = 2, staysTogether: Bool = false, staysWithNext: Bool = false
    ) {
        self.alignment = alignment
        self.direction = direction
        self.lineSpacing = lineSpacing
        self.leastLineHeight = leastLineHeight
        self.spaceBefore = spaceBefore
        self.spaceAfter = spaceAfter
        self.firstLineIndent = firstLineIndent
        self.box = box
        self.orphans = orphans
        self.widows = widows
        self.staysTogether = staysTogether
        self.staysWithNext = staysWithNext
    }
}

/// The direction of lines, also that of columns.
package enum Direction: String, Hashable, Sendable, Codable {
    case leftToRight, rightToLeft
}

/// The alignment of lines between the margins.
package enum Alignment: String, Hashable, Sendable, Codable {
    /// At the side where lines begin: left for left-to-right text.
    case start
    case center
    /// At the side where lines end.
    case end
    /// At both sides, except the last line.
    case justified
}

/// A box around content with padding in points, a background, and a bar.
///
/// The bar is at the side where lines begin.
package struct BoxStyle: Hashable, Sendable {
    package var padding: Insets
    package var background: Color?
    /// The colour of the bar; `nil` for none.
    package var barColor: Color?
    /// The width of the bar in points.
    ///
    /// It is drawn at the edge of the box, over the padding.
    package var barWidth: Double

    package init(
        padding: Insets = Insets(), background: Color? = nil, barColor: Color? = nil, barWidth: Double = 2
    ) {
        self.padding = padding
        self.background = background
        self.barColor = barColor
        self.barWidth = barWidth
    }
}

/// Distances from the edges of a box, in points.
package struct Insets: Hashable, Sendable {
    package var top: Double
    /// The side where lines begin.
    package var start: Double
    package var bottom: Double
    /// The side where lines end.
    package var end: Double

    package init(top: Double = 0, start: Double = 0, bottom: Double = 0, end: Double = 0) {
        self.top = top
        self.start = start
        self.bottom = bottom
        self.end = end
    }

    /// Creates equal distances from all edges.
    package init(_ all: Double) {
        self.init(top: all, start: all, bottom: all, end: all)
    }
}
