/// The alignment of text within its area.
public enum TextAlignment: String, Sendable, Hashable, Codable {
    /// The left edge, the middle or the right edge.
    case left, center, right
}
