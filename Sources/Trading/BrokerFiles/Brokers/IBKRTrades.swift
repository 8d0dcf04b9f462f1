import Trading

/// The trades of a Flex query of Interactive Brokers.
struct IBKRTrades: TableFormat {
    private let common: IBKRTable.Common
    private let side: TableColumn
    private let time: TableColumn
    private let quantity: TableColumn
    private let price: TableColumn?
    /// The value of the shares, used without a price.
    private let money: TableColumn?
    private let commission: TableColumn?
    private let commissionCurrency: TableColumn?
    private let taxes: TableColumn?
    private let id: TableColumn?
    private let orderType: TableColumn?
    private let level: TableColumn?
    private let openOrClose: TableColumn?
    private let additions: TableAdditions
    private var hasExecutions = false
    private var hasOtherLevels = false
    private var added: AddedCharges
    private var signs = TradeSigns()
    /// The lines of rows marked as cancellations of earlier rows.
    private var cancellations: Set<Int32> = []

    /// Opens a table with the column `Buy/Sell`, or reports missing ones.
    static func open(
        _ header: TableHeader, _ common: IBKRTable.Common, _ additions: TableAdditions
    ) -> OpenedTable<IBKRTrades> {
        let time = header.column(["DateTime", "Date/Time", "TradeDate"])
        let (side, quantity) = (header.column("Buy/Sell"), header.column("Quantity"))
        let price = header.column(["TradePrice", "Price"])
        let money = price == nil ? header.column(["TradeMoney", "Proceeds"]) : nil
        guard let side, let time, let quantity, price != nil || money != nil else {
            let columns = [
                ("Buy/Sell", side), ("DateTime", time), ("Quantity", quantity), ("TradePrice", price ?? money),
            ]
            return .lacking(columns.filter { $0.1 == nil }.map(\.0))
        }
        return .success(
            IBKRTrades(
                header, common, additions, side: side, time: time, quantity: quantity, price: price, money: money))
    }

    private init(
        _ header: TableHeader, _ common: IBKRTable.Common, _ additions: TableAdditions, side: TableColumn,
        time: TableColumn, quantity: TableColumn, price: TableColumn?, money: TableColumn?
    ) {
        self.common = common
        self.additions = additions
        self.side = side
        self.time = time
        self.quantity = quantity
        self.price = price
        self.money = money
        commission = header.column(["IBCommission", "Commission"])
        commissionCurrency = header.column(["IBCommissionCurrency", "CommissionCurrency"])
        taxes = header.column("Taxes")
        id = header.column(["TradeID", "TransactionID", "IBExecID"])
        orderType = header.column("OrderType")
        level = header.column("LevelOfDetail")
        openOrClose = header.column("Open/CloseIndicator")
        added = AddedCharges(additions.fees(besides: commission, taxes), costs: additions.costs)
    }

    func isHeader(_ cells: [String]) -> Bool { IBKRTable.isHeader(cells) }

    var date: TableColumn { time }

    func isRow(_ row: TableRow) -> Bool {
        let word = row[side].uppercased()
        return DateText.ibkr(row[time]) != nil || Self.sides[word] != nil || Self.cancellations[word] != nil
            || additions.actions[word.lowercased()] != nil
    }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        guard ["", "EXECUTION"].contains(row[level].uppercased()) else {
            // Orders and totals repeat the executions.
            hasOtherLevels = true
            draft.file.passedOver.add(.repetition, line: row.line)
            return
        }
        hasExecutions = true
        let before = draft.diagnostics.count
        let line = Int32(clamping: row.line)
        common.readAccount(row, &draft)
        let security = common.security(row, CurrencyCode(row[common.currency]), isNamed: true, &draft)
        var action = Self.sides[row[side].uppercased()]
        let cancelled = Self.cancellations[row[side].uppercased()]
        switch additions.meaning(row, side, &draft, own: { [.buy, .sell].contains($0) ? $0 : nil }) {
        case .done: return
        case .omitted(let reason):
            draft.file.omissions.append(Omission(reason, security: security, line: line))
            return
        case .meaning(let added): action = added
        case nil:
            guard action != nil || cancelled != nil else {
                draft.omitUnknown(row, side, security, "The column Buy/Sell is neither BUY nor SELL.") {
                    _ = readFigures(row, &$0)
                    _ = added.read(row, &$0)
                }
                return
            }
        }
        // A row without a security is a currency exchange.
        if let reason = omission(row, action, security) {
            draft.file.omissions.append(Omission(reason, security: security, line: line))
            return
        }
        let figures = readFigures(row, &draft)
        let id = draft.name(row, id)
        let orderType = readOrderType(row)
        let notes = draft.text(row, additions.notes)
        let levies = added.read(row, &draft)
        guard draft.diagnostics.count == before, let booked = action ?? cancelled, let time = figures.time,
            let currency = figures.currency, let quantity = figures.quantity
        else { return }
        if action == nil {
            cancellations.insert(line)
        } else {
            signs.add(booked, at: line, quantity: quantity)
        }
        let (commission, rate) = (figures.commission, figures.rate)
        let paid = figures.commissionCurrency ?? currency
        let charges = Charges(paid == currency ? [commission, figures.taxes] : [figures.taxes])
        var entry = Entry(
            booked, security: security, time: time, currency: currency, quantity: quantity.magnitude,
            price: figures.price, amount: figures.money, rate: rate, id: id, orderType: orderType,
            notes: notes, line: line)
        // A rebate, or a commission in another currency, becomes a separate entry with the same identifier.
        let refund = entry.split(charges)
        draft.file.entries.append(entry)
        if paid != currency, commission != 0 || !levies.isEmpty {
            draft.file.entries.append(
                Entry(.fee, security: security, time: time, currency: paid, amount: commission, id: id, line: line))
        }
        added.add(levies, toEntryAt: draft.file.entries.count - 1)
        if let refund { draft.file.entries.append(refund) }
    }

    private struct Figures {
        let time: EntryTime?
        let currency: CurrencyCode?
        let quantity: Amount?
        let price: Amount?
        let money: Amount?
        let rate: Amount?
        /// Costs are positive, as for taxes.
        let commission: Amount
        let taxes: Amount
        let commissionCurrency: CurrencyCode?
    }

    private func readFigures(_ row: TableRow, _ draft: inout Draft) -> Figures {
        let currency = draft.currency(row, common.currency)
        if row[common.currency].isEmpty {
            draft.report(.malformedTable, "The column CurrencyPrimary is empty.", row, common.currency)
        }
        let time = draft.time(row, time, DateText.ibkr)
        let quantity = draft.number(row, quantity)
        if row[self.quantity].isEmpty || quantity == 0 {
            draft.report(.malformedTable, "The column Quantity is empty or 0.", row, self.quantity)
        }
        if let column = price ?? money, row[column].isEmpty {
            draft.report(.malformedTable, "The column \(column.name) is empty.", row, column)
        }
        // In the file, costs are negative and rebates positive.
        let commission = -(draft.number(row, commission) ?? 0)
        return Figures(
            time: time, currency: currency, quantity: quantity, price: draft.amount(row, price),
            money: draft.number(row, money)?.magnitude,
            rate: row[common.rate].isEmpty ? nil : common.rate.flatMap { draft.positive(row, $0) },
            commission: commission, taxes: -(draft.number(row, taxes) ?? 0),
            commissionCurrency: draft.currency(row, commissionCurrency))
    }

    mutating func finish(_ draft: inout Draft) {
        let reversals = cancellations.union(signs.reversals)
        added.settle(&draft, reversals: reversals)
        // Their charges are those paid back.
        for index in draft.file.entries.indices where reversals.contains(draft.file.entries[index].line) {
            draft.file.entries[index].fees.negate()
            if draft.file.entries[index].action == .fee { draft.file.entries[index].amount?.negate() }
        }
        draft.cancel(reversals)
        guard hasOtherLevels, !hasExecutions else { return }
        draft.diagnostics.add(
            .malformedTable, "The Flex query has no executions; select the level of detail Execution.", line: nil)
    }

    private static let sides: [String: Action] = ["BUY": .buy, "SELL": .sell]
    private static let cancellations: [String: Action] = ["BUY (CA.)": .buy, "SELL (CA.)": .sell]

    private func omission(_ row: TableRow, _ action: Action?, _ security: Int32?) -> Omission.Reason? {
        if let reason = common.omission(row) { return reason }
        if security == nil { return .other }
        // A cancellation has the indicator of the cancelled trade.
        switch (action, row[openOrClose].uppercased()) {
        case (.sell, "O"), (.sell, "C;O"), (.buy, "C"), (.buy, "C;O"): return .short
        default: return nil
        }
    }

    private func readOrderType(_ row: TableRow) -> OrderType {
        switch row[orderType].uppercased() {
        case "LMT": .limit
        case "STP": .stop
        case "STPLMT", "STP LMT": .stopLimit
        default: .market
        }
    }
}
