package import Typesetting

/// The report on a book: the content of `report.json`.
///
/// Artworks are identified by ID: the report contains neither names nor words of the family.
package struct BookReport: Hashable, Sendable, Codable {
    /// The number of pages.
    package var pages: Int
    /// The first page of each artwork, in book order.
    package var artworks: [Place]
    /// Warnings for whoever orders the book.
    package var warnings: [Warning]
    /// The artworks left out of the book.
    package var omissions: [Omission]
    /// The characters missing in all installed fonts, replaced by “�”.
    package var missingCharacters: [MissingCharacter] = []

    private enum CodingKeys: String, CodingKey {
        case pages, artworks, warnings, omissions
        case missingCharacters = "missing_characters"
    }

    /// The place of an artwork.
    package struct Place: Hashable, Sendable, Codable {
        /// The ID of the artwork.
        package var artwork: String
        /// The first page, from 1.
        package var page: Int
        /// The number of comments left out for lack of space.
        package var commentsLeftOut: Int

        private enum CodingKeys: String, CodingKey {
            case artwork, page
            case commentsLeftOut = "comments_left_out"
        }
    }

    /// A quality issue.
    package struct Warning: Hashable, Sendable, Codable {
        /// The kind of the issue.
        package var code: Code
        /// The ID of the artwork.
        package var artwork: String
        /// The page, from 1.
        package var page: Int
        /// The printed resolution in pixels per inch, if it is the issue.
        package var ppi: Int?

        /// The kinds of warnings.
        package enum Code: String, Hashable, Sendable, Codable {
            /// The artwork's picture has less than 150 pixels per inch in print.
            case lowResolution = "low_resolution"
            /// The photo of the moment has less than 150 pixels per inch in print.
            case lowResolutionMoment = "low_resolution_moment"
            /// The artwork's picture could not be read, so its place is empty.
            case pictureLeftOut = "picture_left_out"
            /// The photo of the moment could not be read, and was left out.
            case momentLeftOut = "moment_left_out"
        }
    }

    /// An artwork left out of the book.
    package struct Omission: Hashable, Sendable, Codable {
        /// The ID of the artwork.
        package var artwork: String
        /// The reason.
        package var reason: Reason

        /// The reasons for an omission.
        package enum Reason: String, Hashable, Sendable, Codable {
            /// The picture was deleted.
            case pictureDeleted = "picture_deleted"
            /// The picture was unusable, or is not the ordered one.
            case pictureUnusable = "picture_unusable"
        }

        /// Creates an omission.
        package init(artwork: String, reason: Reason) {
            self.artwork = artwork
            self.reason = reason
        }
    }

    /// Creates a report.
    package init(
        pages: Int = 0, artworks: [Place] = [], warnings: [Warning] = [], omissions: [Omission] = []
    ) {
        self.pages = pages
        self.artworks = artworks
        self.warnings = warnings
        self.omissions = omissions
    }

    /// The resolution below which a print looks coarse, in pixels per inch.
    package static let coarsestPrint = 150
}
