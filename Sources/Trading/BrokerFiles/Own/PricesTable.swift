import Trading

/// The rows of `NAME.prices.csv`.
struct PricesTable: TableFormat {
    let date: TableColumn
    private let symbol: TableColumn
    private let close: TableColumn
    private let currency: TableColumn?

    /// Recognises the header.
    init?(_ header: TableHeader, _ draft: inout Draft) {
        guard
            let columns = OwnColumns(
                header, required: ["date", "symbol", "close"], optional: ["currency"], &draft)
        else { return nil }
        date = columns.required("date")
        symbol = columns.required("symbol")
        close = columns.required("close")
        currency = columns.optional("currency")
    }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        let before = draft.diagnostics.count
        let (day, symbol) = (draft.day(row, date), draft.symbol(row, symbol))
        let (close, currency) = (draft.positive(row, close), draft.currency(row, currency))
        if symbol == nil, row[self.symbol].isEmpty {
            draft.report(.malformedTable, "The column symbol is empty.", row, self.symbol)
        }
        guard draft.diagnostics.count == before, let day, let symbol, let close else { return }
        let security = draft.securities.index(symbol: symbol)
        draft.file.prices.append(PriceRow(security: security, day: day, close: close, currency: currency))
    }
}
