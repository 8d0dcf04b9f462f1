/// What a `portfolio.yaml` or `portfolio.json` in a dropped folder says; what is nil is not in it.
///
/// If the form of the file has mistakes, what could be read is here, with stand-ins for figures and inputs, so that all
/// others keep their places.
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
    /// Where it was written.
    package var source: WrittenFile

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
