import Cairo
import FormModel

/// The length of a text on one line, measured piece by piece.
///
/// Pango counts in 32 bits, so a very long line would come out short, and measuring more than can fit would be wasted.
struct TextMeasure {
    /// The length in ems.
    ///
    /// If a text has several lines, each piece counts as its longest line, so the text is at least this long.
    private(set) var length = 0.0
    /// The prefix that was measured.
    private(set) var measured: Substring.UnicodeScalarView
    /// Whether the text continues after the measured prefix.
    private(set) var isCut: Bool
    private(set) var missingGlyph: Unicode.Scalar?
    /// Whether the text was short enough to be measured as a whole.
    let isExact: Bool

    /// Number of scalars to measure at a time.
    static let pieceLength = 1_000
    /// The default font size in points; large enough that rounding does not matter.
    static let size = 10.0
    /// Minimum length in ems that each scalar counts for.
    ///
    /// Marks and joiners have no width, and their number is unlimited.
    private static let least = 0.02

    /// Measures a text up to `limit` in ems.
    ///
    /// The rest of a longer text is not measured. Pango searches all fonts for each `size`, so it is faster to use one
    /// that the text is drawn in.
    init(_ text: String, families: String, limit: Double, size: Double) {
        let scalars = text[...].unicodeScalars
        var end = scalars.startIndex
        var count = 0
        while end < scalars.endIndex, length <= limit, Double(count) * Self.least <= limit + 20 {
            let start = end
            end = scalars.index(start, offsetBy: Self.pieceLength, limitedBy: scalars.endIndex) ?? scalars.endIndex
            count += Self.pieceLength
            let layout = TextLayout(String(scalars[start..<end]), families: families, size: size)
            missingGlyph = missingGlyph ?? layout.missingGlyph
            length += layout.extent.width / size
        }
        measured = scalars[..<end]
        isCut = end < scalars.endIndex
        isExact = count <= Self.pieceLength
    }
}
