import Trading

/// The rows of `NAME.rates.csv`.
struct RatesTable: TableFormat {
    let date: TableColumn
    private let from: TableColumn
    private let to: TableColumn
    private let rate: TableColumn

    /// Recognises the header.
    init?(_ header: TableHeader, _ draft: inout Draft) {
        guard
            let columns = OwnColumns(
                header, required: ["date", "from", "to", "rate"], optional: [], &draft)
        else { return nil }
        date = columns.required("date")
        from = columns.required("from")
        to = columns.required("to")
        rate = columns.required("rate")
    }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        let before = draft.diagnostics.count
        let day = draft.day(row, date)
        let (from, to) = (draft.currency(row, from), draft.currency(row, to))
        let rate = draft.positive(row, rate)
        for (column, currency) in [(self.from, from), (self.to, to)] where currency == nil && row[column].isEmpty {
            draft.report(.malformedTable, "The column \(column.name) is empty.", row, column)
        }
        guard draft.diagnostics.count == before, let day, let from, let to, let rate else { return }
        draft.file.rates.append(RateRow(from: from, to: to, day: day, rate: rate))
    }
}
