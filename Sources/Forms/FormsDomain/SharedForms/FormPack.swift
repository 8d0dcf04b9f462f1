import FailureModel
import Files
import FormFilling
import FormImport
package import FormModel
package import Foundation
import Pipeline

/// A form of the office in a ZIP file, with its corrected fields and mapping.
package struct FormPack: Sendable {
    /// What the form is; `form.json` in the file.
    package struct Manifest: Sendable, Hashable, Codable {
        /// The version of the format.
        var format = 1
        /// The name.
        package var name: String
        /// The edition; empty if it does not matter.
        package var edition: String
        /// The digest of what the form's pages draw.
        package var digest: String
        /// The name of the file with the blank form, without folders.
        package var fileName: String
    }

    /// What the form is.
    package let manifest: Manifest
    /// The blank form.
    package let form: Data
    /// The corrected fields; `nil` for those that are detected.
    package let template: FormTemplate?
    /// The columns of the confirmed mapping; `nil` without one.
    package let columns: [ColumnMapping.Column]?

    private enum Name {
        static let manifest = "form.json"
        static let template = "template.json"
        static let mapping = "mapping.json"
        static let form = "form/"
    }

    /// The maximum size of a file in bytes.
    package static let sizeLimit = InputFile.documentLimit + templateLimit
    private static let manifestLimit = 64 << 10
    private static let templateLimit = 64 << 20

    package init(_ manifest: Manifest, form: Data, template: FormTemplate?, columns: [ColumnMapping.Column]?) {
        self.manifest = manifest
        self.form = form
        self.template = template
        self.columns = columns
    }

    // MARK: Writing

    /// Writes the file; blocks.
    ///
    /// - Parameters:
    ///   - descriptor: a descriptor open for writing.
    ///   - name: the name of the file, for messages.
    /// - Throws: `Failure`: `output_unwritable`, `disk_full`.
    package func write(to descriptor: Int32, name: String) throws {
        var entries = [(path: Name.manifest, data: try JSONText.encode(manifest))]
        if let template { entries.append((Name.template, try JSONText.encode(template))) }
        if let columns { entries.append((Name.mapping, try JSONText.encode(columns))) }
        entries.append((Name.form + manifest.fileName, form))
        try PackArchive.write(entries, to: descriptor, name: name)
    }

    // MARK: Reading

    /// Reads a file that is not trusted; blocks.
    ///
    /// - Throws: `Failure`: `invalid_form_pack`, `input_too_large`, `invalid_template`.
    package init(_ data: Data) throws {
        let parts = try PackArchive.entries(of: data) { path, count, _ in
            guard let limit = Self.limit(of: path), count < 4 else { throw Self.invalid("it has other files") }
            return limit
        } invalid: {
            Self.invalid($0)
        }
        guard let text = parts[Name.manifest], let manifest = try? JSONDecoder().decode(Manifest.self, from: text),
            manifest.format == 1
        else { throw Self.invalid("its form.json is missing or from a later version") }
        guard ContentID(hex: manifest.digest)?.hex == manifest.digest else {
            throw Self.invalid("its digest is not 64 lower-case hexadecimal digits")
        }
        let files = parts.keys.filter { $0.hasPrefix(Name.form) }
        guard files.count == 1, manifest.fileName.utf8.count <= 255,
            !manifest.fileName.unicodeScalars.contains(where: {
                $0 == "\\" || $0.properties.generalCategory == .control
            })
        else { throw Self.invalid("it needs one blank form, with a name of at most 255 bytes") }
        guard let form = parts[Name.form + manifest.fileName] else { throw Self.invalid("the blank form is missing") }
        let template = try parts[Name.template].map { try FormTemplate(decoding: $0, name: Name.template) }
        guard template.map({ $0.digest == manifest.digest }) ?? true else {
            throw Self.invalid("its fields are those of another form")
        }
        let columns = parts[Name.mapping].map { try? JSONDecoder().decode([ColumnMapping.Column].self, from: $0) }
        if let columns, columns == nil { throw Self.invalid("its mapping cannot be read") }
        self.init(manifest, form: form, template: template, columns: columns ?? nil)
    }

    private static func limit(of name: String) -> Int? {
        switch name {
        case Name.manifest: manifestLimit
        case Name.template: templateLimit
        case Name.mapping: ColumnMapping.sizeLimit
        default: name.hasPrefix(Name.form) && !name.dropFirst(Name.form.count).contains("/") ? Limits().fileSize : nil
        }
    }

    private static func invalid(_ reason: String) -> Failure {
        Failure(.invalidFormPack, "The file is not a pack of a form: \(reason).")
    }
}
