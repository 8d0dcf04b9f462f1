/// A kind of reaction to an artwork.
public enum Reaction: String, Codable, Sendable, Hashable, CaseIterable, Identifiable {
    case heart, sparkles, palette
    case handHeart = "hand_heart"
    case star

    /// The kind as the service writes it.
    public var id: String { rawValue }

    /// The emoji of the kind.
    public var emoji: String {
        switch self {
        case .heart: "❤️"
        case .sparkles: "✨"
        case .palette: "🎨"
        case .handHeart: "🫶"
        case .star: "⭐"
        }
    }

    /// The meaning of the kind, in one word.
    public var name: String {
        switch self {
        case .heart: "Love"
        case .sparkles: "Amazing"
        case .palette: "Artistic"
        case .handHeart: "Proud"
        case .star: "Star"
        }
    }
}

/// The number of reactions of one kind.
public struct ReactionCount: Decodable, Sendable, Hashable {
    /// The kind.
    public var reaction: Reaction
    /// The number, at least 1.
    public var count: Int

    private enum CodingKeys: String, CodingKey {
        case count
        case reaction = "emoji_type"
    }
}
