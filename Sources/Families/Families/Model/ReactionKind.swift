/// A kind of reaction to an artwork.
package enum ReactionKind: String, CaseIterable, Hashable, Sendable {
    case heart
    case sparkles
    case palette
    case handHeart = "hand_heart"
    case star

    /// The sign that apps show.
    package var emoji: String {
        switch self {
        case .heart: "❤️"
        case .sparkles: "✨"
        case .palette: "🎨"
        case .handHeart: "🫶"
        case .star: "⭐"
        }
    }

    /// What the sign says, in a word.
    package var label: String {
        switch self {
        case .heart: "Love"
        case .sparkles: "Amazing"
        case .palette: "Artistic"
        case .handHeart: "Proud"
        case .star: "Star"
        }
    }

    /// The colour in which the sign is shown.
    package var color: Color {
        switch self {
        case .heart: .pink
        case .sparkles: .purple
        case .palette: .blue
        case .handHeart: .orange
        case .star: .yellow
        }
    }

    /// The colours of reactions, by the names that apps use.
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
