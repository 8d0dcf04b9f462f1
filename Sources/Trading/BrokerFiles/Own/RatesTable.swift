import Trading

/// The rows of `NAME.rates.csv`.
struct RatesTable: TableFormat {
    let date: TableColumn
    private let from: TableColumn
    private let to: TableColumn
    private let rate: TableColumn
    /// The line of each rate.
    private var lines: [Int32] = []

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
        lines.append(Int32(clamping: row.line))
    }

    /// Notes rates of one day that contradict each other.
    mutating func finish(_ draft: inout Draft) {
        let rates = draft.file.rates
        guard rates.count == lines.count else { return }
        /// The pair in the order of the letters, and the day.
        func key(_ index: Int) -> (CurrencyCode, CurrencyCode, Day) {
            let row = rates[index]
            return (min(row.from, row.to), max(row.from, row.to), row.day)
        }
        let order = rates.indices.sorted { key($0) == key($1) ? $0 < $1 : key($0) < key($1) }
        var repeated: Set<Int32> = []
        var opposite: Set<Int32> = []
        var start = 0
        for end in order.indices.map({ $0 + 1 }) where end == order.count || key(order[end]) != key(order[start]) {
            let day = order[start..<end]
            start = end
            guard let first = day.first else { continue }
            let forth = day.filter { rates[$0].from == rates[first].from }
            let back = day.filter { rates[$0].from != rates[first].from }
            for same in [forth, back] where Set(same.map { rates[$0].rate }).count > 1 {
                repeated.formUnion(same.map { lines[$0] })
            }
            guard let last = forth.last, let inverse = back.last else { continue }
            // Rates are rounded, and those of two sources differ a little.
            let product = rates[last].rate * rates[inverse].rate
            if (product - 1).magnitude > Amount(scaled: 1, places: 2) {
                opposite.formUnion([lines[last], lines[inverse]])
            }
        }
        draft.note("has several rates of a pair and day; the last one counts", repeated)
        draft.note(
            "has rates of a pair in both directions that contradict each other; each counts in its own", opposite)
    }
}
