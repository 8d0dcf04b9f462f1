import Foundation
import Trading

/// A broker's table that a ``ColumnFile`` describes.
struct MappedTable: TableFormat {
    private let file: ColumnFile
    private let columns: [ColumnFile.Field: TableColumn]
    private let fees: [TableColumn]
    private let date: TableColumn

    /// Recognises the header: a row with all columns that the column file names.
    init?(_ header: TableHeader, _ file: ColumnFile, _ draft: inout Draft) {
        self.file = file
        var columns: [ColumnFile.Field: TableColumn] = [:]
        var fees: [TableColumn] = []
        for (field, names) in file.columns {
            for name in names {
                guard let found = header.column(name) else { return nil }
                let column = TableColumn(index: found.index, name: field.rawValue)
                columns[field] = column
                if field == .fees { fees.append(column) }
            }
        }
        guard let date = columns[.date] else { return nil }
        self.date = date
        self.columns = columns
        self.fees = fees
        draft.file.format = "columns"
    }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        let before = draft.mistakes.count
        var meaning: ColumnFile.Meaning?
        if let column = columns[.action] {
            meaning = file.actions[row[column].lowercased()]
            if meaning == nil {
                draft.report(
                    .unknownAction, "The column action has a word that the column file does not list.", row, column)
            }
        }
        if meaning == .skipped { return }
        let security = security(row, &draft)
        if case .omitted(let reason) = meaning {
            draft.file.omissions.append(Omission(reason, security: security, line: Int32(clamping: row.line)))
            return
        }
        let quantity = draft.number(row, columns[.quantity], file.numbers)
        let zone = file.minutesFromUTC
        let time = draft.time(row, date) { [file] text in
            file.dates.map { $0.timestamp(text, minutesFromUTC: zone) } ?? DateText.iso(text)
        }
        let currency = draft.currency(row, columns[.currency]) ?? file.currency
        if currency == nil, row[columns[.currency]].isEmpty {
            draft.report(.malformedTable, "The column currency is empty.", row, columns[.currency])
        }
        let price = draft.amount(row, columns[.price], file.numbers)
        let amount = draft.number(row, columns[.amount], file.numbers)
        var fees: Decimal = 0
        for column in self.fees where !row[column].isEmpty {
            fees += draft.number(row, column, file.numbers)?.magnitude ?? 0
        }
        var rate: Decimal?
        if let column = columns[.rate], !row[column].isEmpty { rate = draft.positive(row, column, file.numbers) }
        let orderType = orderType(row, &draft)
        let (id, lot) = (draft.name(row, columns[.id]), draft.name(row, columns[.lot]))
        let notes = draft.text(row, columns[.notes])
        guard let action = action(meaning, quantity),
            let figures = figures(action, row, quantity, price, amount, fees, &draft),
            draft.mistakes.count == before, let time, let currency
        else { return }
        draft.file.entries.append(
            Entry(
                figures.action, security: security, time: time, currency: currency, quantity: figures.quantity,
                price: figures.price, fees: figures.fees, amount: figures.amount, rate: rate, id: id,
                orderType: orderType,
                lot: lot, notes: notes, line: Int32(clamping: row.line)))
    }

    /// Returns the action of a row; without a column for it, it follows from the sign of the quantity.
    private func action(_ meaning: ColumnFile.Meaning?, _ quantity: Decimal?) -> Action? {
        if case .entry(let action) = meaning { return action }
        guard columns[.action] == nil else { return nil }
        return (quantity ?? 0) < 0 ? .sell : .buy
    }

    private typealias Figures = (action: Action, quantity: Decimal, price: Decimal?, amount: Decimal?, fees: Decimal)

    private func figures(
        _ action: Action, _ row: TableRow, _ quantity: Decimal?, _ price: Decimal?, _ amount: Decimal?,
        _ fees: Decimal, _ draft: inout Draft
    ) -> Figures? {
        let hasValue = !row[columns[.price]].isEmpty || !row[columns[.amount]].isEmpty
        if action.needsSecurity {
            let identifiers = [columns[.symbol], columns[.isin], columns[.cusip]].compactMap { $0 }
            if identifiers.allSatisfy({ row[$0].isEmpty }) {
                draft.report(
                    .malformedTable, "A row with this action needs a symbol, ISIN or CUSIP.", row, identifiers.first)
            }
            if row[columns[.quantity]].isEmpty || quantity == 0 {
                draft.report(.malformedTable, "The column quantity is empty or 0.", row, columns[.quantity])
            }
            if action == .addedShares { return quantity.map { (action, $0.magnitude, nil, nil, 0) } }
            if action == .split {
                if price == 0 {
                    draft.report(.malformedTable, "The column price must be greater than 0.", row, columns[.price])
                }
                return quantity.map { (action, $0.magnitude, price, nil, 0) }
            }
            if !hasValue {
                draft.report(
                    .malformedTable, "The row has neither a price nor an amount.", row,
                    columns[.price] ?? columns[.amount])
            }
            // The amount is what was paid or received in total, after the fees.
            let value = amount.map { max(0, action == .sell ? $0.magnitude + fees : $0.magnitude - fees) }
            return quantity.map { (action, $0.magnitude, price, value, fees) }
        }
        guard let amount = amount ?? price.map({ $0 * (quantity ?? 1) }) else {
            if !hasValue {
                draft.report(
                    .malformedTable, "The column amount is empty.", row, columns[.amount] ?? columns[.price])
            }
            return nil
        }
        // The amount is what was paid or received in total, after the fees.
        switch action {
        case .dividend where amount < 0: return (.fee, 0, nil, -amount, 0)
        case .deposit where amount < 0: return (.withdrawal, 0, nil, -amount, 0)
        case .dividend, .interest, .deposit: return (action, 0, nil, amount + fees, fees)
        // Some tables write costs with a minus, others without.
        default: return (action, 0, nil, amount.magnitude, 0)
        }
    }

    private func orderType(_ row: TableRow, _ draft: inout Draft) -> OrderType {
        guard let column = columns[.orderType], !row[column].isEmpty else { return .market }
        if let type = OrderType(rawValue: row[column].uppercased()) { return type }
        draft.report(.malformedTable, "The column order_type is not a type of order that is known.", row, column)
        return .market
    }

    private func security(_ row: TableRow, _ draft: inout Draft) -> Int32? {
        let isin = draft.symbol(row, columns[.isin])
        let (symbol, cusip) = (draft.symbol(row, columns[.symbol]), draft.symbol(row, columns[.cusip]))
        guard isin != nil || symbol != nil || cusip != nil else { return nil }
        return draft.securities.index(
            of: Security(symbol: symbol, isin: isin, cusip: cusip, name: draft.text(row, columns[.name])))
    }
}
