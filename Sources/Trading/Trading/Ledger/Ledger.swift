package import FailureModel

/// The books of an account at the end of a day: open lots, realised gains and cash.
package struct Ledger: Sendable {
    /// The last day that is booked.
    package let day: Day
    /// The number of the journal's entries that are booked.
    package let entryCount: Int
    /// The open lots, by security and in the order of purchase.
    package let lots: [Lot]
    /// The realised gains in the order of the sales.
    package let gains: [RealisedGain]
    /// What each booked entry added to the cash, in cents of the account's currency.
    package let cash: [Amount]
    /// The sums of the booked entries.
    package let totals: CashTotals
    /// The cash of each currency, as the broker would state it.
    package let balances: [CurrencyCode: Amount]
    /// The journal that is booked.
    package let journal: Journal
    let books: Bookkeeper

    /// Books a journal.
    ///
    /// - Parameters:
    ///   - journal: the entries.
    ///   - day: the last day to book; without one, ``Journal/asOf``.
    /// - Throws: all of ``ErrorCode/oversold``, ``ErrorCode/lotsMissing`` and ``ErrorCode/rateMissing``, each with its
    ///   file and line.
    package init(_ journal: Journal, through day: Day? = nil) throws(Failure) {
        var books = Bookkeeper(journal, .gains)
        books.advance(through: day ?? journal.asOf ?? .first)
        if let failure = Failure(all: books.failures) { throw failure }
        self.journal = journal
        self.books = books
        self.day = day ?? journal.asOf ?? .first
        entryCount = books.next
        lots = books.books.flatMap(\.open)
        gains = books.gains
        cash = books.cash
        totals = books.totals
        balances = books.allBalances
    }

    /// The cash that is left, in the account's currency.
    package var availableCash: Amount { totals.balance }

    /// Whether lines were left out, so that every figure may be wrong.
    package var isIncomplete: Bool { journal.isIncomplete }
}
