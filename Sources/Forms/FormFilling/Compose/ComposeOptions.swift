/// Options for drawing values.
public struct ComposeOptions: Sendable, Hashable {
    /// Font families in order of preference.
    ///
    /// Missing characters are taken from other installed fonts.
    public var fontFamilies: [String]
    /// Font families for typed signatures, in order of preference.
    public var signatureFamilies: [String]
    /// Maximum size in points if the form does not specify one.
    public var preferredFontSize: Double
    /// The size of all text in points, regardless of the form, where it fits.
    ///
    /// nil selects a size that suits the fields.
    public var fontSize: Double?
    /// The colour of text and marks; nil for that of the form, or else black.
    public var color: TextColor?
    /// Minimum size in points that text is shrunk to without asking.
    public var minimumFontSize: Double
    /// Minimum size in points if ``overflow`` is `shrink`.
    public var smallestFontSize: Double
    /// The treatment of text that does not fit at the minimum size.
    public var overflow: Overflow
    /// The mark in a ticked box without a mark of its own.
    public var mark: Mark
    /// Whether AcroForm fields remain fields that hold the values.
    ///
    /// Otherwise filled fields become part of the page, which looks the same in every program.
    public var keepsFields: Bool
    /// Whether the document's own bytes are unchanged and the values appended.
    ///
    /// In a digitally signed document, values are written only into its AcroForm fields, so that the signatures stay
    /// valid.
    public var isIncremental: Bool

    /// The allowed values of ``fontSize`` in points.
    public static let fontSizes = 4.0...144.0

    /// The default of ``fontFamilies``.
    public static let defaultFontFamilies = ["Noto Sans", "DejaVu Sans", "sans-serif"]

    /// Creates options.
    public init(
        fontFamilies: [String] = defaultFontFamilies,
        signatureFamilies: [String] = ["Z003", "cursive", "Noto Serif", "serif"], preferredFontSize: Double = 11,
        fontSize: Double? = nil, color: TextColor? = nil, minimumFontSize: Double = 7, smallestFontSize: Double = 5,
        overflow: Overflow = .error,
        mark: Mark = .cross, keepsFields: Bool = false, isIncremental: Bool = false
    ) {
        self.fontFamilies = fontFamilies
        self.signatureFamilies = signatureFamilies
        self.preferredFontSize = preferredFontSize
        self.fontSize = fontSize
        self.color = color
        self.minimumFontSize = minimumFontSize
        self.smallestFontSize = smallestFontSize
        self.overflow = overflow
        self.mark = mark
        self.keepsFields = keepsFields
        self.isIncremental = isIncremental
    }

    /// The treatment of text that does not fit at the minimum size.
    public enum Overflow: String, Sendable, Hashable, Codable, CaseIterable {
        /// Fails with an error that names the key and the field.
        case error
        /// Truncates the text after the last character that fits.
        case truncate
        /// Shrinks the text further, with a warning, and truncates what does not fit even then.
        case shrink
        /// Writes the text on an added page; the field refers to it.
        case addendum
    }

    /// The shape in a ticked box.
    public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
        /// A cross.
        case cross
        /// A check mark.
        case check
    }
}
