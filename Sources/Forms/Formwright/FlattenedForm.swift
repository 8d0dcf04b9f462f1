import Files
import FormFilling
public import FormImport
public import Foundation
import Threads

/// A PDF with its form fields converted to page content.
public struct FlattenedForm: Sendable {
    /// The bytes of the PDF.
    ///
    /// They are equal for equal documents unless the document is encrypted.
    public let data: Data
    /// Notes for the user about the document, such as that it was repaired.
    public let warnings: [String]

    /// Flattens a file, so that its fields can no longer be edited.
    ///
    /// Their appearance does not change. Values without an appearance are drawn.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - password: opens an encrypted PDF.
    ///   - limits: the limits for the document.
    /// - Throws: `Failure`, such as `missing_glyph` for a value that no font can write.
    public init(contentsOf url: URL, password: String? = nil, limits: Limits = Limits()) async throws {
        let document = try await WorkerThreads.shared.run {
            try Importer(limits: limits).document(at: url, password: password)
        }
        try await self.init(document)
    }

    /// Flattens an imported document.
    package init(_ document: ImportedDocument) async throws {
        (data, warnings) = try await WorkerThreads.shared.run { try FormFlattener().flattened(document) }
    }

    /// Writes the PDF atomically.
    ///
    /// - Parameter url: the file, which is replaced if it exists.
    /// - Throws: `Failure`: `output_unwritable` or `disk_full`.
    public func write(to url: URL) throws {
        try OutputFile.write(data, to: url)
    }
}
