import FailureModel
import Geometry

/// The target of page filling: a drawn document, or only a record of places.
///
/// Coordinates are in points from the top-left corner of the finished page, with y pointing down.
protocol PageOutput: AnyObject {
    func beginPage(_ template: PageTemplate) throws(Failure)
    func endPage() throws(Failure)

    /// Begins a structure element.
    func element(
        _ kind: StructureTree.Kind, in parent: StructureTree.Element, _ details: StructureTree.Details?
    ) -> StructureTree.Element

    /// Draws a line of an element's paragraph, with its top edge at `y`.
    func draw(_ paragraph: SetParagraph, line: Int, y: Double, in element: StructureTree.Element)

    /// Draws a figure of an element.
    func draw(_ figure: SetFigure, in region: Region, of element: StructureTree.Element)

    /// Adds a decoration beneath the content, over earlier ones; returns its index on the page.
    @discardableResult func decorate(_ decoration: Decoration) -> Int
    /// Replaces a decoration of the current page.
    func replaceDecoration(_ index: Int, with decoration: Decoration)

    /// Records a place for links or the outline.
    func anchor(_ anchor: Anchor, y: Double)

    func warn(_ warning: TypesettingWarning)
}

/// A drawing other than content, which screen readers skip.
enum Decoration {
    case fill(Region, Color)
    /// A box's background, then its bar.
    case box(Region, Scope.Box)
    /// A line of a repeated table head.
    case line(SetParagraph, Int, y: Double)
    case figure(SetFigure, Region)
    /// A decoration of unknown extent, or an empty one.
    case none
}
