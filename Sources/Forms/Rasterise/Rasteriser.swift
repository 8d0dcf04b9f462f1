public import FormModel
public import Poppler
import Foundation

/// The rasterise stage: draws a page and reads its text layer.
///
/// Not thread-safe; each thread opens the document for itself.
public struct Rasteriser {
    /// Pixels an inch: enough for the thinnest printed rule, and what tesseract was trained around.
    public static let resolution = 200.0
    /// Large sheets are drawn more coarsely, at no more than this many pixels: A2 at the full resolution.
    private static let pixelLimit = 16_000_000.0

    private let document: PopplerDocument

    public init(_ document: PopplerDocument) {
        self.document = document
    }

    /// Reads one page, from 0.
    public func content(ofPage index: Int, userUnit: Double = 1) throws(PopplerError) -> PageContent {
        let page = try document.page(index, userUnit: userUnit)
        let size = page.size
        let full = Self.resolution / 72
        let scale = min(full, (Self.pixelLimit / max(1, size.width * size.height)).squareRoot())
        let words = TextLayer.usable(page.words(), on: size)
        return PageContent(
            page: index, size: size, image: try page.render(scale: scale), scale: scale, words: words ?? [],
            unread: words == nil
                ? [Region(x: 0, y: 0, width: size.width, height: size.height)]
                : TextLayer.unread(pictures: page.pictures(), words: words ?? [], on: size))
    }
}
