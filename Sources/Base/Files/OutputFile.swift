package import FailureModel
package import Foundation

/// Writes files that are either complete or absent.
package enum OutputFile {
    /// Writes a file under a temporary name and renames it once flushed to disk.
    ///
    /// See ``GrowingFile``.
    ///
    /// - Throws: `output_unwritable` or `disk_full`; the target is then unchanged.
    package static func write(_ data: Data, to url: URL) throws(Failure) {
        let file = try GrowingFile(at: url)
        try file.append(data)
        try file.finish()
    }
}
