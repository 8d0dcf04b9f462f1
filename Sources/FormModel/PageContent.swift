/// What is printed on a page before anything has been understood: its picture and the words that the file itself
/// tells. This is what the rasterise stage hands to the detector.
package struct PageContent: Sendable {
    /// From 0.
    package var page: Int
    /// The page as displayed.
    package var size: PageSize
    /// The page as a viewer draws it.
    package var image: GrayImage
    /// Pixels in a point (dpi / 72), the same in x and y.
    package var scale: Double
    /// Words of the text layer; empty where there is none, or where it holds no usable text.
    package var words: [Word]
    /// Areas that only OCR can read: pictures large enough to hold text, without words of the text layer in them.
    /// A scanned page has one that covers (nearly) all of it; a page with a full text layer has none.
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
