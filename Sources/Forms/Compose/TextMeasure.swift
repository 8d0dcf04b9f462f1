import Cairo
import FormModel

/// How long a text is in one line, found piece by piece: Pango counts in 32 bits, in which a very long line comes out
/// short, and looking at more than can fit would be in vain.
struct TextMeasure {
    /// In ems. Where a text has several lines, each piece counts its longest one: the text is no shorter than this.
    private(set) var length = 0.0
    /// How much was measured, from the beginning.
    private(set) var measured: Substring.UnicodeScalarView
    /// Whether the text goes on behind what was measured.
    private(set) var isCut: Bool
    private(set) var missingGlyph: Unicode.Scalar?
    /// Whether it was short enough to be measured as a whole.
    let isExact: Bool

    /// Scalars that are measured at a time.
    private static let pieceLength = 1_000
    /// Points; large enough that rounding does not matter.
    private static let size = 10.0
    /// Ems for each scalar at least: marks and joiners have no width, and there may be any number of them.
    private static let least = 0.02

    /// - Parameter limit: in ems; where the text is longer, the rest is not looked at.
    init(_ text: String, families: String, limit: Double) {
        let scalars = text[...].unicodeScalars
        var end = scalars.startIndex
        var count = 0
        while end < scalars.endIndex, length <= limit, Double(count) * Self.least <= limit + 20 {
            let start = end
            end = scalars.index(start, offsetBy: Self.pieceLength, limitedBy: scalars.endIndex) ?? scalars.endIndex
            count += Self.pieceLength
            let layout = TextLayout(String(scalars[start..<end]), families: families, size: Self.size)
            missingGlyph = missingGlyph ?? layout.missingGlyph
            length += layout.extent.width / Self.size
        }
        measured = scalars[..<end]
        isCut = end < scalars.endIndex
        isExact = count <= Self.pieceLength
    }
}
