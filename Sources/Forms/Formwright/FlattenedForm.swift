import Files
import FormFilling
public import FormImport
public import Foundation
import Threads

/// A PDF whose form fields have become parts of its pages.
public struct FlattenedForm: Sendable {
    /// The PDF's bytes, which are the same for the same document unless it is encrypted.
    public let data: Data
    /// What the user should know about the document, such as that it had to be repaired.
    public let warnings: [String]

    /// Flattens a file: what the fields show stays as it is and can no longer be edited.
    ///
    /// Values that a viewer would have to draw are drawn.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - password: opens an encrypted PDF.
    ///   - limits: what the document may demand of the machine.
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
