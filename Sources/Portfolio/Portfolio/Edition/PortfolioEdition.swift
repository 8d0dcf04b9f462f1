/// Settings of a portfolio's book, the counterpart of a form's values.
///
/// A `nil` value stands for the default.
package struct PortfolioEdition: Hashable, Sendable, Codable {
    package enum Page: String, Hashable, Sendable, Codable, CaseIterable {
        case a4Landscape = "a4-landscape"
        case a4
        case letter
        case widescreen = "16x9"
        case square
    }

    package enum Theme: String, Hashable, Sendable, Codable, CaseIterable { case light, dark, auto }

    /// The page format; `a4-landscape` by default.
    package var page: Page?
    /// The colour scheme; `auto` is light.
    package var theme: Theme?
    /// The colour of headings and links as `#RRGGBB`; by default that of the cover picture.
    package var accent: String?
    /// The maximum size of the book in bytes.
    package var maxSize: Int64?
    /// The resolution of pictures; 220 by default, 300 with bleed.
    package var ppi: Int?
    /// The bleed in millimetres; 0 by default.
    package var bleed: Double?
    /// The sections in order; unnamed ones follow.
    package var sections: [SectionID]?
    /// The file on the cover, by its dropped name.
    package var cover: String?
    /// Files to leave out.
    package var omit: [String]?
    /// Files and folders in order; unnamed ones follow.
    package var order: [String]?
    package var captions: [String: String]?
    package var titles: [String: String]?
    package var altTexts: [String: String]?
    /// Whether the JSON for apps is regenerated as well.
    package var json: Bool?

    /// The name of a fill's input that holds an edition.
    package static let artefactName = "edition.json"

    /// Creates an edition with default values.
    package init() {}
}
