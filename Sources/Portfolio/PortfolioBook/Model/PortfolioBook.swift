package import FailureModel
package import Foundation
package import Portfolio

/// A portfolio as a book: what stands in it, how it is made, and where its pictures come from.
package struct PortfolioBook: Sendable {
    /// What the person gave.
    package var manifest: PortfolioManifest
    /// Where everything stands.
    package var arrangement: Arrangement
    /// What is known about the files, by the input's place in the manifest.
    ///
    /// Inputs without an analysis are left out, and so is what is neither picture, video nor document where a picture
    /// is to stand.
    package var analyses: [Int: InputAnalysis]
    /// How the book is made.
    package var edition: PortfolioEdition
    /// The final scores by input, which decide which pictures of a gallery have a row alone.
    package var scores: [Int: Double]
    /// Reads the bytes of pictures.
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

/// Reads the bytes of a portfolio's pictures, one at a time, when the page is drawn on which they stand.
package struct BookPictureSource: Sendable {
    /// What is read.
    package struct Request: Hashable, Sendable {
        /// The input's place in the manifest.
        package var input: Int
        /// The page of a PDF or TIFF, from 0.
        package var page: Int
        package var form: Form

        /// The forms in which a picture is kept.
        package enum Form: Hashable, Sendable {
            /// The file as it was dropped: a picture, or a PDF of which a page is drawn.
            case original
            /// The JPEG as it was dropped, without any metadata; asked for only where ``PictureFacts/isPlainJPEG``.
            ///
            /// Empty for a JPEG that is not whole, which earlier analyses did not find.
            case plainJPEG
            /// The rendition ``Rendition/Quality/high`` of the page, which a video's poster is, too.
            case high
            /// The PDF of one page that was made of an SVG.
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

    /// Creates a source of pictures whose bytes a function reads.
    package init(reading bytes: @escaping @Sendable (Request) throws(Failure) -> Data) {
        self.bytes = bytes
    }

    /// Returns the bytes; blocks.
    package func read(_ request: Request) throws(Failure) -> Data { try bytes(request) }
}
