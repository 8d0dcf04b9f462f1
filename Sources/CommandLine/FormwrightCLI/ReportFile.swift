import ArgumentParser
import Foundation

/// The file that a command writes its report to.
package enum ReportFile {
    /// Refuses a name that is that of another type of file, which is most likely a slip.
    ///
    /// That a report would overwrite a file is checked before, since this is the more important thing to say.
    ///
    /// - Parameters:
    ///   - path: the file; nil if no report is written.
    ///   - isLines: whether the report is JSON Lines rather than JSON.
    /// - Throws: `ValidationError`.
    package static func check(_ path: String?, isLines: Bool) throws {
        guard let path else { return }
        let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
        guard ["pdf", "png", "jpg", "jpeg", "tif", "tiff", "yaml", "yml", "csv", "fdf", "xfdf"].contains(suffix) else {
            return
        }
        throw ValidationError("--report names a \(isLines ? "JSON Lines" : "JSON") file, not a .\(suffix).")
    }
}
