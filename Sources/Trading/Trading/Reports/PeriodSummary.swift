package import FailureModel

/// The change of an account's value over a period, in cents of its currency.
///
/// The closing value is the sum of opening value, deposits, securities brought in, dividends, interest, realised
/// gains, the change of unrealised gains, the result of foreign cash and the rounding, less withdrawals, fees and taxes.
package struct PeriodSummary: Hashable, Sendable, Codable {
    /// The first day.
    package var from: Day
    /// The last day.
    package var to: Day
    /// The value at the end of the day before the first.
    package var openingValue: Amount
    /// The changes of the cash.
    package var totals: CashTotals
    /// The sum of the gains realised in the period.
    package var realised: Amount
    /// The change in value of foreign cash, with the results of its exchange.
    package var currencyGain: Amount
    /// The cash at the end of the day before the first.
    package var openingCash: Amount
    /// The change of the unrealised gains from beginning to end.
    package var unrealisedChange: Amount
    /// The rounding error of rows in cents; 0 or a few cents.
    package var rounding: Amount
    /// The value at the end of the last day.
    package var closingValue: Amount

    /// Summarises the period that ends with a ledger.
    ///
    /// - Parameters:
    ///   - ledger: the books at the end of the period.
    ///   - from: the first day; that of the first entry by default.
    /// - Throws: the errors of ``Holdings``.
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
        openingCash = opening.availableCash
        currencyGain = ledger.currencyGain - (openingCash - books.totals.balance)
        rounding = 0
        rounding =
            closingValue - openingValue - totals.netPaidIn - totals.dividends - totals.interest + totals.fees
            + totals.taxes - realised - unrealisedChange - currencyGain
    }
}
