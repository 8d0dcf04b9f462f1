package import FailureModel

/// How an account came from one value to another, in cents of its currency.
///
/// Opening value, deposits, securities brought in, dividends, interest, realised gains, the change of the unrealised
/// gains and the rounding, less withdrawals, fees and taxes, are the closing value.
package struct PeriodSummary: Hashable, Sendable, Codable {
    /// The first day.
    package var from: Day
    /// The last day.
    package var to: Day
    /// The value at the end of the day before the first.
    package var openingValue: Amount
    /// What moved the cash.
    package var totals: CashTotals
    /// The sum of the gains realised in the period.
    package var realised: Amount
    /// The unrealised gains at the end less those at the beginning.
    package var unrealisedChange: Amount
    /// What the rounding of rows to cents left; 0 or a few cents.
    package var rounding: Amount
    /// The value at the end of the last day.
    package var closingValue: Amount

    /// Summarises the period that ends with a ledger.
    ///
    /// - Parameters:
    ///   - ledger: the books at the end of the period.
    ///   - from: the first day; without one, that of the first entry.
    /// - Throws: what ``Holdings`` throws.
    package init(_ ledger: Ledger, from: Day? = nil) throws(Failure) {
        let journal = ledger.journal
        to = ledger.day
        self.from = from ?? journal.entries.lazy.map(\.time.day).min() ?? self.to
        var books = Bookkeeper(journal, .lots)
        books.advance(through: self.from.advanced(by: -1))
        let opening = try Holdings(books, on: self.from.advanced(by: -1)).summary
        let closing = try Holdings(ledger).summary
        openingValue = opening.totalValue
        closingValue = closing.totalValue
        totals = ledger.totals.since(books.totals)
        realised = ledger.gains.lazy.filter { $0.closed >= books.next }.reduce(0) { $0 + $1.gain }
        unrealisedChange = closing.totalUnrealisedGain - opening.totalUnrealisedGain
        rounding = 0
        rounding =
            closingValue - openingValue - totals.netPaidIn - totals.dividends - totals.interest + totals.fees
            + totals.taxes - realised - unrealisedChange
    }
}
