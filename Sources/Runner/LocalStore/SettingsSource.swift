import FailureModel
import Files
import Foundation
package import Pipeline

/// The settings file being read, or the defaults.
package struct SettingsSource {
    /// The file's nodes and problems.
    package let file: SettingsFile
    /// The path of the file, if any.
    package let path: String?
    /// The ignored file of another program in the current folder, if any.
    package let foreign: String?

    /// The default name of a settings file in the current folder.
    package static let usualName = "pipeline.yaml"

    /// The default settings, without a file.
    package static var defaults: SettingsSource {
        get throws { try SettingsSource(yaml: "", at: nil) }
    }

    private init(yaml: String, at path: String?, foreign: String? = nil) throws {
        file = try path.map { try SettingsFile(yaml: yaml, name: $0) } ?? SettingsFile(yaml: yaml)
        self.path = path.map { URL(fileURLWithPath: $0).path }
        self.foreign = foreign
    }

    /// Reads the text of a settings file that is still to be written.
    ///
    /// - Throws: `SettingsError` if it is not YAML.
    package init(text: String, at path: String) throws {
        try self.init(yaml: text, at: path)
    }

    /// Reads a settings file.
    ///
    /// - Throws: `Failure` if the file cannot be read or is not UTF-8, `SettingsError` if it is not YAML.
    package init(contentsOf path: String) throws {
        try self.init(yaml: Self.text(Self.bytes(of: path), of: path), at: path)
    }

    /// Reads `./pipeline.yaml`, or takes the defaults without one.
    ///
    /// Other programs have files with that name, too. A file with none of this program's sections is theirs and is
    /// ignored, unless all of its keys are misspelt sections.
    ///
    /// - Parameter sections: the valid keys at the root of this program's file.
    /// - Throws: as ``init(contentsOf:)``.
    package init(inCurrentFolderWithAnyOf sections: [String]) throws {
        let usual = Self.usualName
        guard FileManager.default.fileExists(atPath: usual) else {
            self = try Self.defaults
            return
        }
        let bytes = try Self.bytes(of: usual)
        // A file of another program may have any encoding.
        let text = String(decoding: bytes, as: UTF8.self)
        let isOurs = sections.contains { Self.has($0, text) } || Self.hasOnlySlips(of: sections, text)
        if Self.hasKeys(text), !isOurs {
            try self.init(yaml: "", at: nil, foreign: usual)
        } else {
            try self.init(yaml: Self.text(bytes, of: usual), at: usual)
        }
    }

    /// Whether every root key resembles one of these, as `runer` does.
    ///
    /// Files of other programs have further keys, too.
    private static func hasOnlySlips(of sections: [String], _ text: String) -> Bool {
        guard let root = (try? SettingsFile(yaml: text))?.root, root.isMapping else { return false }
        let keys = root.entries().compactMap { $0.key.text() }
        return !keys.isEmpty && keys.allSatisfy { SettingsNode.nearest(to: $0, among: sections) != nil }
    }

    private static func bytes(of path: String) throws(Failure) -> Data {
        try InputFile.read(URL(fileURLWithPath: path), limit: 1 << 20)
    }

    private static func text(_ bytes: Data, of path: String) throws(Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.malformedSettings, "\(path) is not UTF-8 text.")
        }
        return text
    }

    /// Whether there is anything but comments and YAML document markers.
    private static func hasKeys(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return !line.isEmpty && !line.hasPrefix("#") && !line.hasPrefix("%") && line != "---" && line != "..."
        }
    }

    /// Whether a line begins with the key.
    ///
    /// Templates of other programs, which are not YAML, must be checked as well.
    private static func has(_ key: String, _ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            // A mapping in braces, such as JSON, may be indented.
            let line = line.drop { "{ \t".contains($0) && text.hasPrefix("{") || $0 == "\"" || $0 == "'" }
            guard line.hasPrefix(key) else { return false }
            let rest = line.dropFirst(key.count).drop { " \t\"'".contains($0) }
            return rest.hasPrefix(":")
        }
    }
}
