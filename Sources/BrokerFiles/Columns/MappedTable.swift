import Foundation
import Trading

/// A broker's table that a ``ColumnFile`` describes.
struct MappedTable: TableFormat {
    private let file: ColumnFile
    private let columns: [ColumnFile.Field: TableColumn]
    private let fees: [TableColumn]
    private let actions: [TableColumn]
    private let date: TableColumn
    private var charges: ChargeConventions
    /// The entries with charges in the sign of the table, whether they have an amount, and what their figures show.
    private var openCharges: [(entry: Int32, hasAmount: Bool, evidence: ChargeEvidence)] = []
    /// The charges of entries that have some with a plus and others with a minus.
    private var mixedCharges: [Int32: Charges] = [:]
    /// The entries about fees and taxes with amounts in the sign of the table.
    private var openCosts: [Int32] = []
    /// How many purchases and payments have a plus and a minus.
    private var paid = (plus: 0, minus: 0)

    /// Recognises the header: a row with all columns that the column file names.
    init?(_ header: TableHeader, _ file: ColumnFile, _ draft: inout Draft) {
        self.file = file
        var columns: [ColumnFile.Field: TableColumn] = [:]
        var lists: [ColumnFile.Field: [TableColumn]] = [:]
        for (field, names) in file.columns {
            for name in names {
                guard let found = header.column(name) else { return nil }
                let column = TableColumn(index: found.index, name: field.rawValue)
                columns[field] = column
                lists[field, default: []].append(column)
            }
        }
        guard let date = columns[.date] else { return nil }
        self.date = date
        self.columns = columns
        fees = lists[.fees] ?? []
        actions = lists[.action] ?? []
        charges = ChargeConventions(sign: file.costs, amounts: file.amounts)
        draft.file.format = "columns"
    }

    func isRow(_ row: TableRow) -> Bool {
        file.timestamp(row[date]) != nil || file.actions[word(row)] != nil
    }

    /// The row's word for what happened, in lower case: that of its column, or those of several, with spaces between.
    private func word(_ row: TableRow) -> String {
        actions.map { row[$0].lowercased() }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    mutating func read(_ line: TableRow, into draft: inout Draft) {
        let row = file.emptied(line)
        let before = draft.mistakes.count
        var meaning: ColumnFile.Meaning?
        if let column = actions.first {
            meaning = file.actions[word(row)]
            if meaning == nil {
                draft.report(
                    .unknownAction, "The column action has a word that the column file does not list.", row, column)
            }
        }
        if meaning == .skipped {
            draft.file.passedOver.add(.skipped, line: row.line)
            return
        }
        let security = security(row, &draft)
        if case .omitted(let reason) = meaning {
            draft.file.omissions.append(Omission(reason, security: security, line: Int32(clamping: row.line)))
            return
        }
        let quantity = draft.number(row, columns[.quantity], file.numbers)
        let time = draft.time(row, date, file.timestamp)
        let currency = draft.currency(row, columns[.currency]) ?? file.currency
        if currency == nil, row[columns[.currency]].isEmpty {
            draft.report(.malformedTable, "The column currency is empty.", row, columns[.currency])
        }
        let price = draft.amount(row, columns[.price], file.numbers)
        let amount = draft.number(row, columns[.amount], file.numbers)
        let charges = Charges(fees.compactMap { draft.number(row, $0, file.numbers) })
        let fees = charges.total
        var rate: Decimal?
        if let column = columns[.rate], !row[column].isEmpty {
            rate = draft.positive(row, column, file.numbers).map { file.rates == .inverse ? 1 / $0 : $0 }
        }
        let orderType = orderType(row, &draft)
        let (id, lot) = (draft.name(row, columns[.id]), draft.name(row, columns[.lot]))
        let notes = draft.text(row, columns[.notes])
        guard let action = action(meaning, quantity, amount),
            let figures = figures(action, row, quantity, price, amount, fees, &draft),
            draft.mistakes.count == before, let time, let currency
        else { return }
        note(action, figures, value: price.map { $0 * (quantity ?? 1).magnitude }, amount: amount, charges, draft)
        draft.file.entries.append(
            Entry(
                figures.action, security: security, time: time, currency: currency, quantity: figures.quantity,
                price: figures.price, fees: fees, amount: figures.amount, rate: rate, id: id,
                orderType: orderType,
                lot: lot, notes: notes, line: Int32(clamping: row.line)))
    }

    /// Returns the action of a row; without a word for it, it follows from a sign.
    private func action(_ meaning: ColumnFile.Meaning?, _ quantity: Decimal?, _ amount: Decimal?) -> Action? {
        switch meaning {
        case .entry(let action): return action
        case .skipped, .omitted: return nil
        case nil where !actions.isEmpty: return nil
        case .trade, nil:
            // What was paid has a minus.
            if file.direction == .amount { return (amount ?? 0) < 0 ? .buy : .sell }
            return (quantity ?? 0) < 0 ? .sell : .buy
        }
    }

    private typealias Figures = (action: Action, quantity: Decimal, price: Decimal?, amount: Decimal?)

    /// Returns the figures of an entry, with amounts as the table states them.
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
            if action == .addedShares { return quantity.map { (action, $0.magnitude, nil, nil) } }
            if action == .split {
                if price == 0 {
                    draft.report(.malformedTable, "The column price must be greater than 0.", row, columns[.price])
                }
                return quantity.map { (action, $0.magnitude, price, nil) }
            }
            if !hasValue {
                draft.report(
                    .malformedTable, "The row has neither a price nor an amount.", row,
                    columns[.price] ?? columns[.amount])
            }
            return quantity.map { (action, $0.magnitude, price, amount?.magnitude) }
        }
        guard let amount = amount ?? price.map({ $0 * (quantity ?? 1) }) else {
            // A fee can stand in the column of fees alone.
            if !hasValue, fees != 0, action == .fee || action == .tax { return (action, 0, nil, 0) }
            if !hasValue {
                draft.report(
                    .malformedTable, "The column amount is empty.", row, columns[.amount] ?? columns[.price])
            }
            return nil
        }
        switch action {
        case .deposit where amount < 0: return (.withdrawal, 0, nil, -amount)
        case .withdrawal: return (action, 0, nil, amount.magnitude)
        default: return (action, 0, nil, amount)
        }
    }

    // MARK: Signs

    /// Notes what the row shows about the signs of the table, and what is still open about the entry that comes next.
    private mutating func note(
        _ action: Action, _ figures: Figures, value: Decimal?, amount: Decimal?, _ rowCharges: Charges,
        _ draft: Draft
    ) {
        let entry = Int32(draft.file.entries.count)
        let isCost = figures.action == .fee || figures.action == .tax
        if isCost { openCosts.append(entry) }
        let isPaid = [.buy, .reinvest, .withdrawal, .fee, .tax].contains(figures.action)
        if let amount, amount != 0, action == .buy || action == .withdrawal {
            if amount < 0 { paid.minus += 1 } else { paid.plus += 1 }
        }
        guard rowCharges.costs != 0 || rowCharges.refunds != 0, figures.action != .split, figures.action != .addedShares
        else { return }
        let evidence = charges.evidence(value: value, amount: amount, isPaid: isPaid, charges: rowCharges.total)
        // What is taken back has all signs turned round.
        let isTakenBack = action == .dividend && (amount ?? 0) < 0
        charges.add(isTakenBack ? rowCharges.negated : rowCharges, evidence)
        if rowCharges.costs != 0, rowCharges.refunds != 0 { mixedCharges[entry] = rowCharges }
        openCharges.append((entry, amount != nil, evidence))
    }

    mutating func finish(_ draft: inout Draft) {
        settleCosts(&draft)
        settleCharges(&draft)
    }

    /// Makes the amounts of fees and taxes positive where they are costs, and negative where they came back.
    private func settleCosts(_ draft: inout Draft) {
        guard !openCosts.isEmpty else { return }
        var isMinusPaid = paid.minus > paid.plus
        if paid.minus == paid.plus {
            let amounts = openCosts.compactMap { draft.file.entries[Int($0)].amount }
            let (minus, plus) = (amounts.count { $0 < 0 }, amounts.count { $0 > 0 })
            isMinusPaid = minus > plus
            if minus == plus, minus > 0 {
                for entry in openCosts {
                    draft.mistakes.add(
                        .malformedTable,
                        "Fees and taxes have a plus as well as a minus, and no purchase shows which of them is paid.",
                        line: Int(draft.file.entries[Int(entry)].line))
                }
            }
        }
        guard isMinusPaid else { return }
        for entry in openCosts {
            draft.file.entries[Int(entry)].amount = draft.file.entries[Int(entry)].amount.map { -$0 }
        }
    }

    /// Makes charges positive where they are costs, and amounts those before them.
    private func settleCharges(_ draft: inout Draft) {
        var refunds: [Entry] = []
        for (place, hasAmount, evidence) in openCharges {
            var entry = draft.file.entries[Int(place)]
            let sign: ChargeConventions.Sign? =
                switch evidence {
                case .costs: .plus
                case .refunds: .minus
                case .before, .none: charges.sign
                }
            let amounts: ChargeConventions.Amounts? =
                switch evidence {
                case .costs, .refunds: .after
                case .before: .before
                case .none: hasAmount ? charges.amounts : .before
                }
            guard let sign, let amounts else {
                draft.mistakes.add(
                    .malformedTable,
                    sign == nil
                        ? "No row shows whether the fees are costs or refunds; write “costs: plus” or “costs: minus” in "
                            + "the column file, by the sign of costs."
                        : "Some amounts are those before fees, others those after; write “amounts: before” or "
                            + "“amounts: after” in the column file.",
                    line: Int(entry.line))
                continue
            }
            let stated = mixedCharges[place] ?? Charges([entry.fees])
            let charges = sign == .plus ? stated : stated.negated
            if amounts == .after, entry.take(chargesFromAmount: charges.total) {
                entry.fees = 0
            } else if let refund = entry.split(charges) {
                refunds.append(refund)
            }
            draft.file.entries[Int(place)] = entry
        }
        draft.file.entries += refunds
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

extension Entry {
    /// Makes the amount after charges, which is what was paid or received, the one before them.
    ///
    /// - Returns: whether the amount still has the charges in it, as that of a fee.
    fileprivate mutating func take(chargesFromAmount charges: Decimal) -> Bool {
        guard let amount else { return false }
        switch action {
        case .buy, .reinvest, .opening: self.amount = max(0, amount - charges)
        case .sell, .dividend, .interest, .deposit: self.amount = amount + charges
        // What was paid is one sum, unless it is too small to have the charges in it.
        case .withdrawal, .fee, .tax: return amount.magnitude >= charges.magnitude
        case .split, .addedShares: break
        }
        return false
    }
}
