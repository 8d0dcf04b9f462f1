import FailureModel
import Files
public import Forms
public import Foundation

/// A filled form, not yet written anywhere.
public struct FilledForm: Sendable {
    /// The PDF's bytes: the same for the same form and values, unless the form is encrypted.
    public let data: Data
    public let report: FillReport

    /// Writes the PDF so that the file is either whole or not there (temporary file, fsync, rename).
    ///
    /// - Throws: `Failure`: `output_unwritable` or `disk_full`.
    public func write(to url: URL) throws {
        try OutputFile.write(data, to: url)
    }
}
