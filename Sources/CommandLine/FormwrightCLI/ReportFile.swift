import ArgumentParser
import Foundation

/// The file of a command's report.
package enum ReportFile {
    /// Refuses a name with the extension of another type of file, most likely a slip.
    ///
    /// Whether a report would overwrite a file is checked earlier, since that is the more important message.
    ///
    /// - Parameters:
    ///   - path: the file; `nil` without a report.
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
