import Cairo
import FormModel
import Foundation

/// The pages of an overlay, created on demand.
final class OverlaySheet {
    private var surface: PDFSurface?

    var isEmpty: Bool { surface == nil }

    /// Ends the current page and begins the next.
    func beginPage(_ size: PageSize) throws(CairoError) -> DrawingContext {
        if let surface {
            surface.endPage(next: size)
            return surface.context
        }
        let first = try PDFSurface(size: size)
        surface = first
        return first.context
    }

    /// Returns the overlay, or nil if it has no pages.
    func finish() throws(CairoError) -> Data? {
        guard let surface else { return nil }
        surface.endPage(next: nil)
        return try surface.finish()
    }
}
