/// A run of characters without spaces, with its position on the page.
package struct Word: Sendable, Hashable, Codable {
    package var text: String
    /// The bounds of the whole word, in points from the displayed page's top-left corner.
    package var region: Region
    /// The bounds of each character of `text` in order.
    ///
    /// The width of a combining mark can be 0.
    package var characters: [Region]
    /// The font size in points; for OCR, an estimate from the height of the line.
    package var fontSize: Double
    package var isBold: Bool
    /// The confidence from 0 to 1; 1 for words of a text layer.
    package var confidence: Double

    package init(
        text: String, region: Region, characters: [Region], fontSize: Double, isBold: Bool = false,
        confidence: Double = 1
    ) {
        self.text = text
        self.region = region
        self.characters = characters
        self.fontSize = fontSize
        self.isBold = isBold
        self.confidence = confidence
    }
}
