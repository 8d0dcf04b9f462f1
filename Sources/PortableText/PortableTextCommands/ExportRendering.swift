import DatasetExport
import FailureModel
import Files
import FormwrightCLI
import Foundation
import PortableText
import PortableTextDomain
import PortableTextPDF
import Values

/// Renders documents of an exported dataset.
struct ExportRendering: Sendable {
    var rendering: DocumentRendering
    let format: TypesetCommand.OutputFormat
    /// The member with the rich text; nil for the only one.
    let field: String?

    /// Renders the document with an ID into a file, or to standard output.
    ///
    /// - Throws: `input_missing` if there is no such document, `input_empty` if it has no rich text, and the errors of
    ///   rendering.
    func render(_ id: String, of export: DatasetExport, to output: String) throws {
        var found: ExportedDocument?
        try export.forEachDocument { document in
            if document.id == id { found = document }
            return found == nil
        }
        guard let found else { throw Failure(.inputMissing, "The export has no document \(id.quoted).") }
        guard let text = try found.richText(at: field) else {
            throw Failure(
                .inputEmpty, "The document \(id.quoted) has no rich text\(field.map { " at \($0.quoted)" } ?? "").")
        }
        for problem in try write(text, of: found, export, to: output) {
            StandardError.print("formwright: note: \(problem)")
        }
    }

    /// Renders all documents with rich text into a folder.
    ///
    /// The files have the names of their IDs.
    ///
    /// - Parameters:
    ///   - export: the export.
    ///   - folder: the folder, which is created if it is missing.
    ///   - didRender: called after each document.
    /// - Throws: `rows_failed` if some failed, which are named on standard error.
    func renderAll(of export: DatasetExport, into folder: URL, didRender: () -> Void) throws {
        try OutputFolder.make(folder)
        let counter = FileCounter()
        var stems = FileStems()
        var (written, failed, empty) = (0, 0, 0)
        try export.forEachDocument { document in
            defer { didRender() }
            do {
                guard let text = try document.richText(at: field) else {
                    empty += 1
                    return true
                }
                let file = folder.appendingPathComponent("\(stems.stem(document.id)).\(format.rawValue)")
                for problem in try write(text, of: document, export, to: file.path) {
                    counter.clear()
                    StandardError.print("formwright: note: \(document.id.quoted): \(problem)")
                }
                written += 1
                counter.show(written)
            } catch let error as PortableTextError {
                counter.clear()
                failed += 1
                StandardError.print("formwright: \(document.id.quoted): \(error)")
            } catch let failure as Failure where failure.code == .malformedStructure {
                counter.clear()
                failed += 1
                StandardError.print("formwright: \(failure.message)")
            }
            return true
        }
        counter.clear()
        let without = empty > 0 ? "; \(empty) without rich text" : ""
        // Rich text in several members, such as one a language, is not chosen among.
        let hint = written == 0 && failed == 0 && empty > 0 ? "; name its field by --field, such as content.en" : ""
        StandardError.print("formwright: wrote \(folder.relativePath): \(written.counted("document"))\(without)\(hint)")
        guard failed == 0 else {
            throw Failure(
                .rowsFailed,
                "\(failed) of \((written + failed).counted("document")) could not be rendered; correct them, or use --lenient."
            )
        }
    }

    private func write(
        _ text: JSONValue, of document: ExportedDocument, _ export: DatasetExport, to path: String
    ) throws -> [PortableTextError] {
        var rendering = rendering
        rendering.pictures = .folder(export.folder)
        if !rendering.isFragment {
            rendering.options.title =
                rendering.options.title ?? document.title.map { String($0.prefix(TypesetOptions.longestTitle)) }
        }
        return try rendering.write(text, format, to: path)
    }
}
