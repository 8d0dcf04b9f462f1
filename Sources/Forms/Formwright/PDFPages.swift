import FailureModel
public import FormFilling
public import FormImport
public import Foundation
import Threads

/// Pages of a filled or flattened PDF, as a separate PDF or as pictures.
public struct PDFPages: Sendable {
    private let pages: DocumentPages

    /// Selects pages of a PDF.
    ///
    /// - Parameters:
    ///   - data: the bytes of the PDF.
    ///   - selection: the pages; nil for all.
    ///   - password: opens an encrypted PDF.
    ///   - limits: the limits for the document.
    /// - Throws: `Failure`: `page_unknown` if a selected page does not exist.
    public init(
        _ data: Data, _ selection: PageSelection? = nil, password: String? = nil, limits: Limits = Limits()
    ) async throws {
        pages = try await WorkerThreads.shared.run {
            let document = try Importer(limits: limits).document(data, fileName: "the PDF", password: password)
            return try DocumentPages(document.pdf, of: document, selection: selection)
        }
    }

    /// The numbers of the selected pages (1-based) in ascending order.
    public var numbers: [Int] { pages.numbers }

    /// Returns the selected pages as a PDF, unchanged if these are all pages.
    ///
    /// Otherwise bookmarks, tags and links to other pages are omitted.
    public func pdf() async throws -> Data {
        let pages = pages
        return try await WorkerThreads.shared.run { try pages.data() }
    }

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - place: the index in ``numbers``.
    ///   - resolution: the resolution in pixels per inch, from 20 to 1,200.
    /// - Returns: a PNG file.
    /// - Throws: `Failure`: `picture_too_large` if it would have more than 100 million pixels.
    public func png(at place: Int, resolution: Double = 150) async throws -> Data {
        let pages = pages
        let range = DocumentPages.resolutions
        let scale = min(max(resolution, range.lowerBound), range.upperBound)
        return try await WorkerThreads.shared.run { try pages.png(place, resolution: scale) }
    }
}
