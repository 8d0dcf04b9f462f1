import Trading

/// The rows of `NAME.prices.csv`.
struct PricesTable: TableFormat {
    let date: TableColumn
    private let symbol: TableColumn
    private let close: TableColumn
    private let currency: TableColumn?
    /// The line of each close.
    private var lines: [Int32] = []

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
        lines.append(Int32(clamping: row.line))
    }

    /// Notes different closes of one symbol and day.
    mutating func finish(_ draft: inout Draft) {
        let prices = draft.file.prices
        guard prices.count == lines.count else { return }
        let order = prices.indices.sorted {
            (prices[$0].security, prices[$0].day, $0) < (prices[$1].security, prices[$1].day, $1)
        }
        var repeated: Set<Int32> = []
        for (left, right) in zip(order, order.dropFirst()) where prices[left] != prices[right] {
            guard prices[left].security == prices[right].security, prices[left].day == prices[right].day else {
                continue
            }
            repeated.formUnion([lines[left], lines[right]])
        }
        draft.note("has several closes of a symbol and day; the last one counts", repeated)
    }
}
