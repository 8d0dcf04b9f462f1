package import Typesetting

/// What became of a book: the content of its `report.json`.
///
/// Pictures are named by the place of their input in the manifest; whoever writes the report for people adds names.
package struct PortfolioBookReport: Hashable, Sendable, Codable {
    /// The number of pages.
    package var pages = 0
    /// The size of the PDF in bytes.
    package var size = 0
    /// The resolution to which pictures were made smaller, in pixels per inch.
    package var ppi = 0
    /// The quality of the JPEGs that were made, as in libjpeg.
    package var quality = 0
    /// The pictures in the order of the book.
    package var pictures: [Picture] = []
    /// What somebody who sends or prints the book should know.
    package var warnings: [Warning] = []
    /// The characters that no installed font has, which the warnings of the whole portfolio name in sentences.
    package var missingCharacters: [MissingCharacter] = []

    private enum CodingKeys: String, CodingKey {
        case pages, size, ppi, quality, pictures, warnings
    }

    /// A picture as it stands in the book.
    package struct Picture: Hashable, Sendable, Codable {
        /// The input's place in the manifest.
        package var input: Int
        /// The input's name for people.
        package var name: String?
        /// The page of a PDF or TIFF, from 0.
        package var inputPage: Int
        /// The page of the book, from 1.
        package var page: Int
        /// The resolution of the original at the size in which it stands, in pixels per inch; nil for lines and letters.
        package var ppi: Int?
        /// The size of what the book has of it, in pixels; nil for lines and letters.
        package var width: Int?
        package var height: Int?

        private enum CodingKeys: String, CodingKey {
            case input, name, page, ppi, width, height
            case inputPage = "input_page"
        }
    }

    /// Something that does not look as well as it could.
    package struct Warning: Hashable, Sendable, Codable {
        package var code: Code
        /// The input's place in the manifest.
        package var input: Int
        /// The input's name for people.
        package var name: String?
        /// The page of the book, from 1.
        package var page: Int
        /// The resolution where that is at fault, in pixels per inch.
        package var ppi: Int?

        /// The kinds of warnings.
        package enum Code: String, Hashable, Sendable, Codable {
            /// The picture has less than 150 pixels per inch as placed.
            case lowResolution = "low_resolution"
            /// The picture could not be read; its place is empty.
            case pictureLeftOut = "picture_left_out"
            /// A caption or a description is longer than a page has room for, and was cut.
            case textCut = "text_cut"
        }
    }

    /// The resolution below which a picture looks coarse, in pixels per inch.
    package static let coarsest = 150

    /// Creates an empty report.
    package init() {}
}
