import FormFilling
import FormModel
import Formwright
import FormwrightCLI
import Foundation

/// A file with a mapping of columns to fields.
struct MappingFile {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Reads the mapping.
    func mapping() throws -> ColumnMapping {
        try ColumnMapping(
            data: try NamedFile.read(path, limit: ColumnMapping.sizeLimit), name: NamedFile.name(path))
    }

    /// Writes a mapping to be confirmed.
    ///
    /// What a person completed in an earlier file of the same form stays, with the places of its fields.
    ///
    /// - Returns: the mapping as written.
    func write(_ mapping: ColumnMapping, of table: String, for form: Form) throws -> ColumnMapping {
        var mapping = mapping
        if FileManager.default.fileExists(atPath: path) {
            mapping = form.describing(mapping.keeping(try self.mapping()))
        }
        try NamedFile.write(Data(mapping.yaml(table: table).utf8), to: path)
        return mapping
    }
}
