package import FormModel

/// A piece of text: a word without underscores, leader dots and box glyphs.
package struct Token: Sendable, Hashable {
    package var text: String
    /// The approximate bounds of the ink, without a font's space above and below.
    package var region: Region
    package var fontSize: Double
    package var isBold: Bool
    package let hasLetterOrDigit: Bool
    /// Whether the token is one or two signs: a currency sign, a bracket, a dash.
    ///
    /// It has no letters or digits.
    package let isSign: Bool

    package init(text: String, region: Region, fontSize: Double, isBold: Bool) {
        self.text = text
        self.region = region
        self.fontSize = fontSize
        self.isBold = isBold
        hasLetterOrDigit = text.contains { $0.isLetter || $0.isNumber }
        isSign = !hasLetterOrDigit && text.count <= 2
    }
}
