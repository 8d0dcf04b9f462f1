import FailureModel
import Foundation

/// A header that is nearly that of a known table, in words.
struct TableLikeness {
    /// The line of the header.
    let line: Int
    /// What it resembles, and what it lacks.
    let message: String
    /// What the user can do.
    let hint: String
}

extension ReadyFormat {
    /// Returns what a header that no reader knows resembles; `nil` if it is like none.
    ///
    /// - Parameters:
    ///   - header: the header.
    ///   - name: the name of the file.
    ///   - columnFile: the name of the account's column file.
    /// - Returns: the likeness.
    static func likeness(of header: TableHeader, in name: String, columnFile: String) -> TableLikeness? {
        if isTransactionsOfDegiro(header) {
            return TableLikeness(
                line: header.line,
                message: "\(name) is DEGIRO’s table of transactions, which lacks dividends and other cash.",
                hint: "Export DEGIRO’s account statement as CSV instead.")
        }
        let candidates = names.compactMap { format, columns -> (name: String, missing: [String], found: Int)? in
            let missing = columns.filter { header.index(of: $0) == nil }.sorted()
            let found = columns.count - missing.count
            guard found >= minimumCount, missing.count * 3 <= columns.count else { return nil }
            return (format, missing, found)
        }
        let nearest = candidates.min { ($0.missing.count, -$0.found) < ($1.missing.count, -$1.found) }
        guard let nearest, !nearest.missing.isEmpty else { return nil }
        let missing = nearest.missing.map(title).listed(10)
        return TableLikeness(
            line: header.line,
            message: "The columns of \(name) are nearly those of the format \(nearest.name), but \(missing) "
                + "\(nearest.missing.count == 1 ? "is" : "are") missing.",
            hint:
                "Export the table again, unchanged; or write in \(columnFile) “extends: \(nearest.name)” and what its "
                + "columns are called.")
    }

    /// Minimum number of columns that a header shares with a format.
    private static let minimumCount = 4

    /// Returns a column's name in quotation marks.
    ///
    /// A column without a name is on the right of another.
    private static func title(of column: String) -> String {
        guard let plus = column.range(of: " + ", options: .backwards) else { return "“\(column)”" }
        return "the column without a name on the right of “\(column[..<plus.lowerBound])”"
    }

    /// Returns whether a header has the names of DEGIRO's transactions, in one of its languages.
    private static func isTransactionsOfDegiro(_ header: TableHeader) -> Bool {
        let values = [
            "Local value", "Lokale waarde", "Wert in Lokalwährung", "Montant devise locale", "Valore locale",
            "Valor local",
        ]
        return (header.contains(["ISIN"]) || header.contains(["Code ISIN"]))
            && values.contains { header.contains([$0]) }
    }
}
