import FailureModel
public import FormFilling
public import Foundation
import Threads

extension Form {
    /// Returns the form with an AcroForm field for each of its fields, so that any program can fill it.
    ///
    /// - Parameter options: what signatures become, and the size of text.
    /// - Returns: the bytes of a PDF, which are the same for the same form unless it is encrypted.
    /// - Throws: `Failure`: `already_fillable` if the form has AcroForm fields, `no_fields` if it has none to make.
    public func fillable(options: FillableOptions = FillableOptions()) async throws -> Data {
        try await WorkerThreads.shared.run { try FillableForm(options: options).pdf(of: document, description) }
    }
}
