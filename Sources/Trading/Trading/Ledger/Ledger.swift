package import FailureModel

/// The books of an account at the end of a day.
///
/// They have open lots, realised gains and cash.
package struct Ledger: Sendable {
    /// The last booked day.
    package let day: Day
    /// The number of booked entries.
    package let entryCount: Int
    /// The open lots, by security and in the order of purchase.
    package let lots: [Lot]
    /// The realised gains in the order of sales.
    package let gains: [RealisedGain]
    /// The change of cash by each booked entry, in cents of the account's currency.
    package let cash: [Amount]
    /// The totals of the booked entries.
    package let totals: CashTotals
    /// The cash of each currency, as the broker would state it.
    package let balances: [CurrencyCode: Amount]
    /// The booked journal.
    package let journal: Journal
    let books: Bookkeeper

    /// Books a journal.
    ///
    /// - Parameters:
    ///   - journal: the entries.
    ///   - day: the last day to book; ``Journal/asOf`` by default.
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
        lots = books.books.indices.flatMap(books.openLots)
        gains = books.gains
        cash = books.cash
        totals = books.totals
        balances = books.cashBook.balances
    }

    /// The remaining cash in the account's currency, at the rates of ``day``.
    package var availableCash: Amount { books.cash(on: day) }

    /// The change in value of foreign cash, with the results of its exchange.
    package var currencyGain: Amount { availableCash - totals.balance }

    /// Whether the account has or had cash in foreign currencies.
    package var hasForeignCash: Bool { balances.count > 1 }

    /// Whether lines were omitted, so that any figure may be wrong.
    package var isIncomplete: Bool { journal.isIncomplete }
}
