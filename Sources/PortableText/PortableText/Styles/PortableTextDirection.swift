/// The direction of lines.
public enum PortableTextDirection: String, Hashable, Sendable, CaseIterable, Codable {
    /// From left to right, as in English.
    case leftToRight = "ltr"
    /// From right to left, as in Arabic and Hebrew.
    case rightToLeft = "rtl"
}
