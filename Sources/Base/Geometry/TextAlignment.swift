/// How text is aligned within its area.
public enum TextAlignment: String, Sendable, Hashable, Codable {
    /// At the left edge, in the middle, or at the right edge.
    case left, center, right
}
