import FailureModel
import Trading

/// The content of a file read so far.
struct Draft {
    /// The file, which receives its securities at the end.
    var file: EntryFile
    /// The securities of the file.
    var securities = SecurityTable()
    /// The errors found so far.
    var diagnostics: Diagnostics
    /// Errors in rows with unknown words.
    ///
    /// These rows are omitted, so the errors count only if the file is rejected.
    var diagnosticsOfUnknownRows: Diagnostics
    /// The names of added columns that occur in a table of the file.
    var addedColumns: Set<String> = []
    /// The evidence for the account's currency in rates to it.
    var baseCurrency = BaseCurrency()
    /// The limits of the file.
    let limits: AccountFileLimits

    init(name: String, format: String, limits: AccountFileLimits) {
        file = EntryFile(name: name, format: format)
        diagnostics = Diagnostics(file: name, limit: limits.diagnostics)
        diagnosticsOfUnknownRows = diagnostics
        self.limits = limits
    }

    /// Returns the file.
    ///
    /// - Throws: all errors, if any.
    func finished() throws(Failure) -> EntryFile {
        var diagnostics = diagnostics
        for entry in file.entries where !entry.isExact {
            diagnostics.add(
                .malformedTable,
                "A figure of the row has more than 20 digits before the point, or more than 38 in all.",
                line: Int(entry.line))
        }
        // A file without a single known word is rejected as well, since nothing of it would count.
        let isUnknown =
            diagnosticsOfUnknownRows.count > 0 && file.entries.isEmpty
            && file.omissions.allSatisfy { $0.reason == .unknown }
        if diagnostics.count > 0 || isUnknown {
            var all = diagnostics
            all.add(diagnosticsOfUnknownRows)
            if let failure = all.failure { throw failure }
        }
        var file = file
        file.securities = securities.securities
        if file.currency == nil {
            file.currency = baseCurrency.found
            if let note = baseCurrency.note(of: file.name) { file.notes = (file.notes ?? []) + [note] }
        }
        return file
    }
}
        if let note = file.noteOnISINs { file.notes = (file.notes ?? []) + [note] }
