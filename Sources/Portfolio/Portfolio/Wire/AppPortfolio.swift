/// A portfolio as apps receive it.
///
/// Keys are in snake case, but for `metricLayout` and `metricStyle`. The type is not called `Portfolio` since the module
/// is.
package struct AppPortfolio: Hashable, Sendable, Codable {
    package var portfolioID: String
    /// The user as the request named it; decides nothing.
    package var userID: String
    package var category: String
    /// Always `v1`.
    package var version: String
    package var meta: Meta
    package var sections: [AppSection]
    package var navigation: AppNavigation
    package var analytics: Analytics

    /// What a portfolio says about itself.
    package struct Meta: Hashable, Sendable, Codable {
        package var title: String
        package var subtitle: String
        /// In ISO 8601, UTC.
        package var createdAt: String
        /// In ISO 8601, UTC.
        package var updatedAt: String
        package var language: String
        package var theme: PortfolioEdition.Theme

        private enum CodingKeys: String, CodingKey {
            case title, subtitle
            case createdAt = "created_at"
            case updatedAt = "updated_at"
            case language, theme
        }

        /// Creates the values.
        package init(
            title: String, subtitle: String, createdAt: String, updatedAt: String, language: String,
            theme: PortfolioEdition.Theme
        ) {
            self.title = title
            self.subtitle = subtitle
            self.createdAt = createdAt
            self.updatedAt = updatedAt
            self.language = language
            self.theme = theme
        }
    }

    /// What an app reports about its use: nothing, as nobody receives it.
    package struct Analytics: Hashable, Sendable, Codable {
        package var enabled: Bool
        package var trackEvents: [String]

        private enum CodingKeys: String, CodingKey {
            case enabled
            case trackEvents = "track_events"
        }

        /// Creates the setting that reports nothing.
        package init() {
            enabled = false
            trackEvents = ["portfolio_view", "section_view", "block_interaction", "cta_click"]
        }
    }

    private enum CodingKeys: String, CodingKey {
        case portfolioID = "portfolio_id"
        case userID = "user_id"
        case category, version, meta, sections, navigation, analytics
    }

    /// Creates a portfolio.
    package init(
        portfolioID: String, userID: String, category: String, meta: Meta, sections: [AppSection],
        navigation: AppNavigation
    ) {
        self.portfolioID = portfolioID
        self.userID = userID
        self.category = category
        version = "v1"
        self.meta = meta
        self.sections = sections
        self.navigation = navigation
        analytics = Analytics()
    }
}

/// A section of a portfolio, which an app shows as one page of its reel.
package struct AppSection: Hashable, Sendable, Codable {
    package enum Layout: String, Hashable, Sendable, Codable { case full, contained }

    /// Whether a section is seen, and how many blocks it needs for that.
    package struct Visibility: Hashable, Sendable, Codable {
        package var initial: String
        package var minContentRequired: Int

        private enum CodingKeys: String, CodingKey {
            case initial
            case minContentRequired = "min_content_required"
        }

        /// Creates the visibility of a section that is seen.
        package init() {
            initial = "visible"
            minContentRequired = 1
        }
    }

    package var sectionID: SectionID
    /// The place among the sections, from 1.
    package var order: Int
    package var layout: Layout
    package var visibility: Visibility
    /// At least one block.
    package var blocks: [AppBlock]

    private enum CodingKeys: String, CodingKey {
        case sectionID = "section_id"
        case order, layout, visibility, blocks
    }

    /// Creates a section, whose layout follows from its ID.
    package init(_ sectionID: SectionID, order: Int, blocks: [AppBlock]) {
        self.sectionID = sectionID
        self.order = order
        layout = sectionID == .hook ? .full : .contained
        visibility = Visibility()
        self.blocks = blocks
    }
}
