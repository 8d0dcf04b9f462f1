/// How values are drawn.
public struct ComposeOptions: Sendable, Hashable {
    /// Font families in order of preference.
    ///
    /// Characters that they lack are taken from other installed fonts.
    public var fontFamilies: [String]
    /// Font families for typed signatures, in order of preference.
    public var signatureFamilies: [String]
    /// The largest size used if the form does not ask for one, in points.
    public var preferredFontSize: Double
    /// The size of all text in points, whatever the form asks for, where the field is high enough and the value fits; nil
    /// for a size that suits the fields.
    public var fontSize: Double?
    /// The colour of text and marks; nil for that of the form, or else black.
    public var color: TextColor?
    /// The smallest size that text is shrunk to, in points.
    public var minimumFontSize: Double
    /// What happens to text that does not fit at the smallest size.
    public var overflow: Overflow
    /// The mark in a ticked box if the form has none of its own.
    public var mark: Mark
    /// Whether AcroForm fields stay fields, with the values in them.
    ///
    /// Otherwise filled fields become part of the page, which every program shows alike.
    public var keepsFields: Bool
    /// Whether the document's own bytes stay as they are, with the values behind them.
    ///
    /// On a document with digital signatures, values are only written into its AcroForm fields, so that the signatures
    /// stay valid.
    public var isIncremental: Bool

    /// The sizes in points that ``fontSize`` can have.
    public static let fontSizes = 4.0...144.0

    /// The default of ``fontFamilies``.
    public static let defaultFontFamilies = ["Noto Sans", "DejaVu Sans", "sans-serif"]

    /// Creates options; what is left out has its default.
    public init(
        fontFamilies: [String] = defaultFontFamilies,
        signatureFamilies: [String] = ["Z003", "cursive", "Noto Serif", "serif"], preferredFontSize: Double = 11,
        fontSize: Double? = nil, color: TextColor? = nil, minimumFontSize: Double = 5, overflow: Overflow = .error,
        mark: Mark = .cross, keepsFields: Bool = false, isIncremental: Bool = false
    ) {
        self.fontFamilies = fontFamilies
        self.signatureFamilies = signatureFamilies
        self.preferredFontSize = preferredFontSize
        self.fontSize = fontSize
        self.color = color
        self.minimumFontSize = minimumFontSize
        self.overflow = overflow
        self.mark = mark
        self.keepsFields = keepsFields
        self.isIncremental = isIncremental
    }

    /// What happens to text that does not fit at the smallest size.
    public enum Overflow: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing is written; the error names the field.
        case error
        /// The text is cut at the last character that fits.
        case truncate
        /// The text is made as small as necessary.
        case shrink
        /// The text is written on an added page, to which the field refers.
        case addendum
    }

    /// What a ticked box shows.
    public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
        /// A cross.
        case cross
        /// A check mark.
        case check
    }
}
