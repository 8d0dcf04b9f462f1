/// A kind of reaction to an artwork.
package enum ReactionKind: String, CaseIterable, Hashable, Sendable {
    case heart
    case sparkles
    case palette
    case handHeart = "hand_heart"
    case star

    /// The emoji shown by apps.
    package var emoji: String {
        switch self {
        case .heart: "❤️"
        case .sparkles: "✨"
        case .palette: "🎨"
        case .handHeart: "🫶"
        case .star: "⭐"
        }
    }

    /// The meaning of the emoji in one word.
    package var label: String {
        switch self {
        case .heart: "Love"
        case .sparkles: "Amazing"
        case .palette: "Artistic"
        case .handHeart: "Proud"
        case .star: "Star"
        }
    }

    /// The display colour.
    package var color: Color {
        switch self {
        case .heart: .pink
        case .sparkles: .purple
        case .palette: .blue
        case .handHeart: .orange
        case .star: .yellow
        }
    }

    /// The colours of reactions, named as in apps.
    package enum Color: String, CaseIterable, Hashable, Sendable {
        case pink
        case purple
        case blue
        case orange
        case yellow

        /// Red, green and blue as `#RRGGBB`.
        package var hex: String {
            switch self {
            case .pink: "#E91E63"
            case .purple: "#9C27B0"
            case .blue: "#2196F3"
            case .orange: "#FF9800"
            case .yellow: "#FFC107"
            }
        }
    }
}
