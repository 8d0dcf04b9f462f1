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
    /// The columns that state the value of the shares.
    private let values: [TableColumn]
    private let multiplier: TableColumn?
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
        values = ["TradeMoney", "Proceeds"].compactMap { header.column($0) }
        multiplier = header.column("Multiplier")
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
        switch common.level(row, detail: "EXECUTION", &draft) {
        case .detail: hasExecutions = true
        case .repetition:
            // Orders and totals repeat the executions.
            hasOtherLevels = true
            return
        case .unknown: return
        }
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
        if isExchange(row) {
            exchange(row, action ?? cancelled, isCancellation: action == nil, &draft)
            return
        }
        if let reason = common.omission(row) ?? (security == nil ? .other : nil) {
            draft.file.omissions.append(Omission(reason, security: security, line: line))
            return
        }
        let figures = readFigures(row, &draft)
        let id = draft.name(row, id)
        let orderType = readOrderType(row)
        let notes = draft.text(row, additions.notes)
        let levies = added.read(row, &draft)
        guard draft.diagnostics.count == before, let side = action ?? cancelled, let time = figures.time,
            let currency = figures.currency, let quantity = figures.quantity
        else { return }
        guard figures.agree else {
            draft.file.omissions.append(Omission(.figures, security: security, line: line))
            return
        }
        if action == nil {
            cancellations.insert(line)
        } else {
            signs.add(side, at: line, quantity: quantity)
        }
        let (commission, rate) = (figures.commission, figures.rate)
        let paid = figures.commissionCurrency ?? currency
        let charges = Charges(paid == currency ? [commission, figures.taxes] : [figures.taxes])
        var entry = Entry(
            Self.action(side, row[openOrClose]), security: security, time: time, currency: currency,
            quantity: quantity.magnitude,
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

    /// Returns the action of a trade that opens or closes a position.
    ///
    /// A trade marked as both closes what is open and opens a position with the rest.
    private static func action(_ side: Action, _ mark: Substring) -> Action {
        switch (side, mark.uppercased()) {
        case (.sell, "O"), (.sell, "C;O"): .short
        case (.buy, "C"): .cover
        default: side
        }
    }

    // MARK: Exchanges

    /// Returns whether a row exchanges currencies.
    ///
    /// Its symbol is a pair, or there is no security at all.
    private func isExchange(_ row: TableRow) -> Bool {
        if row[common.assetClass].uppercased() == "CASH" { return true }
        guard row[common.assetClass].isEmpty, row[common.isin].isEmpty, row[common.cusip].isEmpty else { return false }
        return row[common.symbol].isEmpty || pair(row) != nil
    }

    /// Returns the currency of the quantity, and that of the price.
    private func pair(_ row: TableRow) -> (CurrencyCode, CurrencyCode)? {
        for text in [row[common.symbol], row[common.description]] {
            let names = text.split(separator: ".", omittingEmptySubsequences: false).map { CurrencyCode($0) }
            if names.count == 2, let first = names[0], let second = names[1], first != second { return (first, second) }
        }
        return nil
    }

    /// Books an exchange, and its commission as a fee.
    private mutating func exchange(_ row: TableRow, _ side: Action?, isCancellation: Bool, _ draft: inout Draft) {
        let line = Int32(clamping: row.line)
        let before = draft.diagnostics.count
        let figures = readFigures(row, &draft)
        let (id, notes) = (draft.name(row, id), draft.text(row, additions.notes))
        let levies = added.read(row, &draft)
        guard let (bought, quoted) = pair(row), figures.currency == nil || figures.currency == quoted else {
            draft.file.omissions.append(Omission(.exchange, line: line))
            return
        }
        guard draft.diagnostics.count == before, let side, let time = figures.time, let quantity = figures.quantity,
            let value = (figures.money ?? figures.price.map { ($0 * quantity).rounded(toPlaces: 20) })?.magnitude
        else { return }
        guard figures.agree, value != 0 else {
            draft.file.omissions.append(Omission(.figures, line: line))
            return
        }
        let isPurchase = side == .buy
        var entry = Entry(
            .exchange, time: time, currency: isPurchase ? quoted : bought,
            quantity: isPurchase ? quantity.magnitude : value, amount: isPurchase ? value : quantity.magnitude,
            rate: isPurchase ? figures.rate : nil, id: id, notes: notes, line: line)
        entry.received = isPurchase ? bought : quoted
        if isCancellation {
            cancellations.insert(line)
        } else {
            signs.add(side, at: line, quantity: quantity)
        }
        draft.file.entries.append(entry)
        let costs = figures.commission + figures.taxes
        guard costs != 0 || !levies.isEmpty else { return }
        let paid = figures.commissionCurrency ?? quoted
        let fee = Entry(
            .fee, time: time, currency: paid, amount: costs, rate: paid == quoted ? figures.rate : nil, id: id,
            line: line)
        added.add(levies, toEntryAt: draft.file.entries.count)
        draft.file.entries.append(fee)
    }

    private struct Figures {
        let time: EntryTime?
        let currency: CurrencyCode?
        let quantity: Amount?
        let price: Amount?
        /// The value, if the table has no price of one share.
        let money: Amount?
        /// Whether price, value and proceeds agree up to rounding.
        let agree: Bool
        let rate: Amount?
        /// Costs are positive, as for taxes.
        let commission: Amount
        let taxes: Amount
        let commissionCurrency: CurrencyCode?
    }

    private func readFigures(_ row: TableRow, _ draft: inout Draft) -> Figures {
        let currency = draft.currency(row, common.currency)
        if row[common.currency].isEmpty {
            draft.report(.malformedTable, "The column \(common.currency.name) is empty.", row, common.currency)
        }
        let time = draft.time(row, time, DateText.ibkr)
        let quantity = draft.number(row, quantity)
        if row[self.quantity].isEmpty || quantity == 0 {
            draft.report(.malformedTable, "The column \(self.quantity.name) is empty or 0.", row, self.quantity)
        }
        if let column = price ?? money, row[column].isEmpty {
            draft.report(.malformedTable, "The column \(column.name) is empty.", row, column)
        }
        let price = draft.amount(row, price)
        let factor = draft.number(row, multiplier).flatMap { $0 == 0 ? nil : $0 } ?? 1
        let product = price.flatMap { price in quantity.map { ($0 * price * factor).rounded(toPlaces: 20).magnitude } }
        let stated = values.compactMap { draft.number(row, $0)?.magnitude }
        // In the file, costs are negative and rebates positive.
        let commission = -(draft.number(row, commission) ?? 0)
        return Figures(
            time: time, currency: currency, quantity: quantity, price: price,
            money: draft.number(row, money)?.magnitude ?? (factor == 1 ? nil : product),
            agree: Self.agree([product].compactMap { $0 } + stated), rate: common.readRate(row, currency, &draft),
            commission: commission, taxes: -(draft.number(row, taxes) ?? 0),
            commissionCurrency: draft.currency(row, commissionCurrency))
    }

    /// Returns whether values are equal up to a cent or a hundredth of a percent.
    private static func agree(_ values: [Amount]) -> Bool {
        guard let least = values.min(), let greatest = values.max() else { return true }
        return greatest - least <= max(Amount(scaled: 1, places: 2), greatest * Amount(scaled: 1, places: 4))
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

    private func readOrderType(_ row: TableRow) -> OrderType {
        switch row[orderType].uppercased() {
        case "LMT": .limit
        case "STP": .stop
        case "STPLMT", "STP LMT": .stopLimit
        default: .market
        }
    }
}
