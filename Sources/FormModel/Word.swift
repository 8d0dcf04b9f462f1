/// A run of characters without a space between them, and where it stands on the page.
package struct Word: Sendable, Hashable, Codable {
    package var text: String
    /// Around the whole word: points from the displayed page's top-left corner.
    package var region: Region
    /// One region for each character of `text`, in the same order; widths may be zero for combining marks.
    package var characters: [Region]
    /// In points; for OCR an estimate from the line's height.
    package var fontSize: Double
    package var isBold: Bool
    /// From 0 to 1; 1 for a text layer.
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
