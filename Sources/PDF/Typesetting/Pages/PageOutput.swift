import FailureModel
import Geometry

/// What pages are filled on: a document that is drawn, or nothing if only the places of things are wanted.
///
/// Coordinates are points from the top-left corner of the finished page, y down.
protocol PageOutput: AnyObject {
    func beginPage(_ template: PageTemplate) throws(Failure)
    func endPage() throws(Failure)

    /// Begins an element of the document's structure.
    func element(
        _ kind: StructureTree.Kind, in parent: StructureTree.Element, _ details: StructureTree.Details?
    ) -> StructureTree.Element

    /// Draws a line of a paragraph that belongs to an element, with its upper edge at `y`.
    func draw(_ paragraph: SetParagraph, line: Int, y: Double, in element: StructureTree.Element)

    /// Draws a figure that belongs to an element.
    func draw(_ figure: SetFigure, in region: Region, of element: StructureTree.Element)

    /// Adds a decoration beneath the page's content, over earlier ones, and returns its index on the page.
    @discardableResult func decorate(_ decoration: Decoration) -> Int
    /// Replaces a decoration of the current page.
    func replaceDecoration(_ index: Int, with decoration: Decoration)

    /// Notes that a place can be found by a name or through the outline.
    func anchor(_ anchor: Anchor, y: Double)

    func warn(_ warning: TypesettingWarning)
}

/// Something drawn that is not content: screen readers skip it.
enum Decoration {
    case fill(Region, Color)
    /// A box's background and bar, in that order.
    case box(Region, Scope.Box)
    /// A line of a repeated table head.
    case line(SetParagraph, Int, y: Double)
    case figure(SetFigure, Region)
    /// A decoration whose extent is not yet known, or that turned out empty.
    case none
}
