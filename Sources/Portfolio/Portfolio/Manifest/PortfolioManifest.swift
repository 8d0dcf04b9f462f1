/// The original of a portfolio's document: everything that a person provided.
///
/// The files are the parts of the document. A manifest refers to them by their position among the parts and by the
/// SHA-256 of their bytes, never by an ID, so the same folder has the same manifest on any day. It is encoded with
/// sorted keys.
package struct PortfolioManifest: Hashable, Sendable, Codable {
    /// The title; at most ``PortfolioLimits/title`` characters.
    package var title: String
    /// The line under the title; may be empty.
    package var subtitle: String
    /// The category as given, such as `Design`; see ``CategoryWeights``.
    package var category: String
    /// A user that is returned to apps and has no other effect.
    package var user: String
    /// The language of the texts as a BCP 47 tag.
    package var language: String
    /// The reference day for the age of inputs, as `2026-01-31`.
    ///
    /// `nil` stands for that of the newest input.
    package var date: String?
    /// The contact details.
    package var contact: PortfolioContact
    /// Figures from the person.
    package var metrics: [PortfolioMetric]
    /// The works named by folders, in order.
    package var works: [Work]
    /// All inputs in order, including unusable ones.
    package var inputs: [Input]
    /// The default edition.
    package var edition: PortfolioEdition?

    /// A work: a subfolder of the dropped folder.
    package struct Work: Hashable, Sendable, Codable {
        /// The path of the folder, to which inputs refer.
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
        /// The content.
        package var source: Source
        /// The path below the dropped folder, or an upload's name; `nil` for links and texts.
        package var name: String?
        /// The folder of its work; `nil` for a stand-alone input.
        package var work: String?
        package var title: String?
        /// A description by the person.
        package var description: String?
        package var caption: String?
        /// A description of the picture for people who cannot see it.
        package var altText: String?
        /// The creation date, as `2026-01-31`.
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

    /// The location of an input's content.
    package enum Source: Hashable, Sendable, Codable {
        /// A part of the document, from 0, and the SHA-256 of its bytes in hexadecimal.
        case file(part: Int, content: String)
        /// An address, which is never fetched.
        case link(String)
        case text(String)
        /// An unusable input, such as a link in a folder, with code and message.
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

/// The contact details of a person; `nil` for those not given.
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

    /// Whether a text can be a bare e-mail address.
    ///
    /// `?` is rejected because it would begin other fields of a `mailto` link.
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

    /// The change of a figure.
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
