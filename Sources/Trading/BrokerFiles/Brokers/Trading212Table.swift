import Trading

/// An account history exported by Trading 212.
struct Trading212Table: TableFormat {
    private let action: TableColumn
    private let time: TableColumn
    private let isin: TableColumn
    private let ticker: TableColumn?
    private let name: TableColumn?
    private let shares: TableColumn
    private let price: TableColumn
    private let priceCurrency: TableColumn
    private let exchangeRate: TableColumn?
    private let total: TableColumn
    /// `nil` if the column's name has the currency, as in older exports.
    private let totalCurrency: TableColumn?
    private let fixedCurrency: CurrencyCode?
    private let withholding: TableColumn?
    private let withholdingCurrency: TableColumn?
    private let notes: TableColumn?
    private let id: TableColumn?
    private let fees: [Fee]
    private let conversions: (from: Fee?, to: Fee?)
    private let additions: TableAdditions
    private var checks = TradeChecks()
    private var splits = Trading212Splits()

    /// A column of fees with the currency of the column or of each cell.
    private struct Fee {
        var amount: TableColumn
        var currency: TableColumn?
        var fixedCurrency: CurrencyCode?
        /// Whether the user states that costs are negative.
        var isNegated = false
    }

    var date: TableColumn { time }

    /// Recognises the header.
    init?(_ header: TableHeader, _ additions: TableAdditions, _ draft: inout Draft) {
        guard let action = header.column("Action"), let time = header.column(["Time", "Time (UTC)"]),
            let isin = header.column("ISIN"), let shares = header.column("No. of shares"),
            let price = header.column("Price / share"),
            let priceCurrency = header.column("Currency (Price / share)"),
            let total = header.column("Total") ?? Self.total(header)
        else { return nil }
        self.action = action
        self.time = time
        self.isin = isin
        self.shares = shares
        self.price = price
        self.priceCurrency = priceCurrency
        self.total = total
        totalCurrency = header.column("Currency (Total)")
        fixedCurrency = Self.currency(inName: header.names[total.index])
        ticker = header.column("Ticker")
        name = header.column("Name")
        exchangeRate = header.column("Exchange rate")
        withholding = header.column("Withholding tax")
        withholdingCurrency = header.column("Currency (Withholding tax)")
        notes = additions.notes ?? header.column("Notes")
        id = header.column("ID")
        func conversion(_ side: String) -> Fee? {
            let name = "Currency conversion \(side) amount"
            guard let amount = header.column(name), let currency = header.column("Currency (\(name))") else {
                return nil
            }
            return Fee(amount: amount, currency: currency)
        }
        conversions = (conversion("from"), conversion("to"))
        let own = Self.fees(header)
        let further = additions.fees.filter { column in !own.contains { $0.amount.index == column.index } }
        let added = further.map { column in
            let name = header.names[column.index]
            return Fee(
                amount: column, currency: header.column("Currency (\(name))"),
                fixedCurrency: Self.currency(inName: name), isNegated: additions.costs == .minus)
        }
        fees = own + added
        self.additions = additions
        draft.file.format = "trading212"
    }

    /// Returns the column `Total (EUR)`, or `Charge amount (EUR)` of older exports.
    private static func total(_ header: TableHeader) -> TableColumn? {
        let name = header.names.first { $0.hasPrefix("total (") || $0.hasPrefix("charge amount (") }
        return name.flatMap(header.column)
    }

    private static let feeNames = [
        "currency conversion fee", "transaction fee", "finra fee", "stamp duty reserve tax", "stamp duty",
        "french transaction tax", "ptm levy",
    ]

    private static func fees(_ header: TableHeader) -> [Fee] {
        var fees: [Fee] = []
        for name in header.names {
            guard let known = feeNames.first(where: { name == $0 || name.hasPrefix("\($0) (") }),
                let column = header.column(name)
            else { continue }
            fees.append(
                Fee(
                    amount: TableColumn(index: column.index, name: known),
                    currency: header.column("Currency (\(known))"), fixedCurrency: currency(inName: name)))
        }
        return fees
    }

    /// Returns the currency in a column's name such as `total (eur)`.
    private static func currency(inName name: String) -> CurrencyCode? {
        guard name.hasSuffix(")"), let open = name.lastIndex(of: "(") else { return nil }
        return CurrencyCode(name[name.index(after: open)...].dropLast())
    }

    /// The meaning of an action's rows.
    private enum Meaning {
        case trade(Action, OrderType)
        case dividend, interest, deposit, withdrawal, splitClose, splitOpen, exchange, transferIn, transferOut, spinOff
        /// A separate fee or tax.
        case cost(Action)
        case omitted(Omission.Reason)

        /// Whether the rows state the new shares of a split.
        var isNewSplit: Bool {
            if case .splitOpen = self { return true }
            return false
        }

        /// Creates the meaning of an action added by a column file.
        init?(_ action: Action) {
            switch action {
            case .buy, .sell: self = .trade(action, .market)
            case .dividend: self = .dividend
            case .interest: self = .interest
            case .deposit: self = .deposit
            case .withdrawal: self = .withdrawal
            case .fee, .tax: self = .cost(action)
            case .transferIn: self = .transferIn
            case .transferOut: self = .transferOut
            case .spinOff: self = .spinOff
            default: return nil
            }
        }
    }

    private func meaning(_ action: String) -> Meaning? {
        for (prefix, type) in [
            ("market ", OrderType.market), ("limit ", .limit), ("stop limit ", .stopLimit), ("stop ", .stop),
        ] where action.hasPrefix(prefix) {
            switch action.dropFirst(prefix.count) {
            case "buy": return .trade(.buy, type)
            case "sell": return .trade(.sell, type)
            default: continue
            }
        }
        switch action {
        case _ where action.hasPrefix("dividend"): return .dividend
        case "interest on cash", "lending interest", "share lending interest", "result adjustment": return .interest
        case "deposit", "card credit", "spending cashback", "new card cost refund": return .deposit
        case "withdrawal", "card debit", "new card cost": return .withdrawal
        case "stock split close": return .splitClose
        case "stock split open": return .splitOpen
        case "spin-off": return .spinOff
        case "stock split", "stock distribution", "custom stock distribution", "stock merger":
            return .omitted(.reorganisation)
        case "transfer in": return .transferIn
        case "transfer out": return .transferOut
        case "currency conversion": return .exchange
        default: return nil
        }
    }

    func isRow(_ row: TableRow) -> Bool {
        let word = row[action].lowercased()
        return DateText.iso(row[time]) != nil || meaning(word) != nil || additions.actions[word] != nil
    }

    mutating func read(_ row: TableRow, into draft: inout Draft) {
        let before = draft.diagnostics.count
        let meaning: Meaning
        switch additions.meaning(row, action, &draft, own: Meaning.init) {
        case .done: return
        case .omitted(let reason): meaning = .omitted(reason)
        case .meaning(let added): meaning = added
        case nil:
            guard let known = self.meaning(row[action].lowercased()) else {
                let security = security(row, nil, &draft)
                draft.omitUnknown(row, action, security, "The action is not one that is known from Trading 212.") {
                    draft in
                    _ = draft.time(row, self.time)
                    _ = readUnit(row, priceCurrency, &draft)
                    if fixedCurrency == nil { _ = draft.currency(row, totalCurrency) }
                    let figures = [shares, price, total, withholding].compactMap { $0 } + fees.map(\.amount)
                    for column in figures { _ = draft.number(row, column) }
                }
                return
            }
            meaning = known
        }
        let line = Int32(clamping: row.line)
        if case .omitted(let reason) = meaning {
            let security = security(row, nil, &draft)
            draft.file.omissions.append(Omission(reason, security: security, line: line))
            return
        }
        let time = draft.time(row, time)
        let (currency, divisor) = readUnit(row, priceCurrency, &draft)
        let security = security(row, currency, &draft)
        let accountCurrency = fixedCurrency ?? draft.currency(row, totalCurrency)
        if draft.file.currency == nil { draft.file.currency = accountCurrency }
        let (id, notes) = (draft.name(row, id), draft.text(row, notes))
        var entry: Entry
        var charges = Charges([])
        switch meaning {
        case .omitted: return
        case .splitClose, .splitOpen:
            requireSecurity(row, &draft)
            let shares = draft.positive(row, shares)
            guard draft.diagnostics.count == before, let security, let shares, let time else { return }
            var part = Entry(
                .split, security: security, time: time, currency: currency ?? accountCurrency ?? .usd,
                quantity: shares, id: id, line: line)
            part.notes = notes
            splits.add(part, of: security, isNew: meaning.isNewSplit, to: &draft)
            return
        case .trade(let action, let type):
            let shares = draft.positive(row, shares)
            let price = draft.amount(row, price)
            if row[self.price].isEmpty {
                draft.report(.malformedTable, "The column Price / share is empty.", row, self.price)
            }
            requireSecurity(row, &draft)
            if row[priceCurrency].isEmpty {
                draft.report(.malformedTable, "The column Currency (Price / share) is empty.", row, priceCurrency)
            }
            let fees = readFees(row, currency, accountCurrency, &draft)
            let isConverted = accountCurrency != nil && accountCurrency != currency
            let stated = isConverted ? statedRate(row, divisor, &draft) : nil
            let total = accountCurrency == nil ? nil : draft.number(row, total)?.magnitude
            guard draft.diagnostics.count == before, let shares, let price, let currency, let time else { return }
            entry = Entry(
                action, security: security, time: time, currency: currency, quantity: shares,
                price: price.divided(by: divisor), orderType: type, line: line)
            check(entry, fees, isConverted ? stated : 1, total)
            if isConverted {
                charges = fees.inCurrency
                entry.fees = charges.total
                entry.rate = Self.rate(of: entry, stated, total, fees.inAccountCurrency.total)
                if !fees.inAccountCurrency.isEmpty {
                    guard let rate = entry.rate else {
                        draft.report(
                            .malformedTable, "The row has fees in the account's currency, but no exchange rate.", row,
                            exchangeRate)
                        return
                    }
                    charges = charges.adding(fees.inAccountCurrency.divided(by: rate))
                }
                // An account with several currencies can pay a trade in one that is neither its own nor the price's.
                if let paid = accountCurrency, paid != draft.file.currency, let rate = entry.rate {
                    charges = Charges([charges.costs * rate, charges.refunds * rate])
                    entry.convert(to: paid, at: rate)
                }
            } else {
                charges = fees.inCurrency.adding(fees.inAccountCurrency)
                settle(&entry, &charges, total, row, &draft)
            }
        case .transferIn, .transferOut, .spinOff:
            let shares = draft.positive(row, shares)
            let price = draft.amount(row, price)
            requireSecurity(row, &draft)
            guard draft.diagnostics.count == before, let shares, let time else { return }
            let action: Action =
                switch meaning {
                case .transferIn: .transferIn
                case .spinOff: .spinOff
                default: .transferOut
                }
            // The price of a transfer is that of the market, and says nothing about the cost.
            entry = Entry(
                action, security: security, time: time, currency: currency ?? accountCurrency ?? .usd,
                quantity: shares, price: action == .transferIn ? nil : price.map { $0.divided(by: divisor) },
                line: line)
        case .exchange:
            guard let exchanged = exchange(row, accountCurrency, &draft), draft.diagnostics.count == before, let time
            else { return }
            entry = exchanged
            entry.time = time
        case .dividend, .interest, .deposit, .withdrawal, .cost:
            guard let payment = payment(meaning, row, accountCurrency, &draft), let time else { return }
            (entry, charges) = payment
            entry.time = time
            entry.security = security
        }
        guard draft.diagnostics.count == before else { return }
        entry.id = id
        entry.notes = notes
        let refund = entry.take(charges)
        draft.file.entries += [entry, refund].compactMap { $0 }
    }

    /// Sets a trade's amount if its total differs from price and fees.
    ///
    /// The amount is in the account's own currency. The total is the sum paid or received, including fees that the
    /// export does not show.
    private func settle(
        _ entry: inout Entry, _ charges: inout Charges, _ total: Amount?, _ row: TableRow, _ draft: inout Draft
    ) {
        let isSale = entry.action == .sell
        let value = entry.gross
        if additions.costs == nil { charges = charges.signed(value: value, amount: total, isPaid: !isSale) }
        guard let total else { return }
        let expected = isSale ? value - charges.total : value + charges.total
        guard (total - expected).magnitude > Self.rounding else { return }
        if total == 0 {
            draft.report(.malformedTable, "The column Total is 0, but price times shares is not.", row, self.total)
        }
        entry.amount = total
    }

    /// Compares the total of a trade with its other figures in the account's currency.
    private mutating func check(
        _ entry: Entry, _ fees: (inCurrency: Charges, inAccountCurrency: Charges), _ rate: Amount?, _ total: Amount?
    ) {
        guard let rate, let total, let price = entry.price else { return }
        var charges = fees.inAccountCurrency.adding(fees.inCurrency.divided(by: Amount(1).divided(by: rate)))
        // The stated rate is rounded, and can be that of another moment.
        if rate != 1 { charges = charges.adding(Charges([(entry.gross * rate).magnitude / 50])) }
        let figures = TradeFigures(
            quantity: entry.quantity, price: (price * rate).rounded(toPlaces: 10), charges: charges, amount: total,
            isPaid: entry.action.side == .buy)
        checks.add(figures, line: entry.line)
    }

    /// The tolerance between a total and price times shares.
    private static let rounding = Amount(scaled: 2, places: 2)

    mutating func finish(_ draft: inout Draft) {
        splits.finish(&draft)
        checks.settle(&draft, isCertain: true)
    }

    // MARK: Payments

    /// Creates a payment in the account's currency.
    ///
    /// The total is the sum paid, after tax and fees.
    private func payment(
        _ meaning: Meaning, _ row: TableRow, _ accountCurrency: CurrencyCode?, _ draft: inout Draft
    ) -> (Entry, Charges)? {
        if accountCurrency == nil, row[totalCurrency].isEmpty {
            draft.report(.malformedTable, "The currency of the total is missing.", row, totalCurrency ?? self.total)
        }
        let total = draft.number(row, total)
        if row[self.total].isEmpty { draft.report(.malformedTable, "The column Total is empty.", row, self.total) }
        var stated = readFees(row, accountCurrency, &draft)
        if case .dividend = meaning, let tax = draft.number(row, withholding), tax != 0 {
            let (currency, divisor) = readUnit(row, withholdingCurrency, &draft)
            stated.append((tax.divided(by: divisor), currency, withholding))
        }
        // There is no exchange rate for tax and fees in another currency, so the payment is the net one.
        if stated.contains(where: { $0.currency != accountCurrency }) {
            draft.file.passedOver.add(.taxCurrency, line: row.line)
        }
        guard let currency = accountCurrency, let total else { return nil }
        let (action, amount): (Action, Amount) =
            switch meaning {
            case .withdrawal: (.withdrawal, total.magnitude)
            case .deposit: (total < 0 ? .withdrawal : .deposit, total.magnitude)
            case .interest: (.interest, total)
            case .cost(let action): (action, -total)
            // A reversed dividend is a negative one.
            default: (.dividend, total)
            }
        // The time is set by the caller.
        let entry = Entry(
            action, time: EntryTime(Day.first), currency: currency, amount: amount, line: Int32(clamping: row.line))
        return (entry, Charges(stated.filter { $0.currency == currency }.map(\.amount)))
    }

    /// Creates an exchange of currencies; a row without both of them is omitted.
    private func exchange(
        _ row: TableRow, _ accountCurrency: CurrencyCode?, _ draft: inout Draft
    ) -> Entry? {
        guard let paid = conversions.from, let received = conversions.to else {
            draft.file.omissions.append(Omission(.exchange, line: Int32(clamping: row.line)))
            return nil
        }
        let (amount, bought) = (draft.number(row, paid.amount), draft.number(row, received.amount))
        let (currency, other) = (draft.currency(row, paid.currency), draft.currency(row, received.currency))
        guard let amount, let bought, let currency, let other, currency != other, amount != 0, bought != 0 else {
            draft.report(
                .malformedTable, "The currency conversion does not state two amounts in two currencies.", row,
                paid.amount)
            return nil
        }
        // The amount paid includes the fee, if the export has one.
        for fee in readFees(row, accountCurrency, &draft) where fee.currency != nil {
            draft.file.passedOver.add(.exchangeFee, line: row.line)
        }
        var entry = Entry(
            .exchange, time: EntryTime(Day.first), currency: currency, quantity: bought.magnitude,
            amount: amount.magnitude, line: Int32(clamping: row.line))
        entry.received = other
        return entry
    }

    // MARK: Currencies

    /// Returns the currency of a cell and the divisor of its amounts.
    ///
    /// Pence are `GBX`, with the divisor 100.
    private func readUnit(_ row: TableRow, _ column: TableColumn?, _ draft: inout Draft) -> (CurrencyCode?, Amount) {
        if ["GBX", "GBp"].contains(row[column]) { return (CurrencyCode("GBP"), 100) }
        return (draft.currency(row, column), 1)
    }

    /// Returns the exchange rate stated by a row.
    ///
    /// It is in units of the account's currency for one unit of the price's.
    private func statedRate(_ row: TableRow, _ divisor: Amount, _ draft: inout Draft) -> Amount? {
        guard let column = exchangeRate, !row[column].isEmpty, row[column] != "Not available" else { return nil }
        return draft.positive(row, column).map { divisor.divided(by: $0) }
    }

    /// Returns the exchange rate of a trade.
    ///
    /// It is derived from the row's total, since the stated rate is rounded and would miss the cash by cents. The
    /// stated rate is used if the two differ by more than rounding explains.
    private static func rate(of entry: Entry, _ stated: Amount?, _ total: Amount?, _ fees: Amount) -> Amount? {
        guard let total else { return stated }
        let isSale = entry.action == .sell
        let value = isSale ? entry.gross - entry.fees : entry.gross + entry.fees
        let paid = isSale ? total + fees : total - fees
        guard value > 0, paid > 0 else { return stated }
        let rate = paid.divided(by: value)
        guard let stated else { return rate }
        let difference = (rate - stated).magnitude
        return difference <= stated / 100 || difference * value <= Amount(scaled: 2, places: 2) ? rate : stated
    }

    /// Returns the fees in the price's currency, and those in the account's.
    private func readFees(
        _ row: TableRow, _ currency: CurrencyCode?, _ accountCurrency: CurrencyCode?, _ draft: inout Draft
    ) -> (inCurrency: Charges, inAccountCurrency: Charges) {
        let stated = readFees(row, accountCurrency, &draft)
        for fee in stated where currency != nil && fee.currency != currency && fee.currency != accountCurrency {
            draft.report(
                .malformedTable,
                "The \(fee.column?.name ?? "fee") is neither in the currency of the price nor in the account's.", row,
                fee.column)
        }
        return (
            Charges(stated.filter { $0.currency == currency }.map(\.amount)),
            Charges(stated.filter { $0.currency != currency }.map(\.amount))
        )
    }

    /// Returns the fees of a row with their currencies.
    ///
    /// The default is the account's currency.
    private func readFees(
        _ row: TableRow, _ accountCurrency: CurrencyCode?, _ draft: inout Draft
    ) -> [(amount: Amount, currency: CurrencyCode?, column: TableColumn?)] {
        fees.compactMap { fee in
            guard let amount = draft.number(row, fee.amount), amount != 0 else { return nil }
            let (currency, divisor) = readUnit(row, fee.currency, &draft)
            let signed = fee.isNegated ? -amount : amount
            return (signed.divided(by: divisor), fee.fixedCurrency ?? currency ?? accountCurrency, fee.amount)
        }
    }

    /// Reports a missing security.
    private func requireSecurity(_ row: TableRow, _ draft: inout Draft) {
        if row[isin].isEmpty, row[ticker].isEmpty {
            draft.report(.malformedTable, "The column ISIN is empty.", row, isin)
        }
    }

    private func security(_ row: TableRow, _ currency: CurrencyCode?, _ draft: inout Draft) -> Int32? {
        let (isin, symbol) = (draft.symbol(row, isin), draft.symbol(row, ticker))
        guard isin != nil || symbol != nil else { return nil }
        return draft.securities.index(
            of: Security(symbol: symbol, isin: isin, name: draft.text(row, name), currency: currency))
    }
}

extension Entry {
    /// Converts a trade to the currency in which it was paid.
    fileprivate mutating func convert(to currency: CurrencyCode, at rate: Amount) {
        self.currency = currency
        price = price.map { ($0 * rate).rounded(toPlaces: 20) }
        amount = amount.map { ($0 * rate).rounded(toPlaces: 20) }
        fees = (fees * rate).rounded(toPlaces: 20)
        self.rate = nil
    }
}
