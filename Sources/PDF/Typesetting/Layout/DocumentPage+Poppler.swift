import Geometry
import Poppler

extension DocumentPage {
    /// Whether the page can be drawn.
    package var isReadable: Bool { opened() != nil }

    /// Opens the page in its document, or returns `nil`.
    func opened() -> PopplerPage? {
        guard let page = try? PopplerDocument(data: document).page(index), page.size.width > 0, page.size.height > 0
        else { return nil }
        return page
    }
}
