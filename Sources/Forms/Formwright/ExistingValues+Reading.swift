package import FailureModel
import Files
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
    /// - Throws: `Failure`: `no_fields` if the document has no AcroForm fields, and was not filled by Formwright.
    public init(
        contentsOf url: URL, password: String? = nil, includingEmpty: Bool = false, limits: Limits = Limits()
    ) async throws {
        self = try await WorkerThreads.shared.run {
            let data = try InputFile.read(url, limit: limits.fileSize)
            return try ExistingValues(
                data, named: url.lastPathComponent, password: password, includingEmpty: includingEmpty, limits: limits)
        }
    }

    /// Reads the values of a form's bytes.
    ///
    /// - Throws: as ``init(contentsOf:password:includingEmpty:limits:)``.
    package init(
        _ data: Data, named fileName: String, password: String?, includingEmpty: Bool, limits: Limits
    ) throws(Failure) {
        let blank = try Importer(limits: limits, filled: .kept).document(data, fileName: fileName, password: password)
        guard blank.isFilledBefore else {
            try self.init(of: blank, includingEmpty: includingEmpty)
            return
        }
        let document = try Importer(limits: limits).document(data, fileName: fileName, password: password)
        try self.init(of: document, filled: blank, includingEmpty: includingEmpty)
    }
}
