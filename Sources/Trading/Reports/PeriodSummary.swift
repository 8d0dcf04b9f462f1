package import FailureModel
package import Foundation

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
    package var openingValue: Decimal
    /// What moved the cash.
    package var totals: CashTotals
    /// The sum of the gains realised in the period.
    package var realised: Decimal
    /// The unrealised gains at the end less those at the beginning.
    package var unrealisedChange: Decimal
    /// What the rounding of rows to cents left; 0 or a few cents.
    package var rounding: Decimal
    /// The value at the end of the last day.
    package var closingValue: Decimal

    /// Summarises a period.
    ///
    /// - Parameters:
    ///   - journal: the account.
    ///   - from: the first day; without one, that of the first entry.
    ///   - to: the last day; without one, ``Journal/asOf``.
    /// - Throws: what ``Ledger`` and ``Holdings`` throw.
    package init(_ journal: Journal, from: Day? = nil, to: Day? = nil) throws(Failure) {
        self.to = to ?? journal.asOf ?? .first
        self.from = from ?? journal.entries.lazy.map(\.time.day).min() ?? self.to
        var books = Bookkeeper(journal, recordsGains: false)
        books.advance(through: self.from.advanced(by: -1))
        let opening = try Holdings(books, on: self.from.advanced(by: -1)).summary
        let (earlierTotals, earlierGains) = (books.totals, books.realised)
        books.advance(through: self.to)
        if let failure = Failure(all: books.failures) { throw failure }
        let closing = try Holdings(books, on: self.to).summary
        openingValue = opening.totalValue
        closingValue = closing.totalValue
        totals = books.totals.since(earlierTotals)
        realised = books.realised - earlierGains
        unrealisedChange = closing.totalUnrealisedGain - opening.totalUnrealisedGain
        rounding = 0
        rounding =
            closingValue - openingValue - totals.netPaidIn - totals.dividends - totals.interest + totals.fees
            + totals.taxes - realised - unrealisedChange
    }
}
