import FailureModel
import Foundation
import Pipeline
import PortableText

/// The files in YAML that documents are typeset with.
package enum YAMLFile {
    /// The maximum size of a file in bytes.
    package static let sizeLimit = 1 << 20

    /// Reads a file, and reports all of its mistakes.
    ///
    /// - Parameters:
    ///   - data: the file, in UTF-8.
    ///   - name: the name of the file in messages.
    ///   - content: reads the content, and reports mistakes to the file.
    /// - Returns: the content.
    /// - Throws: `malformed_styles` with all mistakes and their lines; `input_too_large`.
    static func read<Content>(
        _ data: Data, name: String, _ content: (SettingsFile) -> Content
    ) throws(Failure) -> Content {
        guard data.count <= sizeLimit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(sizeLimit >> 20) MB.")
        }
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw Failure(.malformedStyles, "\(name) is not UTF-8 text.")
        }
        do throws(SettingsError) {
            let file = try SettingsFile(yaml: text, name: name)
            let read = content(file)
            try file.finish()
            return read
        } catch {
            throw error.failure(.malformedStyles)
        }
    }
}
