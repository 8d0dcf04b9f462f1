package import Typesetting

/// What became of a book: the content of `report.json`.
///
/// Artworks are named by their IDs: neither names nor words of the family are in it.
package struct BookReport: Hashable, Sendable, Codable {
    /// The number of pages.
    package var pages: Int
    /// Where each artwork begins, in the order of the book.
    package var artworks: [Place]
    /// What somebody who orders the book should know.
    package var warnings: [Warning]
    /// The artworks that are not in the book.
    package var omissions: [Omission]
    /// The characters that no installed font has, for which “�” stands.
    package var missingCharacters: [MissingCharacter] = []

    private enum CodingKeys: String, CodingKey {
        case pages, artworks, warnings, omissions
        case missingCharacters = "missing_characters"
    }

    /// Where an artwork stands.
    package struct Place: Hashable, Sendable, Codable {
        /// The ID of the artwork.
        package var artwork: String
        /// Its first page, from 1.
        package var page: Int
        /// The number of its comments that found no room.
        package var commentsLeftOut: Int

        private enum CodingKeys: String, CodingKey {
            case artwork, page
            case commentsLeftOut = "comments_left_out"
        }
    }

    /// Something that does not look as well as it could.
    package struct Warning: Hashable, Sendable, Codable {
        /// What it is.
        package var code: Code
        /// The ID of the artwork.
        package var artwork: String
        /// The page, from 1.
        package var page: Int
        /// The resolution in print, in pixels per inch, where that is at fault.
        package var ppi: Int?

        /// The kinds of warnings.
        package enum Code: String, Hashable, Sendable, Codable {
            /// The artwork's picture has less than 150 pixels per inch in print.
            case lowResolution = "low_resolution"
            /// The photo of the moment has less than 150 pixels per inch in print.
            case lowResolutionMoment = "low_resolution_moment"
            /// The artwork's picture could not be read; its place is empty.
            case pictureLeftOut = "picture_left_out"
            /// The photo of the moment could not be read, and was left out.
            case momentLeftOut = "moment_left_out"
        }
    }

    /// An artwork that is not in the book.
    package struct Omission: Hashable, Sendable, Codable {
        /// The ID of the artwork.
        package var artwork: String
        /// Why.
        package var reason: Reason

        /// The reasons.
        package enum Reason: String, Hashable, Sendable, Codable {
            /// The picture was deleted.
            case pictureDeleted = "picture_deleted"
            /// The picture could not be used, or is not the one that the book was ordered with.
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
