import FailureModel
import FormModel

/// The lines of a journal, and what they say together.
extension BatchJournal {
    /// What a journal's batch was made of; another form or other options give other files.
    struct Identity: Codable, Hashable {
        var journal = 1
        /// Of the form's bytes.
        var form: String
        /// Of the fields' description and of how values are drawn.
        var settings: String
        var template: String
    }

    /// What became of a row.
    struct Entry: Codable, Hashable {
        var row: Int
        var line: Int
        /// Of the row's values.
        var values: String
        /// Set where the row was filled.
        var file: String?
        var size: Int?
        var sha256: String?
        /// Set where it failed.
        var code: ErrorCode?
        var message: String?
        var fields: [String]?
        var warnings: [String]?
    }

    /// That so many lines behind the first, and the bytes of their files, are on the disk.
    struct Mark: Codable {
        var synced: Int
    }

    /// What an earlier run has left.
    struct Past {
        /// The last line of each row.
        var entries: [Int: Entry] = [:]
        /// Rows whose files were on the disk for certain.
        var synced: Set<Int> = []

        var names: [(row: Int, name: String)] {
            entries.values.compactMap { entry in entry.file.map { (entry.row, $0) } }
        }
    }
}
