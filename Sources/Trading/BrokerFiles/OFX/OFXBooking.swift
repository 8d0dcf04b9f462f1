import Trading

/// Converts transactions of an OFX file to entries.
struct OFXBooking {
    /// The currency of the statement.
    let currency: CurrencyCode
    /// The securities of the file.
    let securities: OFXSecurities

    /// Returns the result of a transaction.
    func result(of transaction: OFXTransaction, _ draft: inout Draft) -> OFXJournal.Result {
        let record = transaction.record
        let line = Int32(clamping: record.line)
        let security = securities.index(of: record, &draft)
        if let reason = omission(transaction) { return .omitted(Omission(reason, security: security, line: line)) }
        guard let time = transaction.time else {
            record.report("The transaction has no date.", code: .dateUnreadable, &draft)
            return .mistaken
        }
        guard let currency = record.currency(else: currency, &draft) else { return .mistaken }
        var entry = Entry(.buy, security: security, time: time, currency: currency, line: line)
        entry.id = transaction.id
        entry.notes = transaction.notes
        if currency != self.currency { entry.rate = record.rate }
        let before = draft.diagnostics.count
        let result = book(&entry, transaction, &draft)
        guard draft.diagnostics.count == before else { return .mistaken }
        switch figures(of: transaction, entry)?.verdict {
        case .contradictory: return .omitted(Omission(.figures, security: security, line: line))
        case .unstatedCosts: draft.linesWithUnstatedCosts.append(line)
        case .agreeing, nil: break
        }
        return result
    }

    /// Returns the figures of a trade; `nil` if some are missing.
    ///
    /// Figures in several currencies cannot be compared, either.
    private func figures(of transaction: OFXTransaction, _ entry: Entry) -> TradeFigures? {
        guard entry.action.side != nil || entry.action == .reinvest, !transaction.record.isConverted,
            let units = transaction.units, let price = transaction.unitPrice, let total = transaction.total
        else { return nil }
        return TradeFigures(
            quantity: units, price: price, charges: Charges(transaction.charges), amount: total,
            isPaid: entry.action.side != .sell)
    }

    private func omission(_ transaction: OFXTransaction) -> Omission.Reason? {
        return switch transaction.kind {
        case .buyOption, .sellOption, .closeOption: .derivative
        case .buyDebt, .sellDebt: .debt
        case .transfer: transaction.units == nil ? .transfer : nil
        default: nil
        }
    }

    /// Sets the action and figures of an entry, and returns it with its extra.
    private func book(
        _ entry: inout Entry, _ transaction: OFXTransaction, _ draft: inout Draft
    ) -> OFXJournal.Result {
        var extra: Entry?
        switch transaction.kind {
        case .buyStock, .buyFund, .buyOther:
            extra = trade(transaction.isShort ? .cover : .buy, &entry, transaction, &draft)
        case .sellStock, .sellFund, .sellOther:
            extra = trade(transaction.isShort ? .short : .sell, &entry, transaction, &draft)
        case .reinvest: extra = trade(.reinvest, &entry, transaction, &draft)
        case .split: extra = split(&entry, transaction, &draft)
        case .transfer where transaction.units != 0: move(&entry, transaction, &draft)
        case .income, .expense, .marginInterest, .bank, .returnOfCapital:
            if let total = transaction.total {
                pay(total, &entry, transaction)
            } else {
                transaction.record.report("The transaction has no amount.", &draft)
            }
        case .journalFund, .journalSecurity, .transfer, .buyDebt, .sellDebt, .buyOption, .sellOption, .closeOption:
            return .passedOver(.noMovement)
        }
        return .entry(entry, extra: extra)
    }

    /// Makes an entry a trade, and returns one for refunded charges.
    private func trade(
        _ action: Action, _ entry: inout Entry, _ transaction: OFXTransaction, _ draft: inout Draft
    ) -> Entry? {
        func report(_ message: String) { transaction.record.report(message, &draft) }
        entry.action = action
        entry.quantity = transaction.units?.magnitude ?? 0
        entry.price = transaction.unitPrice
        let value = entry.price.map { ($0 * entry.quantity).magnitude }
        // The total is the amount paid or received.
        entry.amount = transaction.total?.magnitude
        let charges = Charges(transaction.charges)
            .signed(value: value, amount: entry.amount ?? 0, isPaid: action.side != .sell)
        if (entry.amount ?? 0) == 0, let value, value.money != 0, value.money != charges.total.money {
            // A dividend paid in shares changes no cash.
            entry.amount = nil
            if action != .reinvest {
                report("The total of the transaction is 0 or missing, but units times price is not 0.")
            }
        } else if entry.amount == nil, entry.price != nil {
            report("The transaction has no amount.")
        }
        let extra = entry.take(charges)
        if entry.security == nil { report("The transaction has no security.") }
        if entry.quantity == 0 { report("The transaction has no units.") }
        if entry.price == nil, entry.amount == nil { report("The transaction has no price.") }
        if let price = entry.price, price < 0 { report("The price of the transaction is negative.") }
        return extra
    }

    /// Makes an entry a transfer of shares of unknown cost.
    private func move(_ entry: inout Entry, _ transaction: OFXTransaction, _ draft: inout Draft) {
        let record = transaction.record
        let units = transaction.units ?? 0
        if entry.security == nil { record.report("The transaction has no security.", &draft) }
        // Some brokers write the units of a transfer out without a minus.
        let isOut = units < 0 || record.text("TFERACTION") == "OUT"
        entry.action = isOut ? .transferOut : .transferIn
        entry.quantity = units.magnitude
    }

    /// Makes an entry a split, and returns one for the cash for fractional shares.
    private func split(_ entry: inout Entry, _ transaction: OFXTransaction, _ draft: inout Draft) -> Entry? {
        let record = transaction.record
        entry.action = .split
        guard let (new, old) = transaction.splitRatio else {
            record.report("The split has no ratio of new shares to old ones.", &draft)
            return nil
        }
        (entry.quantity, entry.price) = (new, old)
        if entry.security == nil { record.report("The transaction has no security.", &draft) }
        guard let cash = record.number("FRACCASH"), cash != 0 else { return nil }
        if let fraction = transaction.fraction, cash > 0 {
            return Entry(
                .sell, security: entry.security, time: entry.time, currency: entry.currency, quantity: fraction,
                amount: cash, rate: entry.rate, id: entry.id, line: entry.line)
        }
        return Entry(
            .dividend, security: entry.security, time: entry.time, currency: entry.currency, amount: cash,
            rate: entry.rate, id: entry.id, line: entry.line)
    }

    /// Makes an entry a payment from a change of cash.
    private func pay(_ total: Amount, _ entry: inout Entry, _ transaction: OFXTransaction) {
        switch (transaction.kind, transaction.bankKind) {
        case (.expense, _), (.bank, .fee): (entry.action, entry.amount) = (.fee, -total)
        case (.marginInterest, _), (.bank, .interest): (entry.action, entry.amount) = (.interest, total)
        case (.returnOfCapital, _): (entry.action, entry.amount) = (.returnOfCapital, total)
        case (.income, _) where transaction.isInterest: (entry.action, entry.amount) = (.interest, total)
        case (.income, _), (.bank, .dividend):
            // The total is the amount after tax; for a reversal, both are negative.
            let withheld = transaction.withheld.magnitude * (total < 0 ? -1 : 1)
            (entry.action, entry.amount, entry.fees) = (.dividend, total + withheld, withheld)
        default: (entry.action, entry.amount) = total < 0 ? (.withdrawal, -total) : (.deposit, total)
        }
    }
}
