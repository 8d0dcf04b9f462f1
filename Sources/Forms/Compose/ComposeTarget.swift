import FailureModel
import FormModel
import Foundation
import QPDF

/// What values are drawn on, and what is worth finding out about it only once.
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

    /// Lends the parsed document to `body`, whose changes are taken back.
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

    /// Takes away what an overlay stands for now.
    func replaceWidgets(_ filled: [Int: Set<Int>], in file: PDFFile) throws(QPDFError) {
        try file.removeWidgets(filled)
        // The date that cairo gives to a page made for a picture is not the document's.
        if document.fileType != .pdf { file.removeInformation("/CreationDate") }
    }

    func unforeseen(_ error: any Error) -> Failure {
        Failure(.internalError, "\(document.fileName) could not be composed.", underlying: "\(error)")
    }
}

/// Values that were drawn on an overlay, which is yet to be put on the document.
struct DrawnValues {
    /// The document's pages, from 0, that the overlay has one for.
    var pages: [Int] = []
    /// The widgets that the overlay stands for: for each page places in its `/Annots`.
    var widgets: [Int: Set<Int>] = [:]
    var report: FillReport
}
