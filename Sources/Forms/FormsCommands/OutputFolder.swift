import FailureModel
import Foundation

/// A folder that a command writes several files to.
enum OutputFolder {
    /// Makes the folder, unless it exists.
    ///
    /// - Throws: `output_unwritable`.
    static func make(_ url: URL) throws {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw Failure(.outputUnwritable, "\(url.relativePath) cannot be made.", underlying: "\(error)")
        }
    }
}
