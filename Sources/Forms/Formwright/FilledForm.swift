import FailureModel
import Files
public import FormFilling
public import Foundation

/// A filled form in memory.
public struct FilledForm: Sendable {
    /// The PDF's bytes, which are the same for the same form and values unless the form is encrypted.
    public let data: Data
    /// What was written into each field, with warnings.
    public let report: FillReport

    /// Writes the PDF atomically (temporary file, `fsync`, rename), so that the file is never incomplete.
    ///
    /// - Parameter url: the file, which is replaced if it exists.
    /// - Throws: `Failure`: `output_unwritable` or `disk_full`.
    public func write(to url: URL) throws {
        try OutputFile.write(data, to: url)
    }
}
