import Foundation
import Trading

/// A broker's table described by a ``ColumnFile``.
struct MappedTable: TableFormat {
    private let file: ColumnFile
    private let columns: [ColumnFile.Field: TableColumn]
    private let fees: [TableColumn]
    private let actions: [TableColumn]
    /// The column of the account's number.
    private let account: TableColumn?
    let date: TableColumn
    /// The decimal sign that rows show.
    private var guess = DecimalGuess()
    private var charges: ChargeConventions
    /// Entries with charges of undetermined sign, with the evidence of their figures.
    ///
    /// Their charges still have the sign of the table. The flag is whether they have an amount.
    private var openCharges: [(entry: Int32, hasAmount: Bool, evidence: ChargeEvidence)] = []
    /// The charges of entries with both positive and negative ones.
    private var mixedCharges: [Int32: Charges] = [:]
    /// Fee and tax entries with amounts in the sign of the table.
    private var openCosts: [Int32] = []
    /// The signs of paid amounts, of received ones, and of costs among the former.
    private var (paid, received, costs) = (SignCount(), SignCount(), SignCount())
    /// The signs of the sides of exchanges.
    private var exchanged = SignCount()
    private var signs = TradeSigns()
    private var checks = TradeChecks()
    /// Trades with a direction from the quantity's sign, unless the amount's sign determines it.
    private var directions = Directions()

    /// Evidence from rows without a word for the direction.
    private struct Directions {
        var hasSoldQuantity = false
        var amounts = SignCount()
        /// The line of the first positive amount.
        var line: Int?
    }

    /// Recognises the header: a row with all columns that the column file names.
    init?(_ header: TableHeader, _ file: ColumnFile, _ draft: inout Draft) {
        guard file.fits(header) else { return nil }
        if let name = file.formatName, file.currency == nil, file.columns[.currency] == nil {
            draft.diagnostics.add(
                .malformedTable, "The table does not state its currency.", line: header.line,
                hint: "Write “extends: \(name)” and “currency” in the column file of the account.")
            return nil
        }
        for marker in file.markers { _ = header.column(marker) }
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
        fees = (lists[.fees] ?? []).uniqued()
        actions = lists[.action] ?? []
        account = header.column(file.accounts)
        charges = ChargeConventions(sign: file.costs, amounts: file.amounts)
        draft.file.format = file.formatName ?? "columns"
    }

    func isRow(_ row: TableRow) -> Bool {
        if file.skipsUndated, row[date].isEmpty { return true }
        return file.timestamp(row[date]) != nil || file.meaning(of: word(row)) != nil
    }

    /// Returns the row's word for its action, in lower case.
    ///
    /// The words of several columns are joined by spaces.
    private func word(_ row: TableRow) -> String {
        actions.flatMap { row[$0].lowercased().split(separator: " ") }.joined(separator: " ")
    }

    mutating func read(_ line: TableRow, into draft: inout Draft) {
        let row = file.emptied(line)
        if file.skipsUndated, row[date].isEmpty {
            draft.file.passedOver.add(.skipped, line: row.line)
            return
        }
        draft.readAccountNumber(row, account)
        let before = draft.diagnostics.count
        if file.decimalIsGuessed { guess.note(numberColumns.map { row[$0] }) }
        let numbers = file.decimalIsGuessed ? guess.format : file.numbers
        var meaning: ColumnFile.Meaning?
        var captures = WordPattern.Captures()
        if let column = actions.first {
            if let found = file.meaning(of: word(row)) {
                (meaning, captures) = found
            } else {
                omitUnknown(row, column, numbers, &draft)
                return
            }
        }
        if meaning == .skipped {
            draft.file.passedOver.add(.skipped, line: row.line)
            return
        }
        let security = security(row, captures, &draft)
        if case .omitted(let reason) = meaning {
            draft.file.omissions.append(Omission(reason, security: security, line: Int32(clamping: row.line)))
            return
        }
        let quantity =
            captures.quantity.flatMap { number($0, numbers, row, &draft) }
            ?? draft.number(row, columns[.quantity], numbers)
        let time = draft.time(row, date, file.timestamp)
        let currency = draft.currency(row, columns[.currency]) ?? file.currency
        if currency == nil, row[columns[.currency]].isEmpty {
            draft.report(.malformedTable, "The column currency is empty.", row, columns[.currency])
        }
        let price =
            captures.price.flatMap { number($0, numbers, row, &draft) } ?? draft.amount(row, columns[.price], numbers)
        let amount = draft.number(row, columns[.amount], numbers)
        let charges = Charges(fees.compactMap { draft.number(row, $0, numbers) })
        var rate: Amount?
        if let column = columns[.rate], !row[column].isEmpty {
            rate = draft.positive(row, column, numbers).map {
                file.rates == .inverse ? Amount(1).divided(by: $0) : $0
            }
        }
        if draft.diagnostics.count == before,
            let reason = omission(meaning, quantity ?? 0, price: price, amount, isSecurity: security != nil)
        {
            draft.file.omissions.append(Omission(reason, security: security, line: Int32(clamping: row.line)))
            return
        }
        let orderType = orderType(row, &draft)
        let (id, lot) = (draft.name(row, columns[.id]), draft.name(row, columns[.lot]))
        let notes = draft.text(row, columns[.notes])
        guard let action = action(meaning, quantity, amount, row, &draft),
            let figures = figures(
                action, row, quantity, price, amount, charges, hasSymbol: captures.symbol != nil, &draft),
            draft.diagnostics.count == before, let time, let currency
        else { return }
        let line = Int32(clamping: row.line)
        note(action, meaning, quantity ?? 0, amount, line: line)
        var entry = Entry(
            figures.action, security: security, time: time, currency: currency, quantity: figures.quantity,
            price: figures.price, fees: charges.total, amount: figures.amount, rate: rate, id: id,
            orderType: orderType,
            lot: lot, notes: notes, line: line)
        entry.origin = draft.symbol(row, columns[.from]).map { draft.securities.index(symbol: $0) }
        if action == .merger, entry.origin == nil {
            draft.report(.malformedTable, "A merger needs the symbol of the shares given up in the column from.", row)
            return
        }
        if action.isSplit {
            // The shares cost nothing, so their fees are a separate entry.
            entry.fees = 0
            draft.file.entries.append(entry)
            guard !charges.isEmpty else { return }
            entry = Entry(
                .fee, security: security, time: time, currency: currency, fees: charges.total, amount: 0, rate: rate,
                id: id, line: line)
        }
        if action.side != nil || action == .reinvest, let quantity, let price, let amount {
            let figures = TradeFigures(
                quantity: quantity, price: price, charges: charges, amount: amount, isPaid: action.side != .sell)
            checks.add(figures, line: line)
        }
        note(charges, of: entry, value: price.map { $0 * (quantity ?? 1).magnitude }, stated: amount, draft)
        draft.file.entries.append(entry)
    }

    /// Returns why a row is omitted despite its word; `nil` if it is not.
    private func omission(
        _ meaning: ColumnFile.Meaning?, _ quantity: Amount, price: Amount?, _ amount: Amount?, isSecurity: Bool
    ) -> Omission.Reason? {
        // Shares that are moved in or out are no cash, where a broker has one word for both.
        if file.formatName != nil, isSecurity, quantity != 0,
            [.entry(.deposit), .entry(.withdrawal)].contains(meaning)
        {
            return .transfer
        }
        guard file.omitsPercentPrices, let price, let amount, amount != 0, quantity != 0 else { return nil }
        let hundredth = (price * quantity).magnitude
        let share = amount.magnitude * 100
        // Accrued interest and charges are in the amount, too.
        return hundredth > share * Amount(scaled: 9, places: 1) && hundredth < share * Amount(scaled: 11, places: 1)
            ? .debt : nil
    }

    /// The columns with numbers.
    private var numberColumns: [TableColumn] {
        [columns[.quantity], columns[.price], columns[.amount], columns[.rate]].compactMap { $0 } + fees
    }

    /// Returns a number in the word of an action; a malformed one is reported.
    private func number(_ text: String, _ format: NumberFormat, _ row: TableRow, _ draft: inout Draft) -> Amount? {
        if let number = format.number(text) { return number }
        draft.report(.malformedTable, "A number in the word of the action is malformed.", row, actions.first)
        return nil
    }

    /// Omits a row with a word unknown to the format, and checks its other cells.
    private func omitUnknown(_ row: TableRow, _ column: TableColumn, _ numbers: NumberFormat, _ draft: inout Draft) {
        let security = security(row, WordPattern.Captures(), &draft)
        let message =
            file.formatName == nil
            ? "The column action has a word that the column file does not list."
            : "The word for the action is not one that the format lists."
        draft.omitUnknown(row, column, security, message) { draft in
            _ = draft.time(row, date, file.timestamp)
            _ = draft.currency(row, columns[.currency])
            for column in numberColumns { _ = draft.number(row, column, numbers) }
        }
    }

    /// Returns the action of a row, from its word or else from a sign.
    private func action(
        _ meaning: ColumnFile.Meaning?, _ quantity: Amount?, _ amount: Amount?, _ row: TableRow, _ draft: inout Draft
    ) -> Action? {
        switch meaning {
        case .entry(let action): return action
        case .skipped, .omitted: return nil
        case nil where !actions.isEmpty: return nil
        case .trade, nil:
            guard file.direction == .amount else { return (quantity ?? 0) < 0 ? .sell : .buy }
            // Paid amounts are negative.
            if let amount, amount != 0 { return amount < 0 ? .buy : .sell }
            if row[columns[.amount]].isEmpty || amount == 0 {
                draft.report(
                    .malformedTable,
                    "The column amount is empty or 0, so that it does not say what was bought and sold.", row,
                    columns[.amount])
            }
            return nil
        }
    }

    private typealias Figures = (action: Action, quantity: Amount, price: Amount?, amount: Amount?)

    /// Returns the figures of an entry, with amounts as in the table.
    private func figures(
        _ action: Action, _ row: TableRow, _ quantity: Amount?, _ price: Amount?, _ amount: Amount?,
        _ charges: Charges, hasSymbol: Bool, _ draft: inout Draft
    ) -> Figures? {
        let hasValue = price != nil || !row[columns[.price]].isEmpty || !row[columns[.amount]].isEmpty
        if action.needsSecurity {
            let identifiers = [columns[.symbol], columns[.isin], columns[.cusip]].compactMap { $0 }
            if !hasSymbol, identifiers.allSatisfy({ row[$0].isEmpty }) {
                draft.report(
                    .malformedTable, "A row with this action needs a symbol, ISIN or CUSIP.", row, identifiers.first)
            }
            if quantity == nil && row[columns[.quantity]].isEmpty || quantity == 0 {
                draft.report(.malformedTable, "The column quantity is empty or 0.", row, columns[.quantity])
            }
            if action.isSplit { return added(action, row, quantity, price, amount, &draft) }
            if action == .merger { return merger(row, quantity, price, amount) }
            if !hasValue, [.transferIn, .transferOut, .spinOff].contains(action) {
                return quantity.map { (action, $0.magnitude, nil, nil) }
            }
            if !hasValue {
                draft.report(
                    .malformedTable, "The row has neither a price nor an amount.", row,
                    columns[.price] ?? columns[.amount])
            }
            // A dividend paid in shares changes no cash.
            if action == .reinvest, amount == 0, price != nil {
                return quantity.map { (action, $0.magnitude, price, nil) }
            }
        }
        let product = price.map { ($0 * (quantity ?? 1)).rounded(toPlaces: 20) }
        // The amount received can equal its charges.
        if amount == 0, let product, (product.magnitude - charges.total.magnitude).money != 0, product.money != 0 {
            draft.report(
                .malformedTable, "The column amount is 0, but quantity times price is not.", row, columns[.amount])
        }
        if action.needsSecurity { return quantity.map { (action, $0.magnitude, price, amount?.magnitude) } }
        guard let amount = amount ?? product else {
            // A fee may be given in the column of fees only.
            if !hasValue, charges.total != 0, action == .fee || action == .tax { return (action, 0, nil, 0) }
            if !hasValue {
                draft.report(
                    .malformedTable, "The column amount is empty.", row, columns[.amount] ?? columns[.price])
            }
            return nil
        }
        switch action {
        case .deposit where amount < 0: return (.withdrawal, 0, nil, -amount)
        case .withdrawal: return (action, 0, nil, amount.magnitude)
        // One side of an exchange: cash that comes in has a plus in tables.
        case .exchange: return (action, 0, nil, -amount)
        default: return (action, 0, nil, amount)
        }
    }

    /// Returns the figures of a merger, in which all shares are given up.
    private func merger(_ row: TableRow, _ quantity: Amount?, _ price: Amount?, _ amount: Amount?) -> Figures? {
        quantity.map { (.merger, $0.magnitude, nil, amount.flatMap { $0 == 0 ? nil : $0 }) }
    }

    /// Returns the figures of a split, which costs nothing.
    private func added(
        _ action: Action, _ row: TableRow, _ quantity: Amount?, _ price: Amount?, _ amount: Amount?,
        _ draft: inout Draft
    ) -> Figures? {
        if let quantity, quantity < 0 {
            draft.report(.malformedTable, "The column quantity must be greater than 0.", row, columns[.quantity])
        }
        if action == .split, price == 0 {
            draft.report(.malformedTable, "The column price must be greater than 0.", row, columns[.price])
        }
        if let amount, amount != 0 {
            draft.report(
                .malformedTable,
                "A row with this action has no amount; write what was paid or received as a separate row.", row,
                columns[.amount])
        }
        return quantity.map { (action, $0, action == .split ? price : nil, nil) }
    }

    // MARK: Signs

    /// Records the evidence of a row's signs.
    private mutating func note(
        _ action: Action, _ meaning: ColumnFile.Meaning?, _ quantity: Amount, _ amount: Amount?, line: Int32
    ) {
        let isDirected = meaning == nil || meaning == .trade
        switch action {
        case .buy, .sell, .cover, .short:
            let side = action.side ?? action
            if isDirected, file.direction == nil {
                if quantity < 0 { directions.hasSoldQuantity = true }
                directions.amounts.add(amount)
                if directions.line == nil, let amount, amount > 0 { directions.line = Int(line) }
            }
            // If the amount determines the direction, the quantity gives no evidence.
            let shares = isDirected && file.direction == .amount ? 0 : quantity
            signs.add(side, at: line, quantity: shares, amount: amount)
            if side == .buy { paid.add(amount) } else { received.add(amount) }
        case .reinvest: signs.add(action, at: line, quantity: quantity)
        case .withdrawal: paid.add(amount)
        case .dividend: received.add(amount)
        case .deposit: if let amount, amount < 0 { paid.add(amount) } else { received.add(amount) }
        case .exchange: exchanged.add(amount)
        case .returnOfCapital: received.add(amount)
        case .interest, .fee, .tax, .split, .addedShares, .opening, .transferIn, .transferOut, .spinOff, .merger: break
        }
    }

    /// Records the charges of the next entry, with a sign still to be determined.
    private mutating func note(
        _ rowCharges: Charges, of entry: Entry, value: Amount?, stated amount: Amount?, _ draft: Draft
    ) {
        let place = Int32(draft.file.entries.count)
        if entry.action == .fee || entry.action == .tax, entry.amount != 0 {
            openCosts.append(place)
            costs.add(entry.amount)
        }
        guard !rowCharges.isEmpty else { return }
        let isPaid = [.buy, .cover, .reinvest, .withdrawal, .fee, .tax].contains(entry.action)
        if rowCharges.costs != 0, rowCharges.refunds != 0 { mixedCharges[place] = rowCharges }
        openCharges.append(
            (
                place, amount != nil,
                charges.evidence(value: value, amount: amount, isPaid: isPaid, charges: rowCharges.total)
            ))
    }

    mutating func finish(_ draft: inout Draft) {
        if !directions.hasSoldQuantity, directions.amounts.isMixed {
            draft.diagnostics.add(
                .malformedTable,
                "No quantity has a minus, but amounts have a plus as well as a minus; write “direction: amount” in the "
                    + "column file if a minus of the amount is a purchase, or “direction: quantity”.",
                line: directions.line)
        }
        if !exchanged.isEmpty, !exchanged.isMixed {
            draft.diagnostics.add(
                .malformedTable,
                "An EXCHANGE is two rows, one for the currency paid with a minus and one for the currency received, but all "
                    + "of them have the same sign.")
        }
        let reversals = signs.reversals
        settleCosts(&draft)
        settleCharges(&draft, reversals: reversals)
        draft.cancel(reversals)
        // A described column can mean something else, such as the price in another currency.
        checks.settle(&draft, isCertain: false)
    }

    /// Makes the amounts of fees and taxes positive for costs and negative for refunds.
    private func settleCosts(_ draft: inout Draft) {
        guard !costs.isEmpty else { return }
        // If paid and received amounts have the same sign, it gives no evidence.
        let purchases = paid.usual == received.usual ? nil : paid.usual
        var sign = file.feeAmounts
        if sign == nil {
            if costs.isMixed {
                sign = purchases ?? costs.usual
            } else if purchases == nil || purchases == costs.usual {
                // No table contains refunds only.
                sign = costs.usual
            }
        }
        guard let sign else {
            for entry in openCosts {
                draft.diagnostics.add(
                    .malformedTable,
                    "The rows do not show which fees and taxes were paid and which came back; write “feeAmounts: plus” or "
                        + "“feeAmounts: minus” in the column file, by the sign of those that were paid.",
                    line: Int(draft.file.entries[Int(entry)].line))
            }
            return
        }
        guard sign == .minus else { return }
        for entry in openCosts {
            draft.file.entries[Int(entry)].amount = draft.file.entries[Int(entry)].amount.map { -$0 }
        }
    }

    /// Makes charges positive for costs, and converts amounts to those before charges.
    private mutating func settleCharges(_ draft: inout Draft, reversals: Set<Int32>) {
        // Only some tables invert the signs of reversals, so these give no evidence.
        for (place, _, evidence) in openCharges {
            let entry = draft.file.entries[Int(place)]
            if reversals.contains(entry.line) || entry.isTakenBackDividend { continue }
            charges.add(mixedCharges[place] ?? Charges([entry.fees]), evidence)
        }
        var refunds: [Entry] = []
        for (place, hasAmount, evidence) in openCharges {
            var entry = draft.file.entries[Int(place)]
            let stated = mixedCharges[place] ?? Charges([entry.fees])
            let amounts: ChargeConventions.Amounts? =
                switch evidence {
                case .costs, .refunds: .after
                case .before: .before
                case .none: hasAmount ? charges.amounts : .before
                }
            let isReversal = reversals.contains(entry.line)
            let sign: ChargeConventions.Sign? =
                switch evidence {
                case .costs: .plus
                case .refunds: .minus
                // A reversal is booked as the trade that it reverses, in which charges are costs; an amount after
                // charges includes the ones that were refunded.
                case .before where isReversal, .none where isReversal && amounts == .before: charges.sign?.opposite
                case .before, .none:
                    isReversal || entry.isTakenBackDividend ? (stated.total < 0 ? .minus : .plus) : charges.sign
                }
            guard let sign, let amounts else {
                draft.diagnostics.add(
                    .malformedTable,
                    sign == nil
                        ? "No row shows whether the fees are costs or refunds; write “costs: plus” or “costs: minus” in "
                            + "the column file, by the sign of costs."
                        : "Some amounts are those before fees, others those after; write “amounts: before” or "
                            + "“amounts: after” in the column file.",
                    line: Int(entry.line))
                continue
            }
            let signed = sign == .plus ? stated : stated.negated
            if entry.action == .fee || entry.action == .tax, entry.amount == 0 {
                // A fee in the column of fees only, which can be a refund.
                (entry.amount, entry.fees) = (signed.total, 0)
            } else if let refund = amounts == .after ? entry.take(signed) : entry.split(signed) {
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

    private func security(_ row: TableRow, _ captures: WordPattern.Captures, _ draft: inout Draft) -> Int32? {
        let isin = draft.symbol(row, columns[.isin])
        let cusip = draft.symbol(row, columns[.cusip])
        var symbol = captures.symbol.map { String($0.trimmed.uppercased()) } ?? draft.symbol(row, columns[.symbol])
        if let end = file.symbolEnd, let place = symbol?.range(of: end, options: .caseInsensitive) {
            symbol = symbol.map { String($0[..<place.lowerBound].trimmed) }
        }
        if symbol?.isEmpty == true { symbol = nil }
        guard isin != nil || symbol != nil || cusip != nil else { return nil }
        return draft.securities.index(
            of: Security(symbol: symbol, isin: isin, cusip: cusip, name: draft.text(row, columns[.name])))
    }
}
