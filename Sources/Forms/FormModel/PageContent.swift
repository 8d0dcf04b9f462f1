/// The content of a page before any analysis: its picture and the words of the file's text layer.
///
/// The rasterise stage passes this to the detector.
package struct PageContent: Sendable {
    /// The page (0-based).
    package var page: Int
    /// The size of the page as displayed.
    package var size: PageSize
    /// The page as a viewer draws it.
    package var image: GrayImage
    /// Pixels per point (dpi / 72), the same in x and y.
    package var scale: Double
    /// The words of the text layer; empty if there is no text layer, or none with usable text.
    package var words: [Word]
    /// Areas that only OCR can read: pictures large enough to hold text and without words of the text layer in them.
    ///
    /// A scanned page has one area that covers (nearly) the whole page; a page with a complete text layer has none.
    package var unread: [Region]

    package init(
        page: Int, size: PageSize, image: GrayImage, scale: Double, words: [Word], unread: [Region]
    ) {
        self.page = page
        self.size = size
        self.image = image
        self.scale = scale
        self.words = words
        self.unread = unread
    }
}
