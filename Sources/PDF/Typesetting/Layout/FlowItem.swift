import Geometry

/// A part of the flow that has been laid out and waits for its place on a page.
enum FlowItem {
    /// A line of a paragraph.
    case line(SetParagraph, Int)
    /// The marker of a list item, beside the line that follows, whose baseline is this far below.
    case marker(SetParagraph, baseline: Double)
    /// The last line of a table of contents' entry.
    case contentsLine(ContentsLine)
    case row(SetRow, isHead: Bool)
    case figure(SetFigure)
    /// A line across the column.
    case rule(x: Double, width: Double)
    /// Space between contents; dropped at the top of a page.
    case gap
    /// The upper padding of a box.
    case padding
    /// The lower padding of a box; dropped where the page is full.
    case endPadding
    case begin(Scope)
    case end

    /// Whether the item fills its place on the page.
    var isContent: Bool {
        switch self {
        case .line, .contentsLine, .row, .figure, .rule, .padding: true
        case .marker, .gap, .endPadding, .begin, .end: false
        }
    }
}

/// A stretch of the flow: an element of the structure, a box, or both.
struct Scope {
    var kind: StructureTree.Kind?
    var details: StructureTree.Details?
    var box: Box?
    /// The rows that are repeated on each page.
    var head: [SetRow] = []
    var anchor: Anchor?

    struct Box {
        var style: BoxStyle
        /// The left edge, in page coordinates.
        var x: Double
        var width: Double
        var direction: Direction
    }
}

/// A place that can be found again.
struct Anchor {
    var destination: String?
    var heading: (level: Int, text: String, isInOutline: Bool)?
}
