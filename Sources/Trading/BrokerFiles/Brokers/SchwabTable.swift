import Trading

/// A table of a brokerage account's transactions, exported from Charles Schwab.
struct SchwabTable: TableFormat {
    let date: TableColumn
    private let action: TableColumn
    private let symbol: TableColumn?
    private let description: TableColumn?
    private let quantity: TableColumn
    private let price: TableColumn?
    private let fees: TableColumn?
    private let amount: TableColumn
    private let additions: TableAdditions
    private let addedFees: [TableColumn]
    private var signs = TradeSigns(areAmountsCash: true)
    private var checks = TradeChecks()
    /// The rows of cash mergers.
    private var mergers: [Entry] = []

    /// The meaning of an action.
    private enum Meaning {
        case buy, sell, short, cover, dividend, interest, fee, tax, addedShares, spinOff, capital
        /// Shares moved into the account or out of it, depending on the sign.
        case shareTransfer
        /// The cash of a merger, and the shares given up for it, in two rows.
        case cashMerger, cashMergerShares
        /// A deposit or a withdrawal, depending on the sign.
        case transfer
        case omitted(Omission.Reason)

        /// Creates the meaning of an action that a column file adds.
        init?(_ action: Action) {
            switch action {
            case .buy: self = .buy
            case .sell: self = .sell
            case .short: self = .short
            case .cover: self = .cover
            case .dividend: self = .dividend
            case .interest: self = .interest
            case .fee: self = .fee
            case .tax: self = .tax
            case .addedShares: self = .addedShares
            case .spinOff: self = .spinOff
            case .returnOfCapital: self = .capital
            case .transferIn, .transferOut: self = .shareTransfer
            case .deposit, .withdrawal: self = .transfer
            case .reinvest, .split, .opening, .exchange, .merger: return nil
            }
        }
    }

    private static let meanings: [String: Meaning] = [
        "buy": .buy, "reinvest shares": .buy,
        "sell": .sell,
        "cash dividend": .dividend, "qualified dividend": .dividend, "non-qualified div": .dividend,
        "special dividend": .dividend, "special qual div": .dividend, "special non qual div": .dividend,
        "reinvest dividend": .dividend, "qual div reinvest": .dividend, "pr yr cash div": .dividend,
        "pr yr special div": .dividend, "pr yr non qual div": .dividend, "pr yr div reinvest": .dividend,
        "long term cap gain": .dividend, "long term cap gain reinvest": .dividend, "short term cap gain": .dividend,
        "short term cap gain reinvest": .dividend, "cash in lieu": .dividend,
        "credit interest": .interest, "bank interest": .interest, "bond interest": .interest,
        "margin interest": .interest,
        "advisor fee": .fee, "adr mgmt fee": .fee, "service fee": .fee, "misc fee": .fee,
        "foreign tax paid": .tax, "nra tax adj": .tax, "nra withholding": .tax, "tax withholding": .tax,
        "stock split": .addedShares, "stock div dist": .addedShares,
        "moneylink transfer": .transfer, "moneylink deposit": .transfer, "moneylink adj": .transfer,
        "wire sent": .transfer, "wire received": .transfer, "wire funds": .transfer, "wire funds received": .transfer,
        "funds received": .transfer, "funds paid": .transfer, "internal transfer": .transfer, "journal": .transfer,
        "misc cash entry": .transfer, "misc credits": .transfer, "visa purchase": .transfer,
        "atm withdrawal": .transfer,
        "journaled shares": .shareTransfer, "security transfer": .shareTransfer, "stock plan activity": .shareTransfer,
        "spin-off": .spinOff, "cash merger": .cashMerger, "cash merger adj": .cashMergerShares,
        "reverse split": .omitted(.reorganisation), "stock merger": .omitted(.reorganisation),
        "cash/stock merger": .omitted(.reorganisation), "name change": .omitted(.reorganisation),
        "mandatory reorg exc": .omitted(.reorganisation), "exchange or exercise": .omitted(.reorganisation),
        "return of capital": .capital, "full redemption": .omitted(.debt),
        "full redemption adj": .omitted(.debt),
        "sell short": .short, "buy to cover": .cover,
        "buy to open": .omitted(.derivative), "buy to close": .omitted(.derivative),
        "sell to open": .omitted(.derivative), "sell to close": .omitted(.derivative),
        "expired": .omitted(.derivative), "assigned": .omitted(.derivative), "exercised": .omitted(.derivative),
    ]

    /// Recognises the header.
    init?(_ header: TableHeader, _ additions: TableAdditions, _ draft: inout Draft) {
        guard header.contains(["Symbol", "Description", "Fees & Comm"]), let date = header.column("Date"),
            let action = header.column("Action"), let quantity = header.column("Quantity"),
            let amount = header.column("Amount")
        else { return nil }
        self.date = date
        self.action = action
        self.quantity = quantity
        self.amount = amount
        self.additions = additions
        symbol = header.column("Symbol")
        description = header.column("Description")
        price = header.column("Price")
        fees = header.column("Fees & Comm")
        addedFees = additions.fees(besides: fees)
        draft.file.format = "schwab"
        draft.file.currency = .usd
    }

    func isRow(_ row: TableRow) -> Bool {
        let word = row[action].lowercased()
        return DateText.schwab(row[date]) != nil || Self.meanings[word] != nil || additions.actions[word] != nil
    }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        let before = draft.diagnostics.count
        let name = draft.text(row, description)
        let notes = additions.notes.map { draft.text(row, $0) } ?? name
        let security = draft.symbol(row, symbol).map { symbol in
            draft.securities.index(of: Security(symbol: symbol, name: name, currency: .usd))
        }
        let meaning: Meaning
        switch additions.meaning(row, action, &draft, own: Meaning.init) {
        case .done: return
        case .omitted(let reason): meaning = .omitted(reason)
        case .meaning(let added): meaning = added
        case nil:
            guard let known = Self.meanings[row[action].lowercased()] else {
                draft.omitUnknown(row, action, security, "The action is not one that is known from Schwab.") { draft in
                    _ = draft.time(row, date, DateText.schwab)
                    for column in [quantity, price, fees, amount] { _ = draft.number(row, column, .english) }
                }
                return
            }
            meaning = known
        }
        let time = draft.time(row, date, DateText.schwab)
        if case .omitted(let reason) = meaning {
            draft.file.omissions.append(Omission(reason, security: security, line: Int32(clamping: row.line)))
            return
        }
        guard let figures = figures(meaning, row, &draft), draft.diagnostics.count == before, let time else { return }
        let line = Int32(clamping: row.line)
        var entry = Entry(
            figures.action, security: security, time: time, currency: .usd, quantity: figures.quantity,
            price: figures.price, amount: figures.amount, notes: notes, line: line)
        let other: Entry?
        switch meaning {
        case .cashMerger, .cashMergerShares:
            mergers.append(entry)
            return
        default: break
        }
        if entry.action == .addedShares || entry.action == .spinOff {
            // The shares cost nothing, so their fees are a separate entry.
            let fee = Entry(
                .fee, security: security, time: time, currency: .usd, amount: figures.charges.total, line: line)
            other = figures.charges.isEmpty ? nil : fee
        } else {
            other = entry.take(figures.charges)
        }
        draft.file.entries += [entry, other].compactMap { $0 }
    }

    mutating func finish(_ draft: inout Draft) {
        settleMergers(&draft)
        draft.cancel(signs.reversals)
        checks.settle(&draft, isCertain: true)
    }

    /// Joins the cash of mergers with the shares given up for it; others are omitted.
    private mutating func settleMergers(_ draft: inout Draft) {
        var shares = mergers.filter { $0.quantity != 0 }
        for cash in mergers where cash.quantity == 0 {
            guard let amount = cash.amount, amount > 0, cash.security != nil,
                let place = shares.firstIndex(where: { $0.security == cash.security })
            else {
                draft.file.omissions.append(Omission(.reorganisation, security: cash.security, line: cash.line))
                continue
            }
            var sale = cash
            sale.quantity = shares.remove(at: place).quantity
            draft.file.entries.append(sale)
        }
        for entry in shares {
            draft.file.omissions.append(Omission(.reorganisation, security: entry.security, line: entry.line))
        }
        mergers = []
    }

    private struct Figures {
        var action: Action
        var quantity: Amount = 0
        var price: Amount?
        var charges = Charges([])
        /// The amount paid or received.
        var amount: Amount?
    }

    private mutating func figures(_ meaning: Meaning, _ row: TableRow, _ draft: inout Draft) -> Figures? {
        switch meaning {
        case .buy: return trade(.buy, row, &draft)
        case .sell: return trade(.sell, row, &draft)
        case .short: return trade(.short, row, &draft)
        case .cover: return trade(.cover, row, &draft)
        case .addedShares: return addedShares(.addedShares, row, &draft)
        case .spinOff: return addedShares(.spinOff, row, &draft)
        case .capital: return payment(row, &draft) { (.returnOfCapital, $0) }
        case .shareTransfer: return moved(row, &draft)
        case .cashMerger: return payment(row, &draft) { (.sell, $0) }
        case .cashMergerShares: return given(row, &draft)
        case .dividend: return payment(row, &draft) { (.dividend, $0) }
        case .interest: return payment(row, &draft) { (.interest, $0) }
        case .fee: return payment(row, &draft) { (.fee, -$0) }
        case .tax: return payment(row, &draft) { (.tax, -$0) }
        case .transfer: return payment(row, &draft) { $0 < 0 ? (.withdrawal, -$0) : (.deposit, $0) }
        case .omitted: return nil
        }
    }

    private func payment(
        _ row: TableRow, _ draft: inout Draft, _ convert: (Amount) -> (Action, Amount)
    ) -> Figures? {
        let charges = charges(row, &draft)
        guard let amount = draft.number(row, amount, .english) else {
            if row[self.amount].isEmpty {
                draft.report(.malformedTable, "The column Amount is empty.", row, self.amount)
            }
            return nil
        }
        let (action, value) = convert(amount)
        return Figures(action: action, charges: charges, amount: value)
    }

    /// Returns the figures of shares that cost nothing except fees.
    private func addedShares(_ action: Action, _ row: TableRow, _ draft: inout Draft) -> Figures? {
        let quantity = draft.positive(row, quantity, .english)
        var charges = charges(row, &draft)
        if let paid = draft.number(row, amount, .english), paid != 0 {
            if paid.magnitude != charges.total.magnitude {
                draft.report(
                    .malformedTable, "The column Amount of a row about added shares is not the amount of its fees.",
                    row,
                    amount)
            }
            charges = Charges([-paid])
        }
        return quantity.map { Figures(action: action, quantity: $0, charges: charges) }
    }

    /// Returns the figures of shares moved in or out, without their cost.
    private func moved(_ row: TableRow, _ draft: inout Draft) -> Figures? {
        guard let quantity = required(row, &draft) else { return nil }
        return Figures(action: quantity < 0 ? .transferOut : .transferIn, quantity: quantity.magnitude)
    }

    /// Returns the figures of shares given up for the cash of another row.
    private func given(_ row: TableRow, _ draft: inout Draft) -> Figures? {
        required(row, &draft).map { Figures(action: .sell, quantity: $0.magnitude) }
    }

    /// Returns a number of shares other than 0.
    private func required(_ row: TableRow, _ draft: inout Draft) -> Amount? {
        if row[symbol].isEmpty { draft.report(.malformedTable, "The column Symbol is empty.", row, symbol) }
        let quantity = draft.number(row, quantity, .english)
        if row[self.quantity].isEmpty || quantity == 0 {
            draft.report(.malformedTable, "The column Quantity is empty or 0.", row, self.quantity)
        }
        return quantity
    }

    /// Returns the figures of a trade.
    ///
    /// Prices are rounded, so the amount is more exact about the value of the shares; both are kept.
    private mutating func trade(_ action: Action, _ row: TableRow, _ draft: inout Draft) -> Figures? {
        if row[symbol].isEmpty { draft.report(.malformedTable, "The column Symbol is empty.", row, symbol) }
        let quantity = draft.number(row, quantity, .english)
        if row[self.quantity].isEmpty || quantity == 0 {
            draft.report(.malformedTable, "The column Quantity is empty or 0.", row, self.quantity)
        }
        let price = draft.amount(row, price, .english)
        let paid = draft.number(row, amount, .english)
        let value = price.flatMap { price in quantity.map { price * $0.magnitude } }
        let charges = charges(row, &draft, value: value, amount: paid?.magnitude, isPaid: action.side == .buy)
        if row[self.price].isEmpty, row[amount].isEmpty {
            draft.report(.malformedTable, "The row has neither a price nor an amount.", row, self.price ?? amount)
        }
        if paid == 0, let value, value.money != 0, value.money != charges.total.money {
            draft.report(.malformedTable, "The column Amount is 0, but quantity times price is not.", row, amount)
        }
        return quantity.map {
            signs.add(action.side ?? action, at: Int32(clamping: row.line), quantity: $0, amount: paid)
            if let price, let paid {
                let figures = TradeFigures(
                    quantity: $0, price: price, charges: charges, amount: paid, isPaid: action.side == .buy)
                checks.add(figures, line: Int32(clamping: row.line))
            }
            return Figures(
                action: action, quantity: $0.magnitude, price: price, charges: charges, amount: paid?.magnitude)
        }
    }

    private func charges(
        _ row: TableRow, _ draft: inout Draft, value: Amount? = nil, amount: Amount? = nil, isPaid: Bool = false
    ) -> Charges {
        let own = draft.number(row, fees, .english) ?? 0
        let added = addedFees.compactMap { draft.number(row, $0, .english) }
        guard let costs = additions.costs else {
            return Charges([own] + added).signed(value: value, amount: amount, isPaid: isPaid)
        }
        return Charges([own] + added.map { costs == .plus ? $0 : -$0 })
    }
}
