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
    ///
    /// - Parameter image: the page's picture where it has been drawn before, of the size that ``picture(ofPage:userUnit:)``
    ///   draws.
    public func content(
        ofPage index: Int, userUnit: Double = 1, image: GrayImage? = nil
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
                : TextLayer.unread(pictures: page.pictures(), words: words ?? [], on: size))
    }

    /// Draws one page, from 0, without reading it.
    public func picture(ofPage index: Int, userUnit: Double = 1) throws(PopplerError) -> GrayImage {
        let page = try document.page(index, userUnit: userUnit)
        return try page.render(scale: Self.scale(of: page.size))
    }

    /// Pixels in a point.
    private static func scale(of size: PageSize) -> Double {
        min(resolution / 72, (pixelLimit / max(1, size.width * size.height)).squareRoot())
    }
}
