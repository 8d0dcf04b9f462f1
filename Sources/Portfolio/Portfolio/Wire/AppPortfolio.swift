/// A portfolio in the format of apps.
///
/// Keys are in snake case, except `metricLayout` and `metricStyle`. The name `Portfolio` is taken by the module.
package struct AppPortfolio: Hashable, Sendable, Codable {
    package var portfolioID: String
    /// The user named in the request, which has no effect.
    package var userID: String
    package var category: String
    /// Always `v1`.
    package var version: String
    package var meta: Meta
    package var sections: [AppSection]
    package var navigation: AppNavigation
    package var analytics: Analytics

    /// The metadata of a portfolio.
    package struct Meta: Hashable, Sendable, Codable {
        package var title: String
        package var subtitle: String
        /// The creation time in ISO 8601, UTC.
        package var createdAt: String
        /// The time of the last change in ISO 8601, UTC.
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

    /// The usage reports of an app, disabled because nothing receives them.
    package struct Analytics: Hashable, Sendable, Codable {
        package var enabled: Bool
        package var trackEvents: [String]

        private enum CodingKeys: String, CodingKey {
            case enabled
            case trackEvents = "track_events"
        }

        /// Creates disabled reports.
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

/// A section of a portfolio, shown as one page of an app's reel.
package struct AppSection: Hashable, Sendable, Codable {
    package enum Layout: String, Hashable, Sendable, Codable { case full, contained }

    /// The visibility of a section, and the minimum number of blocks for it.
    package struct Visibility: Hashable, Sendable, Codable {
        package var initial: String
        package var minContentRequired: Int

        private enum CodingKeys: String, CodingKey {
            case initial
            case minContentRequired = "min_content_required"
        }

        /// Creates the visibility of a visible section.
        package init() {
            initial = "visible"
            minContentRequired = 1
        }
    }

    package var sectionID: SectionID
    /// The position among the sections, from 1.
    package var order: Int
    package var layout: Layout
    package var visibility: Visibility
    /// The blocks, at least one.
    package var blocks: [AppBlock]

    private enum CodingKeys: String, CodingKey {
        case sectionID = "section_id"
        case order, layout, visibility, blocks
    }

    /// Creates a section with the layout for its ID.
    package init(_ sectionID: SectionID, order: Int, blocks: [AppBlock]) {
        self.sectionID = sectionID
        self.order = order
        layout = sectionID == .hook ? .full : .contained
        visibility = Visibility()
        self.blocks = blocks
    }
}
