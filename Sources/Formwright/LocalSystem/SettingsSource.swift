import Forms
import Foundation
package import Pipeline

/// The settings file being read: a given one, `./pipeline.yaml`, or none.
package struct SettingsSource {
    /// The file's nodes and problems.
    package let file: SettingsFile
    /// The path of the file; nil if there is none.
    package let path: String?

    /// The default settings, without reading any file.
    package static var defaults: SettingsSource {
        get throws { SettingsSource(file: try SettingsFile(yaml: ""), path: nil) }
    }

    private init(file: SettingsFile, path: String?) {
        self.file = file
        self.path = path
    }

    /// Reads a settings file.
    ///
    /// - Parameter path: the file; nil for `./pipeline.yaml`, or for the defaults if that does not exist.
    /// - Throws: ``Failure`` if the file cannot be read, `SettingsError` if it is not YAML.
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
