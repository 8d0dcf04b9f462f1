import FailureModel
public import FormFilling
public import FormImport
public import Foundation
import Threads

/// Pages of a filled or flattened PDF: as a PDF of their own, or as pictures.
public struct PDFPages: Sendable {
    private let pages: DocumentPages

    /// Selects pages of a PDF.
    ///
    /// - Parameters:
    ///   - data: the bytes of the PDF.
    ///   - selection: the pages; all of them if it is nil.
    ///   - password: opens an encrypted PDF.
    ///   - limits: what the document may demand of the machine.
    /// - Throws: `Failure`: `page_unknown` if the document does not have a page that is selected.
    public init(
        _ data: Data, _ selection: PageSelection? = nil, password: String? = nil, limits: Limits = Limits()
    ) async throws {
        pages = try await WorkerThreads.shared.run {
            let document = try Importer(limits: limits).document(data, fileName: "the PDF", password: password)
            return try DocumentPages(document.pdf, of: document, selection: selection)
        }
    }

    /// The numbers of the selected pages, from 1, in ascending order.
    public var numbers: [Int] { pages.numbers }

    /// Returns the selected pages as a PDF, without bookmarks, tags and links to other pages; unchanged if these are all
    /// pages.
    public func pdf() async throws -> Data {
        let pages = pages
        return try await WorkerThreads.shared.run { try pages.data() }
    }

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - place: the place among ``numbers``.
    ///   - resolution: in pixels per inch, from 20 to 1,200.
    /// - Returns: a PNG file.
    /// - Throws: `Failure`: `picture_too_large` if it would have more than 100 million pixels.
    public func png(at place: Int, resolution: Double = 150) async throws -> Data {
        let pages = pages
        let range = DocumentPages.resolutions
        let scale = min(max(resolution, range.lowerBound), range.upperBound)
        return try await WorkerThreads.shared.run { try pages.png(place, resolution: scale) }
    }
}
