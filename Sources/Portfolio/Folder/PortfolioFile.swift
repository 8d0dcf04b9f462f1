/// What a `portfolio.yaml` or `portfolio.json` in a dropped folder says; what is nil is not in it.
package struct PortfolioFile: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?
    package var category: String?
    package var user: String?
    /// As in BCP 47.
    package var language: String?
    /// As `2026-01-31`.
    package var date: String?
    package var contact: PortfolioContact?
    package var metrics: [PortfolioMetric]?
    package var edition: PortfolioEdition?
    /// In their order; files that no entry names follow.
    package var inputs: [Input]?
    /// The name of the file, for messages.
    package var name: String
    /// The lines of values by their keys, such as `contact.url`, `inputs[3].title` or `edition.omit[0]`, for messages.
    package var lines: [String: Int]

    /// An address, a text, or the files that a pattern matches.
    package struct Input: Hashable, Sendable {
        package var source: Source
        package var title: String?
        package var description: String?
        package var caption: String?
        package var altText: String?
        /// As `2026-01-31`.
        package var date: String?
        /// Whether the first of the files is the cover.
        package var isCover: Bool

        package enum Source: Hashable, Sendable {
            case url(String)
            case text(String)
            /// A pattern, see ``GlobPattern``.
            case file(String)
        }

        /// Creates an entry.
        package init(
            _ source: Source, title: String? = nil, description: String? = nil, caption: String? = nil,
            altText: String? = nil, date: String? = nil, isCover: Bool = false
        ) {
            self.source = source
            self.title = title
            self.description = description
            self.caption = caption
            self.altText = altText
            self.date = date
            self.isCover = isCover
        }
    }

    /// Creates the content of a file.
    package init(
        title: String? = nil, subtitle: String? = nil, category: String? = nil, user: String? = nil,
        language: String? = nil, date: String? = nil, contact: PortfolioContact? = nil,
        metrics: [PortfolioMetric]? = nil, edition: PortfolioEdition? = nil, inputs: [Input]? = nil,
        name: String = "portfolio.yaml", lines: [String: Int] = [:]
    ) {
        self.title = title
        self.subtitle = subtitle
        self.category = category
        self.user = user
        self.language = language
        self.date = date
        self.contact = contact
        self.metrics = metrics
        self.edition = edition
        self.inputs = inputs
        self.name = name
        self.lines = lines
    }
}
