import FailureModel
import Files
public import FormFilling
public import Foundation

/// A filled form in memory.
public struct FilledForm: Sendable {
    /// The bytes of the PDF.
    ///
    /// They are equal for equal forms and values unless the form is encrypted.
    public let data: Data
    /// The report on the filled fields, with warnings.
    public let report: FillReport

    /// Writes the PDF atomically, so that the file is never incomplete.
    ///
    /// This uses a temporary file, `fsync` and a rename.
    ///
    /// - Parameter url: the file, which is replaced if it exists.
    /// - Throws: `Failure`: `output_unwritable` or `disk_full`.
    public func write(to url: URL) throws {
        try OutputFile.write(data, to: url)
    }
}
