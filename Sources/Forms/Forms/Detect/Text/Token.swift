import FormModel

/// A separate piece of text: a word without the underscores, leader dots and box glyphs in it.
struct Token: Sendable, Hashable {
    var text: String
    /// The approximate bounds of the ink, without the space that fonts leave above and below.
    var region: Region
    var fontSize: Double
    var isBold: Bool
    let hasLetterOrDigit: Bool
    /// Whether the token is a sign or two without letters or digits: a currency sign, a bracket, a dash.
    let isSign: Bool

    init(text: String, region: Region, fontSize: Double, isBold: Bool) {
        self.text = text
        self.region = region
        self.fontSize = fontSize
        self.isBold = isBold
        hasLetterOrDigit = text.contains { $0.isLetter || $0.isNumber }
        isSign = !hasLetterOrDigit && text.count <= 2
    }
}
