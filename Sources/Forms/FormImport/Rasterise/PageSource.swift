package import FailureModel
package import FormModel
import Poppler
import QPDF
import Tesseract

/// A document opened by one thread to read its pages.
package final class PageSource {
    let document: ImportedDocument
    private let rasteriser: Rasteriser
    /// The parsed document, opened when the pictures of a page are first needed.
    private var structure: PDFFile?

    package init(_ document: ImportedDocument) throws(Failure) {
        self.document = document
        do {
            rasteriser = Rasteriser(try PopplerDocument(data: document.pdf, password: document.password))
        } catch {
            if error.code == .libraryMissing { throw Self.noPoppler(error) }
            throw Failure(
                .damagedDocument, "\(document.fileName) is damaged and its pages cannot be drawn.",
                underlying: "\(error)")
        }
    }

    deinit {
        if let structure { document.parsed.putBack(structure) }
    }

    /// Reads one page (0-based); `image` is its picture if already drawn.
    package func content(ofPage index: Int, image: GrayImage? = nil) throws -> PageContent {
        var content = try rasteriser.content(ofPage: index, userUnit: document.pages[index].userUnit, image: image) {
            size in
            // If only Poppler can parse a page's content, the page may be anything, including a scan.
            (try? parsed().pictures(onPage: index)) ?? [Region(x: 0, y: 0, width: size.width, height: size.height)]
        }
        content.isUpright = document.isUpright(page: index)
        return content
    }

    /// Returns the readable words of a page's text layer.
    package func words(ofPage index: Int) throws -> [Word] {
        try rasteriser.words(ofPage: index, userUnit: document.pages[index].userUnit)
    }

    private func parsed() throws(Failure) -> PDFFile {
        if let structure { return structure }
        let file = try Importer.open(document)
        structure = file
        return file
    }

    package func picture(ofPage index: Int) throws -> GrayImage {
        try rasteriser.picture(ofPage: index, userUnit: document.pages[index].userUnit)
    }

    private static func noPoppler(_ error: PopplerError) -> Failure {
        Failure(.internalError, "The library poppler cannot be loaded.", underlying: "\(error)")
    }

    /// Converts errors of libraries while reading a page to failures for users.
    package static func translating<T>(
        _ document: ImportedDocument, page: Int, _ body: () throws -> T
    ) throws -> T {
        do {
            return try body()
        } catch let error as PopplerError where error.code == .fontDataMissing {
            throw Failure(
                .toolMissing,
                "Page \(page + 1) has text in fonts that need the package poppler-data; install it, such as by tools/setup.",
                underlying: "\(error)")
        } catch let error as PopplerError where error.code == .outOfMemory {
            throw Failure(
                .outOfMemory, "There is not enough memory for page \(page + 1) of \(document.fileName).",
                underlying: "\(error)")
        } catch let error as PopplerError where error.code == .libraryMissing {
            throw noPoppler(error)
        } catch let error as PopplerError {
            throw Failure(
                .damagedDocument, "Page \(page + 1) of \(document.fileName) is damaged and cannot be drawn.",
                underlying: "\(error)")
        } catch let error as RecogniserError {
            throw Failure(notStarting: error)
                ?? Failure(
                    .internalError, "The text of page \(page + 1) of \(document.fileName) cannot be recognised.",
                    underlying: "\(error)")
        }
    }
}
