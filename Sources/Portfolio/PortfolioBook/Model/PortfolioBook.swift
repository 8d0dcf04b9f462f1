package import FailureModel
package import Foundation
package import Portfolio

/// A portfolio as a book: its content, its settings, and the source of its pictures.
package struct PortfolioBook: Sendable {
    /// The manifest from the person.
    package var manifest: PortfolioManifest
    /// The arrangement of the content.
    package var arrangement: Arrangement
    /// The analyses of files, keyed by the input's position in the manifest.
    ///
    /// Inputs without an analysis are left out, and so are text files in place of pictures.
    package var analyses: [Int: InputAnalysis]
    /// The settings of the book.
    package var edition: PortfolioEdition
    /// The final scores by input, which give pictures of a gallery their own row.
    package var scores: [Int: Double]
    /// The source of picture data.
    package var source: BookPictureSource

    /// Creates a book.
    package init(
        manifest: PortfolioManifest, arrangement: Arrangement, analyses: [Int: InputAnalysis],
        edition: PortfolioEdition = PortfolioEdition(), scores: [Int: Double] = [:], source: BookPictureSource
    ) {
        self.manifest = manifest
        self.arrangement = arrangement
        self.analyses = analyses
        self.edition = edition
        self.scores = scores
        self.source = source
    }
}

/// Reads the data of a portfolio's pictures as their pages are drawn, one by one.
package struct BookPictureSource: Sendable {
    /// A request for a picture.
    package struct Request: Hashable, Sendable {
        /// The input's position in the manifest.
        package var input: Int
        /// The page of a PDF or TIFF, from 0.
        package var page: Int
        package var form: Form

        /// The stored forms of a picture.
        package enum Form: Hashable, Sendable {
            /// The dropped file: a picture, or a PDF with pages to draw.
            case original
            /// The dropped JPEG without metadata, requested only if ``PictureFacts/isPlainJPEG``.
            ///
            /// Empty for an incomplete JPEG, which earlier analyses did not detect.
            case plainJPEG
            /// The rendition ``Rendition/Quality/high`` of the page, or of a video's poster.
            case high
            /// The single-page PDF made from an SVG.
            case drawing
        }

        /// Creates a request.
        package init(input: Int, page: Int = 0, form: Form) {
            self.input = input
            self.page = page
            self.form = form
        }
    }

    private let bytes: @Sendable (Request) throws(Failure) -> Data

    /// Creates a source with a function that reads the data.
    package init(reading bytes: @escaping @Sendable (Request) throws(Failure) -> Data) {
        self.bytes = bytes
    }

    /// Returns the data.
    ///
    /// This blocks.
    package func read(_ request: Request) throws(Failure) -> Data { try bytes(request) }
}
