/// The content of a page before analysis: its picture and text layer.
///
/// The rasterise stage passes it to the detector.
package struct PageContent: Sendable {
    /// The page (0-based).
    package var page: Int
    /// The size of the displayed page.
    package var size: PageSize
    /// The page as rendered by a viewer.
    package var image: GrayImage
    /// Pixels per point (dpi / 72), the same in x and y.
    package var scale: Double
    /// The words of the text layer; empty without a usable text layer.
    package var words: [Word]
    /// The areas that only OCR can read.
    ///
    /// They are pictures large enough to contain text, without words of the text layer in them. A scanned page has one
    /// area that covers nearly the whole page; a page with a complete text layer has none.
    package var unread: [Region]
    /// The areas of text in fonts without a usable mapping to Unicode.
    ///
    /// Only OCR can read them; `words` has none of their words.
    package var illegible: [Region]
    /// The errors that the renderer met, such as unknown fonts.
    package var messages: [String]
    /// Whether the page was turned upright when it was made from a picture.
    package var isUpright = false

    package init(
        page: Int, size: PageSize, image: GrayImage, scale: Double, words: [Word], unread: [Region],
        illegible: [Region] = [], messages: [String] = []
    ) {
        self.page = page
        self.size = size
        self.image = image
        self.scale = scale
        self.words = words
        self.unread = unread
        self.illegible = illegible
        self.messages = messages
    }
}
