package import FormModel

/// A separate piece of text: a word without the underscores, leader dots and box glyphs in it.
package struct Token: Sendable, Hashable {
    package var text: String
    /// The approximate bounds of the ink, without the space that fonts leave above and below.
    package var region: Region
    package var fontSize: Double
    package var isBold: Bool
    package let hasLetterOrDigit: Bool
    /// Whether the token is a sign or two without letters or digits: a currency sign, a bracket, a dash.
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
