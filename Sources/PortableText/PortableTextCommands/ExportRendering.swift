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
        var names: Set<String> = []
        var (written, failed, empty) = (0, 0, 0)
        try export.forEachDocument { document in
            defer { didRender() }
            do {
                guard let text = try document.richText(at: field) else {
                    empty += 1
                    return true
                }
                let name = Self.fileName(of: document.id, unlike: &names)
                let file = folder.appendingPathComponent("\(name).\(format.rawValue)")
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
        StandardError.print("formwright: wrote \(folder.relativePath): \(written.counted("document"))\(without)")
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

    /// Returns a file name for an ID.
    ///
    /// It has no characters that file systems or shells treat specially.
    static func fileName(of id: String, unlike names: inout Set<String>) -> String {
        let safe = String(
            id.prefix(longestName).map { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber || "-_.".contains(letter)) ? letter : "_"
            })
        let base = safe.hasPrefix(".") ? "_" + safe.dropFirst() : safe
        var name = base
        var number = 1
        while !names.insert(name.lowercased()).inserted {
            number += 1
            name = "\(base)-\(number)"
        }
        return name
    }

    /// The maximum length of a name without its suffix.
    private static let longestName = 150
}
