/// The original of a portfolio's document: everything that a person said about it, and the files that it is made of.
///
/// The files are the parts of the document. A manifest names them by their place among the parts and by the SHA-256 of
/// their bytes, never by an ID, so that the same folder has the same manifest on any day. Encoded with sorted keys.
package struct PortfolioManifest: Hashable, Sendable, Codable {
    /// The title; at most ``PortfolioLimits/title`` characters.
    package var title: String
    /// The line under the title; may be empty.
    package var subtitle: String
    /// The category as it was given, such as `Design`; see ``CategoryWeights``.
    package var category: String
    /// Shown back to apps; decides nothing.
    package var user: String
    /// The language of the texts, as in BCP 47.
    package var language: String
    /// The day at which the age of inputs is measured, as `2026-01-31`; nil for that of the newest input.
    package var date: String?
    /// How the person can be reached.
    package var contact: PortfolioContact
    /// Figures that the person gave.
    package var metrics: [PortfolioMetric]
    /// The works that were named by a folder, in their order.
    package var works: [Work]
    /// Everything that was given, in order; those that could not be used included.
    package var inputs: [Input]
    /// The edition that applies unless another is given.
    package var edition: PortfolioEdition?

    /// A sub-folder of what was dropped: one work.
    package struct Work: Hashable, Sendable, Codable {
        /// The path of the folder, by which inputs refer to it.
        package var folder: String
        /// The title: the folder's name without leading digits.
        package var title: String

        /// Creates a work.
        package init(folder: String, title: String) {
            self.folder = folder
            self.title = title
        }
    }

    /// A file, a link or a text.
    package struct Input: Hashable, Sendable, Codable {
        /// What it is.
        package var source: Source
        /// The path below the dropped folder, or the name of an upload; nil for links and texts.
        package var name: String?
        /// The folder of the work that it belongs to; nil for one that stands alone.
        package var work: String?
        package var title: String?
        /// What the person wrote about it.
        package var description: String?
        package var caption: String?
        /// What a picture shows, for people who cannot see it.
        package var altText: String?
        /// The day on which it was made, as `2026-01-31`.
        package var date: String?
        /// Whether the person chose it for the cover.
        package var isCover: Bool

        /// Creates an input.
        package init(
            _ source: Source, name: String? = nil, work: String? = nil, title: String? = nil,
            description: String? = nil, caption: String? = nil, altText: String? = nil, date: String? = nil,
            isCover: Bool = false
        ) {
            self.source = source
            self.name = name
            self.work = work
            self.title = title
            self.description = description
            self.caption = caption
            self.altText = altText
            self.date = date
            self.isCover = isCover
        }
    }

    /// Where an input's content is.
    package enum Source: Hashable, Sendable, Codable {
        /// A part of the document, counted from 0, and the SHA-256 of its bytes in hexadecimal digits.
        case file(part: Int, content: String)
        /// An address; it is never fetched.
        case link(String)
        case text(String)
        /// An input that could not become a document, such as a link in a folder, with its code and a sentence.
        case failed(code: String, message: String)
    }

    /// Creates a manifest.
    package init(
        title: String, subtitle: String = "", category: String = "", user: String = "", language: String = "en",
        date: String? = nil, contact: PortfolioContact = PortfolioContact(), metrics: [PortfolioMetric] = [],
        works: [Work] = [], inputs: [Input], edition: PortfolioEdition? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.category = category
        self.user = user
        self.language = language
        self.date = date
        self.contact = contact
        self.metrics = metrics
        self.works = works
        self.inputs = inputs
        self.edition = edition
    }
}

/// How a person can be reached; what is nil was not given.
package struct PortfolioContact: Hashable, Sendable, Codable {
    package var email: String?
    package var phone: String?
    package var url: String?

    /// Creates a contact.
    package init(email: String? = nil, phone: String? = nil, url: String? = nil) {
        self.email = email
        self.phone = phone
        self.url = url
    }

    /// Whether a text can be an address of e-mail, and nothing but the address: `?` would begin other fields of a letter.
    package static func isEmail(_ text: String) -> Bool {
        text.count(where: { $0 == "@" }) == 1 && text.first != "@" && text.last != "@"
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.value >= 0x20 && !"?&<>,;:\"".unicodeScalars.contains($0)
            }
    }
}

/// A figure with its label, such as "98 % retention".
package struct PortfolioMetric: Hashable, Sendable, Codable {
    package var label: String
    package var value: String
    package var unit: String?
    package var trend: Trend?

    /// How a figure has changed.
    package struct Trend: Hashable, Sendable, Codable {
        package enum Direction: String, Hashable, Sendable, Codable, CaseIterable { case up, down, neutral }
        package var direction: Direction
        package var percentage: Double

        /// Creates a trend.
        package init(direction: Direction, percentage: Double) {
            self.direction = direction
            self.percentage = percentage
        }
    }

    /// Creates a metric.
    package init(label: String, value: String, unit: String? = nil, trend: Trend? = nil) {
        self.label = label
        self.value = value
        self.unit = unit
        self.trend = trend
    }
}
