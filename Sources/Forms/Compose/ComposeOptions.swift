/// How values are drawn.
public struct ComposeOptions: Sendable, Hashable {
    /// Font families in order of preference; fonts that have a missing character are found beyond the list.
    public var fontFamilies = ["Noto Sans", "DejaVu Sans", "sans-serif"]
    /// For typed signatures.
    public var signatureFamilies = ["Z003", "cursive", "Noto Serif", "serif"]
    /// The largest size that is chosen where the form does not ask for one, in points.
    public var preferredFontSize = 11.0
    /// Text is shrunk no further than this, in points.
    public var minimumFontSize = 5.0
    public var overflow = Overflow.error
    public var mark = Mark.cross

    public init() {}

    /// What happens to text that does not fit at the smallest size.
    public enum Overflow: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing is written; the error names the field.
        case error
        /// The text is cut at the last character that fits.
        case truncate
        /// The text is made as small as it takes.
        case shrink
    }

    /// What a ticked box shows where the form has no wish of its own.
    public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
        case cross, check
    }
}
