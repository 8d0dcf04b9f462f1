/// The content of a `portfolio.yaml` or `portfolio.json`; `nil` for missing keys.
///
/// If the file is malformed, its readable part is here. Placeholders for figures and inputs keep the positions of the
/// others.
package struct PortfolioFile: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?
    package var category: String?
    package var user: String?
    /// A BCP 47 tag.
    package var language: String?
    /// A date such as `2026-01-31`.
    package var date: String?
    package var contact: PortfolioContact?
    package var metrics: [PortfolioMetric]?
    package var edition: PortfolioEdition?
    /// The entries in order; files that none of them names follow.
    package var inputs: [Input]?
    /// The file in which it was written.
    package var source: WrittenFile

    /// An address, a text, or the files that match a pattern.
    package struct Input: Hashable, Sendable {
        package var source: Source
        package var title: String?
        package var description: String?
        package var caption: String?
        package var altText: String?
        /// A date such as `2026-01-31`.
        package var date: String?
        /// Whether the first matching file is the cover.
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
        source: WrittenFile = WrittenFile(name: "portfolio.yaml")
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
        self.source = source
    }
}
