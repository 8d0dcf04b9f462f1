import FailureModel
import Geometry

/// Undrawn pages, which only record the places of headings.
final class UndrawnPages: PageOutput {
    private var places = Places()

    func beginPage(_ template: PageTemplate) { places.pageCount += 1 }
    func endPage() {}

    func element(
        _ kind: StructureTree.Kind, in parent: StructureTree.Element, _ details: StructureTree.Details?
    ) -> StructureTree.Element { StructureTree.document }

    func draw(_ paragraph: SetParagraph, line: Int, y: Double, in element: StructureTree.Element) {}
    func draw(_ figure: SetFigure, in region: Region, of element: StructureTree.Element) {}
    func decorate(_ decoration: Decoration) -> Int { 0 }
    func replaceDecoration(_ index: Int, with decoration: Decoration) {}
    func anchor(_ anchor: Anchor, y: Double) { places.add(anchor, y: y) }
    func warn(_ warning: TypesettingWarning) { places.warn(warning) }

    var report: TypesettingReport { places.report }
}
