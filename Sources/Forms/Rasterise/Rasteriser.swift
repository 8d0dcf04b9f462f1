import FormModel
import Foundation
import Poppler

/// The rasterise stage: draws a page and reads its text layer.
///
/// Not thread-safe; each thread opens the document for itself.
package struct Rasteriser {
    /// Pixels an inch: enough for the thinnest printed rule, and what tesseract was trained around.
    package static let resolution = 200.0
    /// Large sheets are drawn more coarsely, at no more than this many pixels: A2 at the full resolution.
    private static let pixelLimit = 16_000_000.0

    private let document: PopplerDocument

    init(_ document: PopplerDocument) {
        self.document = document
    }

    /// Reads one page, from 0.
    ///
    /// - Parameters:
    ///   - image: the page's picture where it has been drawn before, of the size that ``picture(ofPage:userUnit:)`` draws.
    ///   - pictures: where the page draws pictures; asked for only where the text layer can be used.
    func content(
        ofPage index: Int, userUnit: Double, image: GrayImage?, pictures: (PageSize) -> [Region]
    ) throws(PopplerError) -> PageContent {
        let page = try document.page(index, userUnit: userUnit)
        let size = page.size
        let scale = Self.scale(of: size)
        let words = TextLayer.usable(page.words(), on: size)
        let drawn = if let image { image } else { try page.render(scale: scale) }
        return PageContent(
            page: index, size: size, image: drawn, scale: scale, words: words ?? [],
            unread: words == nil
                ? [Region(x: 0, y: 0, width: size.width, height: size.height)]
                : TextLayer.unread(pictures: pictures(size), words: words ?? [], on: size))
    }

    /// Draws one page, from 0, without reading it.
    func picture(ofPage index: Int, userUnit: Double) throws(PopplerError) -> GrayImage {
        let page = try document.page(index, userUnit: userUnit)
        return try page.render(scale: Self.scale(of: page.size))
    }

    /// Pixels in a point.
    private static func scale(of size: PageSize) -> Double {
        min(resolution / 72, (pixelLimit / max(1, size.width * size.height)).squareRoot())
    }
}
