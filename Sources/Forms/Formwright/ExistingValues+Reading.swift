public import FormFilling
public import FormImport
public import Foundation
import Threads

extension ExistingValues {
    /// Reads the values that a form's AcroForm fields hold.
    ///
    /// ```swift
    /// let values = try await ExistingValues(contentsOf: filled)
    /// try values.data(as: .xfdf).write(to: output)
    /// ```
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - password: opens an encrypted PDF.
    ///   - includingEmpty: whether to include fields without a value.
    ///   - limits: the limits for the document.
    /// - Throws: `Failure`: `no_fields` if the document has no AcroForm fields.
    public init(
        contentsOf url: URL, password: String? = nil, includingEmpty: Bool = false, limits: Limits = Limits()
    ) async throws {
        self = try await WorkerThreads.shared.run {
            let document = try Importer(limits: limits).document(at: url, password: password)
            return try ExistingValues(of: document, includingEmpty: includingEmpty)
        }
    }
}
