/// How a portfolio's book is made: what values are to a form.
///
/// A value that is nil has its default.
package struct PortfolioEdition: Hashable, Sendable, Codable {
    package enum Page: String, Hashable, Sendable, Codable, CaseIterable {
        case a4Landscape = "a4-landscape"
        case a4
        case letter
        case widescreen = "16x9"
        case square
    }

    package enum Theme: String, Hashable, Sendable, Codable, CaseIterable { case light, dark, auto }

    /// The page; `a4-landscape` by default.
    package var page: Page?
    /// The colours; `auto` is light.
    package var theme: Theme?
    /// The colour of headings and links as `#RRGGBB`; by default that of the cover's picture.
    package var accent: String?
    /// The largest size of the book in bytes.
    package var maxSize: Int64?
    /// The resolution of pictures; 220 by default, 300 with bleed.
    package var ppi: Int?
    /// The bleed in millimetres; 0 by default.
    package var bleed: Double?
    /// The sections in their order; those that are not named follow.
    package var sections: [SectionID]?
    /// The file on the cover, by its name as dropped.
    package var cover: String?
    /// Files that are left out.
    package var omit: [String]?
    /// Files and folders in their order; those that are not named follow.
    package var order: [String]?
    package var captions: [String: String]?
    package var titles: [String: String]?
    package var altTexts: [String: String]?
    /// Whether the JSON for apps is made again as well.
    package var json: Bool?

    /// The name of the input of a fill that holds an edition.
    package static let artefactName = "edition.json"

    /// Creates an edition with all defaults.
    package init() {}
}
