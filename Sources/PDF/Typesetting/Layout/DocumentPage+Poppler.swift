import Geometry
import Poppler

extension DocumentPage {
    /// Whether the page can be drawn.
    package var isReadable: Bool { opened() != nil }

    /// Opens the document and finds the page; nil if that is not possible.
    func opened() -> PopplerPage? {
        guard let page = try? PopplerDocument(data: document).page(index), page.size.width > 0, page.size.height > 0
        else { return nil }
        return page
    }
}
