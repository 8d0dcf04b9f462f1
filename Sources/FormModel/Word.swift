/// A run of characters without a space between them, and where it stands on the page.
public struct Word: Sendable, Hashable, Codable {
    public var text: String
    /// Around the whole word: points from the displayed page's top-left corner.
    public var region: Region
    /// One region for each character of `text`, in the same order; widths may be zero for combining marks.
    public var characters: [Region]
    /// In points; for OCR an estimate from the line's height.
    public var fontSize: Double
    public var isBold: Bool
    /// From 0 to 1; 1 for a text layer.
    public var confidence: Double

    public init(
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
