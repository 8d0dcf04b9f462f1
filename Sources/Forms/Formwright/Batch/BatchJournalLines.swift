import FailureModel
import FormModel

/// The lines of a journal.
extension BatchJournal {
    /// What identifies a batch: files from another form or with other options would differ.
    struct Identity: Codable, Hashable {
        var journal = 1
        /// The digest of the form's bytes.
        var form: String
        /// The digest of the fields' description and of how values are drawn.
        var settings: String
        var template: String
    }

    /// The outcome of a row.
    struct Entry: Codable, Hashable {
        var row: Int
        var line: Int
        /// The digest of the row's values.
        var values: String
        /// Set if the row was filled, with `size` (in bytes) and `sha256`.
        var file: String?
        var size: Int?
        var sha256: String?
        /// Set if the row failed, with `message`.
        var code: ErrorCode?
        var message: String?
        var fields: [String]?
        var warnings: [String]?
    }

    /// Records that this number of lines after the first, and the bytes of their files, have been flushed to disk.
    struct Mark: Codable {
        var synced: Int
    }

    /// The entries of an earlier run.
    struct Past {
        /// The last entry of each row.
        var entries: [Int: Entry] = [:]
        /// The rows whose files are known to have been flushed to disk.
        var synced: Set<Int> = []

        var names: [(row: Int, name: String)] {
            entries.values.compactMap { entry in entry.file.map { (entry.row, $0) } }
        }
    }
}
