import FailureModel
import Trading

/// The content of a file read so far.
struct Draft {
    /// The file, which receives its securities at the end.
    var file: EntryFile
    /// The securities of the file.
    var securities = SecurityTable()
    /// The mistakes found so far.
    var mistakes: Mistakes
    /// Mistakes in rows with unknown words.
    ///
    /// These rows are omitted, so the mistakes count only if the file is rejected.
    var mistakesOfUnknownRows: Mistakes
    /// The names of added columns that occur in a table of the file.
    var addedColumns: Set<String> = []
    /// The limits of the file.
    let limits: AccountFileLimits

    init(name: String, format: String, limits: AccountFileLimits) {
        file = EntryFile(name: name, format: format)
        mistakes = Mistakes(file: name, limit: limits.mistakes)
        mistakesOfUnknownRows = mistakes
        self.limits = limits
    }

    /// Returns the file.
    ///
    /// - Throws: all mistakes, if any.
    func finished() throws(Failure) -> EntryFile {
        var mistakes = mistakes
        for entry in file.entries where !entry.isExact {
            mistakes.add(
                .malformedTable,
                "A figure of the row has more than 20 digits before the point, or more than 38 in all.",
                line: Int(entry.line))
        }
        // A file without a single known word is rejected as well, since nothing of it would count.
        let isUnknown =
            mistakesOfUnknownRows.count > 0 && file.entries.isEmpty
            && file.omissions.allSatisfy { $0.reason == .unknown }
        if mistakes.count > 0 || isUnknown {
            var all = mistakes
            all.add(mistakesOfUnknownRows)
            if let failure = all.failure { throw failure }
        }
        var file = file
        file.securities = securities.securities
        return file
    }
}
