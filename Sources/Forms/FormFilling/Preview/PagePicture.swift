package import FormImport

import FailureModel
import FormModel
package import Foundation
import Poppler
import QPDF

/// One page of a document as a picture.
package struct PagePicture: Sendable {
    private let document: ImportedDocument

    /// The range of widths, in pixels.
    package static let widths = 64...3000
    /// The maximum number of pixels, which a long narrow page would exceed at the largest width.
    private static let pixelLimit = 24_000_000.0

    /// Creates pictures of a document's pages.
    package init(of document: ImportedDocument) {
        self.document = document
    }

    /// Draws a page in colour.
    ///
    /// - Parameters:
    ///   - page: the page, from 0.
    ///   - width: the width in pixels, within ``widths``; narrower if the page is so long that there would be too many
    ///     pixels.
    ///   - pdf: what the document has become, with the same pages; nil for the document as it is.
    /// - Returns: a PNG file.
    /// - Throws: `Failure`: `page_unknown`, `damaged_document`, `out_of_memory`.
    package func png(ofPage page: Int, width: Int, in pdf: Data? = nil) throws -> Data {
        guard document.pages.indices.contains(page) else {
            throw Failure(.pageUnknown, "\(document.fileName) has no page \(page + 1).")
        }
        let geometry = document.pages[page]
        let size = geometry.size
        let width = Double(min(max(width, Self.widths.lowerBound), Self.widths.upperBound))
        let scale = min(width / size.width, (Self.pixelLimit / (size.width * size.height)).squareRoot())
        return try PageSource.translating(document, page: page) {
            try PopplerDocument(data: pdf ?? document.pdf, password: document.password)
                .page(page, userUnit: geometry.userUnit).png(scale: scale)
        }
    }
}
