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
    /// The number of the account in the rows so far.
    private var accountNumber: String?
    /// Whether rows of several accounts were reported.
    private var hasSeveralAccounts = false
    /// The lines of trades with costs that they do not state.
    var linesWithUnstatedCosts: [Int32] = []
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

    /// Records the end of the account's number in a row.
    ///
    /// The first row of a second account is an error, since its trades must not count as the first one's.
    mutating func readAccountNumber(_ row: TableRow, _ column: TableColumn?) {
        let number = String(row[column])
        guard !number.isEmpty else { return }
        if accountNumber == nil {
            accountNumber = number
            // A name has no digits.
            let ending = number.contains(where: \.isNumber) ? String(number.suffix(4)) : nil
            file.accountNumberEnding = file.accountNumberEnding ?? ending
        } else if accountNumber != number, !hasSeveralAccounts {
            hasSeveralAccounts = true
            report(
                .malformedTable, "Rows of several accounts begin here; export each account alone.", row, column)
        }
    }

    /// Adds a note on lines of the file, if there are any.
    mutating func note(_ text: String, _ lines: Set<Int32>) {
        guard !lines.isEmpty else { return }
        file.notes =
            (file.notes ?? []) + [
                "\(file.name) \(text) (\(lines.count == 1 ? "line" : "lines") "
                    + "\(LineRanges.text(of: lines.sorted(), count: lines.count)))."
            ]
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
        if let note = noteOnUnstatedCosts { file.notes = (file.notes ?? []) + [note] }
        if let note = file.noteOnISINs { file.notes = (file.notes ?? []) + [note] }
        return file
    }
}
