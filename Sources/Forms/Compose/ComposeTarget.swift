import FailureModel
import FormModel
import Foundation
import QPDF

/// The document that values are drawn on, with everything that has to be determined only once for it.
struct ComposeTarget: Sendable {
    let document: ImportedDocument
    let description: FormDescription
    /// The widgets of the fields that have one.
    let widgets: [Field.ID: Widget]

    init(_ document: ImportedDocument, _ description: FormDescription) {
        self.document = document
        self.description = description
        widgets = Dictionary(
            document.widgets.map { (WidgetFields.id(of: $0, in: document), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Passes the parsed document to `body` and reverts its changes afterwards.
    func file<T>(_ body: (PDFFile) throws(QPDFError) -> T) throws(Failure) -> T {
        let file = try Importer.open(document)
        do throws(QPDFError) {
            let result = try file.restoring { () throws(QPDFError) in try body(file) }
            document.parsed.putBack(file)
            return result
        } catch {
            throw unforeseen(error)
        }
    }

    /// Removes the widgets that the overlay replaces.
    func replaceWidgets(_ filled: [Int: Set<Int>], in file: PDFFile) throws(QPDFError) {
        try file.removeWidgets(filled)
        // Cairo gives a page made for a picture a date that is not the document's.
        if document.fileType != .pdf { file.removeInformation("/CreationDate") }
    }

    func unforeseen(_ error: any Error) -> Failure {
        Failure(.internalError, "\(document.fileName) could not be composed.", underlying: "\(error)")
    }
}

/// Values that were drawn on an overlay, which has not been put on the document yet.
struct DrawnValues {
    /// The document's pages (0-based) for which the overlay has a page.
    var pages: [Int] = []
    /// The widgets that the overlay replaces: for each page, indices in its `/Annots`.
    var widgets: [Int: Set<Int>] = [:]
    var report: FillReport
}
