/// A portfolio, arranged in sections.
public struct Portfolio: Decodable, Sendable, Hashable, Identifiable {
    /// The title and other data of the portfolio.
    public struct Meta: Decodable, Sendable, Hashable {
        /// The title.
        public var title: String
        /// The subtitle.
        public var subtitle: String
        /// The language, such as `en`.
        public var language: String
        /// The theme: `light`, `dark` or `auto`.
        public var theme: String
    }

    /// The settings of the app's statistics.
    public struct Analytics: Decodable, Sendable, Hashable {
        /// Whether the app may record events.
        public var isEnabled: Bool
        /// The events that may be recorded.
        public var trackEvents: [String]

        private enum CodingKeys: String, CodingKey {
            case isEnabled = "enabled"
            case trackEvents = "track_events"
        }
    }

    /// The identifier.
    public var id: String
    /// The user named in the request.
    public var userID: String
    /// The category, such as `Design`.
    public var category: String
    /// The title and other data.
    public var meta: Meta
    /// The sections in order, at least one.
    public var sections: [PortfolioSection]
    /// The ways to move between sections.
    public var navigation: Navigation
    /// The settings of the app's statistics.
    public var analytics: Analytics

    private enum CodingKeys: String, CodingKey {
        case category, meta, sections, navigation, analytics
        case id = "portfolio_id"
        case userID = "user_id"
    }
}

/// A section of a portfolio, one screen of the app.
public struct PortfolioSection: Decodable, Sendable, Hashable, Identifiable {
    /// The identifier: `hook`, `credibility`, `work`, `process` or `action`.
    public var id: String
    /// The place of the section.
    public var order: Int
    /// The layout, `full` or `contained`.
    public var layout: String
    /// The blocks in order, at least one.
    public var blocks: [Block]

    private enum CodingKeys: String, CodingKey {
        case order, layout, blocks
        case id = "section_id"
    }
}

/// The ways to move between the sections of a portfolio.
public struct Navigation: Decodable, Sendable, Hashable {
    /// A button of the quick navigation.
    public struct QuickNavItem: Decodable, Sendable, Hashable, Identifiable {
        /// The label.
        public var label: String
        /// The section to which it leads.
        public var targetSection: String
        /// The name of an SF symbol.
        public var icon: String

        /// The section to which it leads.
        public var id: String { targetSection }

        private enum CodingKeys: String, CodingKey {
            case label, icon
            case targetSection = "target_section"
        }
    }

    /// The links into a portfolio.
    public struct DeepLinks: Decodable, Sendable, Hashable {
        /// Whether the links may be offered.
        public var isEnabled: Bool
        /// The link to the portfolio.
        public var baseURL: String

        private enum CodingKeys: String, CodingKey {
            case isEnabled = "enabled"
            case baseURL = "base_url"
        }
    }

    private struct QuickNav: Decodable, Sendable, Hashable {
        let enabled: Bool
        let items: [QuickNavItem]
    }

    /// The buttons of the quick navigation; none if it is turned off.
    public var quickNav: [QuickNavItem]
    /// The links into the portfolio.
    public var deepLinks: DeepLinks

    private enum CodingKeys: String, CodingKey {
        case quickNav = "quick_nav"
        case deepLinks = "deep_links"
    }

    /// Decodes the navigation.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let nav = try values.decode(QuickNav.self, forKey: .quickNav)
        quickNav = nav.enabled ? nav.items : []
        deepLinks = try values.decode(DeepLinks.self, forKey: .deepLinks)
    }
}
