package import FormImport

import FailureModel
import FormModel
package import Foundation
import Poppler
import QPDF

/// Pictures of the pages of a document.
package struct PagePicture: Sendable {
    private let document: ImportedDocument

    /// Allowed widths in pixels.
    package static let widths = 64...3000
    /// Maximum number of pixels, which a long narrow page would exceed at the largest width.
    private static let pixelLimit = 24_000_000.0

    /// Creates pictures of a document's pages.
    package init(of document: ImportedDocument) {
        self.document = document
    }

    /// Draws a page in colour.
    ///
    /// - Parameters:
    ///   - page: the page (0-based).
    ///   - width: the width in pixels, limited to ``widths``, and reduced if a long page would have too many pixels.
    ///   - pdf: the processed document, with the same pages; nil for the document itself.
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
