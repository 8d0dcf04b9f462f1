import FailureModel
public import FormFilling
public import Foundation
import Threads

extension Form {
    /// Returns the form with an AcroForm field for each field, for use in any program.
    ///
    /// - Parameter options: the kind of signature fields, and the font size.
    /// - Returns: the bytes of a PDF, which are equal for equal forms unless the form is encrypted.
    /// - Throws: `Failure`: `already_fillable` if the form has AcroForm fields, `no_fields` if there are none to add.
    public func fillable(options: FillableOptions = FillableOptions()) async throws -> Data {
        try await WorkerThreads.shared.run { try FillableForm(options: options).pdf(of: document, description) }
    }
}
