package import FailureModel
package import Foundation

/// Writes files that are either whole or not there.
package enum OutputFile {
    /// Writes a file under a temporary name and gives it its own when it is whole and flushed to disk, as ``GrowingFile``
    /// does.
    ///
    /// - Throws: `output_unwritable` or `disk_full`; the target is as it was then.
    package static func write(_ data: Data, to url: URL) throws(Failure) {
        let file = try GrowingFile(at: url)
        try file.append(data)
        try file.finish()
    }
}
