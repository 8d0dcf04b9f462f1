import FormModel
import Foundation
import Poppler

/// The rasterise stage: draws a page and reads its text layer.
///
/// Not thread-safe; each thread opens its own document.
package struct Rasteriser {
    /// The resolution in pixels per inch.
    ///
    /// It shows the thinnest printed rules and is close to the resolution that Tesseract was trained on.
    package static let resolution = 200.0
    /// Maximum number of pixels of a page: A2 at full resolution.
    ///
    /// Larger sheets are drawn at a lower resolution.
    private static let pixelLimit = 16_000_000.0

    private let document: PopplerDocument

    init(_ document: PopplerDocument) {
        self.document = document
    }

    /// Reads one page (0-based).
    ///
    /// `image` is the page's picture if already drawn, in the size drawn by ``picture(ofPage:userUnit:)``. `pictures`
    /// returns the areas of pictures on the page; it is called only if the text layer is usable.
    func content(
        ofPage index: Int, userUnit: Double, image: GrayImage?, pictures: (PageSize) -> [Region]
    ) throws(PopplerError) -> PageContent {
        let (content, messages) = try PopplerMessages.collecting { () throws(PopplerError) in
            try self.read(index, userUnit: userUnit, image: image, pictures: pictures)
        }
        var complete = content
        complete.messages = messages
        return complete
    }

    private func read(
        _ index: Int, userUnit: Double, image: GrayImage?, pictures: (PageSize) -> [Region]
    ) throws(PopplerError) -> PageContent {
        let page = try document.page(index, userUnit: userUnit)
        let size = page.size
        let scale = Self.scale(of: size)
        let layer = TextLayer(page.drawnWords(), on: size)
        let drawn = if let image { image } else { try page.render(scale: scale) }
        let whole = Region(x: 0, y: 0, width: size.width, height: size.height)
        var content = PageContent(
            page: index, size: size, image: drawn, scale: scale, words: layer.words,
            unread: layer.isUseless
                ? [whole] : TextLayer.unread(pictures: pictures(size), words: layer.words, on: size),
            illegible: layer.illegible)
        if OutlinedText.isOn(content) { (content.unread, content.illegible) = ([], [whole]) }
        return content
    }

    /// Draws one page (0-based) without reading it.
    func picture(ofPage index: Int, userUnit: Double) throws(PopplerError) -> GrayImage {
        let page = try document.page(index, userUnit: userUnit)
        return try page.render(scale: Self.scale(of: page.size))
    }

    /// Returns the readable words of one page (0-based) without drawing it.
    func words(ofPage index: Int, userUnit: Double) throws(PopplerError) -> [Word] {
        let page = try document.page(index, userUnit: userUnit)
        return TextLayer(page.drawnWords(), on: page.size).words
    }

    /// Returns the number of pixels per point.
    private static func scale(of size: PageSize) -> Double {
        min(resolution / 72, (pixelLimit / max(1, size.width * size.height)).squareRoot())
    }
}
