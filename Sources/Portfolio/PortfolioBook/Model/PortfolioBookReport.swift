package import Typesetting

/// The report on a book: the content of its `report.json`.
///
/// Pictures are identified by the position of their input in the manifest. The writer of the report for people adds
/// names.
package struct PortfolioBookReport: Hashable, Sendable, Codable {
    /// The number of pages.
    package var pages = 0
    /// The size of the PDF in bytes.
    package var size = 0
    /// The maximum resolution of pictures in pixels per inch.
    package var ppi = 0
    /// The quality of the created JPEGs, as in libjpeg.
    package var quality = 0
    /// The pictures in book order.
    package var pictures: [Picture] = []
    /// Warnings for whoever sends or prints the book.
    package var warnings: [Warning] = []
    /// The characters missing in all installed fonts.
    ///
    /// The warnings of the whole portfolio name them in sentences.
    package var missingCharacters: [MissingCharacter] = []

    private enum CodingKeys: String, CodingKey {
        case pages, size, ppi, quality, pictures, warnings
    }

    /// A picture, as placed in the book.
    package struct Picture: Hashable, Sendable, Codable {
        /// The input's position in the manifest.
        package var input: Int
        /// The input's label for people.
        package var name: String?
        /// The page of a PDF or TIFF, from 0.
        package var inputPage: Int
        /// The page of the book, from 1.
        package var page: Int
        /// The resolution of the original as placed, in pixels per inch; `nil` for vectors.
        package var ppi: Int?
        /// The size of the embedded picture in pixels; `nil` for vectors.
        package var width: Int?
        package var height: Int?

        private enum CodingKeys: String, CodingKey {
            case input, name, page, ppi, width, height
            case inputPage = "input_page"
        }
    }

    /// A quality issue.
    package struct Warning: Hashable, Sendable, Codable {
        package var code: Code
        /// The input's position in the manifest.
        package var input: Int
        /// The input's label for people.
        package var name: String?
        /// The page of the book, from 1.
        package var page: Int
        /// The resolution in pixels per inch, if it is the issue.
        package var ppi: Int?

        /// The kinds of warnings.
        package enum Code: String, Hashable, Sendable, Codable {
            /// The picture has less than 150 pixels per inch as placed.
            case lowResolution = "low_resolution"
            /// The picture could not be read, so its place is empty.
            case pictureLeftOut = "picture_left_out"
            /// A caption or description was shortened to fit its page.
            case textCut = "text_cut"
        }
    }

    /// The resolution below which a picture looks coarse, in pixels per inch.
    package static let coarsest = 150

    /// Creates an empty report.
    package init() {}
}
