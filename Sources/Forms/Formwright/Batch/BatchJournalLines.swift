import FailureModel
import FormModel

/// The lines of a journal.
extension BatchJournal {
    /// The identity of a batch.
    ///
    /// Files from another form or with other options would differ.
    struct Identity: Codable, Hashable {
        var journal = 1
        /// The digest of the form's bytes.
        var form: String
        /// The digest of the description of the fields and of the drawing options.
        var settings: String
        var template: String
    }

    /// The outcome of a row.
    struct Entry: Codable, Hashable {
        var row: Int
        var line: Int
        /// The digest of the row's values.
        var values: String
        /// The name of the file if the row was filled.
        ///
        /// `size` (in bytes) and `sha256` are set as well.
        var file: String?
        var size: Int?
        var sha256: String?
        /// The error code if the row failed, with `message`.
        var code: ErrorCode?
        var message: String?
        var fields: [String]?
        var warnings: [String]?
    }

    /// A record that lines and the bytes of their files were flushed to disk.
    ///
    /// `synced` is the number of these lines after the first.
    struct Mark: Codable {
        var synced: Int
    }

    /// The entries of an earlier run.
    struct Past {
        /// The last entry of each row.
        var entries: [Int: Entry] = [:]
        /// The rows with files known to have been flushed to disk.
        var synced: Set<Int> = []

        var names: [(row: Int, name: String)] {
            entries.values.compactMap { entry in entry.file.map { (entry.row, $0) } }
        }
    }
}
