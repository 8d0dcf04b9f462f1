package import FormImport

package import FailureModel
import FormModel
package import Foundation
import Poppler
import QPDF

/// Pages of a processed document, as a separate PDF or as pictures.
package struct DocumentPages: Sendable {
    private let pdf: Data
    private let document: ImportedDocument
    private let pages: [Int]

    /// Allowed resolutions of pictures, in pixels per inch.
    package static let resolutions = 20.0...1_200.0
    /// Maximum number of pixels of a picture.
    private static let pixelLimit = 100_000_000.0

    /// Selects pages.
    ///
    /// - Parameters:
    ///   - pdf: the processed document, with the same pages and password.
    ///   - document: the document.
    ///   - selection: the pages; nil for all.
    /// - Throws: `page_unknown` if a selected page does not exist.
    package init(_ pdf: Data, of document: ImportedDocument, selection: PageSelection? = nil) throws(Failure) {
        self.pdf = pdf
        self.document = document
        let count = document.pages.count
        guard let pages = selection.map({ $0.pages(of: count) }) ?? Array(0..<count) else {
            throw Failure(
                .pageUnknown,
                "\(document.fileName) has \(count) page\(count == 1 ? "" : "s"); a page beyond that is selected.")
        }
        self.pages = pages
    }

    /// The number of selected pages.
    package var count: Int { pages.count }
    /// The numbers of the selected pages (1-based).
    package var numbers: [Int] { pages.map { $0 + 1 } }

    /// Returns the selected pages as a PDF, unchanged if these are all pages.
    ///
    /// Otherwise bookmarks, tags, and links within the document are omitted, as they would lead to other pages.
    package func data() throws(Failure) -> Data {
        guard pages.count < document.pages.count else { return pdf }
        do {
            let file = try PDFFile(data: pdf, password: document.password)
            try file.keepPages(Set(pages))
            return try file.written()
        } catch {
            throw Failure(
                .internalError, "The pages of \(document.fileName) could not be written.", underlying: "\(error)")
        }
    }

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - place: the index among the selected pages.
    ///   - resolution: the resolution in pixels per inch.
    /// - Returns: a PNG file.
    /// - Throws: `picture_too_large` if it would have more than 100 million pixels, `damaged_document`,
    ///   `out_of_memory`.
    package func png(_ place: Int, resolution: Double) throws -> Data {
        let page = pages[place]
        let geometry = document.pages[page]
        let scale = resolution / 72
        guard geometry.size.width * geometry.size.height * scale * scale <= Self.pixelLimit else {
            throw Failure(
                .pictureTooLarge,
                "Page \(page + 1) of \(document.fileName) would have more than 100 million pixels; use a lower resolution."
            )
        }
        return try PageSource.translating(document, page: page) {
            try PopplerDocument(data: pdf, password: document.password).page(page, userUnit: geometry.userUnit)
                .png(scale: scale)
        }
    }
}
