import Forms
import Foundation
package import Pipeline

/// The settings file under reading: a given one, `./pipeline.yaml`, or nothing.
package struct SettingsSource {
    /// The file's nodes and problems.
    package let file: SettingsFile
    /// Nil where there is no file.
    package let path: String?

    /// The defaults, whatever files there are.
    package static var defaults: SettingsSource {
        get throws { SettingsSource(file: try SettingsFile(yaml: ""), path: nil) }
    }

    private init(file: SettingsFile, path: String?) {
        self.file = file
        self.path = path
    }

    /// Reads a file. Throws ``Failure`` where it cannot be read, `SettingsError` where it is not YAML.
    ///
    /// - Parameter path: nil for `./pipeline.yaml`, or the defaults where there is none.
    package init(path: String?) throws {
        let usual = "pipeline.yaml"
        let found = path ?? (FileManager.default.fileExists(atPath: usual) ? usual : nil)
        guard let found else {
            self = try Self.defaults
            return
        }
        let data = try InputFile.read(URL(fileURLWithPath: found), limit: 1 << 20)
        self.init(
            file: try SettingsFile(yaml: String(decoding: data, as: UTF8.self), name: found),
            path: URL(fileURLWithPath: found).path)
    }
}
