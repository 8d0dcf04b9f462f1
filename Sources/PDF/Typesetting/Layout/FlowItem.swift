import Geometry

/// A laid-out part of the flow, waiting for its place on a page.
enum FlowItem {
    /// A line of a paragraph.
    case line(SetParagraph, Int)
    /// The marker of a list item, beside a line with its baseline at this distance.
    case marker(SetParagraph, baseline: Double)
    /// The last line of a contents entry.
    case contentsLine(ContentsLine)
    case row(SetRow, isHead: Bool)
    case figure(SetFigure)
    /// A line across the column.
    case rule(x: Double, width: Double)
    /// Space between content, dropped at the top of a page.
    case gap
    /// The upper padding of a box.
    case padding
    /// The lower padding of a box, dropped at the end of a full page.
    case endPadding
    case begin(Scope)
    case end

    /// Whether the item occupies its place on the page.
    var isContent: Bool {
        switch self {
        case .line, .contentsLine, .row, .figure, .rule, .padding: true
        case .marker, .gap, .endPadding, .begin, .end: false
        }
    }
}

/// A stretch of the flow with a structure element, a box, or both.
struct Scope {
    var kind: StructureTree.Kind?
    var details: StructureTree.Details?
    var box: Box?
    /// The rows repeated on each page.
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

/// A place for links or the outline.
struct Anchor {
    var destination: String?
    var heading: (level: Int, text: String, isInOutline: Bool)?
}
