package import FailureModel

/// The holding of one security.
///
/// Money is in cents of the account's currency.
package struct Holding: Hashable, Sendable, Codable {
    /// The index of the security in the journal.
    package var security: Int32
    /// The number of shares; negative for a short position, as are cost and value.
    package var quantity: Amount
    /// The cost, at the exchange rates of the days of purchase.
    package var cost: Amount
    /// The cost of one share, in cents, or with four digits if it is lower.
    package var averagePrice: Amount
    /// The price.
    package var quote: Quote
    /// Shares times price times rate.
    package var value: Amount
    /// Value less cost.
    package var gain: Amount
    /// The gain in percent of the cost, to two places; `nil` without cost.
    package var gainPercent: Amount?
    /// The value in percent of the values of all holdings, to two places.
    package var weightPercent: Amount
    /// The day on which the oldest shares were bought.
    package var purchased: Day
}

/// The holding of one lot.
///
/// The cents of a security's lots add up to those of its holding.
package struct HeldLot: Hashable, Sendable, Codable {
    /// The index of the security in the journal.
    package var security: Int32
    /// The index of the purchase among the journal's entries.
    package var entry: Int32
    /// The number of shares, after all splits.
    package var quantity: Amount
    /// The cost.
    package var cost: Amount
    /// Shares times price times rate.
    package var value: Amount
    /// Value less cost.
    package var gain: Amount
    /// The gain in percent of the cost, to two places; `nil` without cost.
    package var gainPercent: Amount?
}

/// The totals of an account on a day, in cents of its currency.
package struct PortfolioSummary: Hashable, Sendable, Codable {
    /// Cash and holdings.
    package var totalValue: Amount
    /// The cash.
    package var availableCash: Amount
    /// The sum of the holdings' costs.
    package var totalInvested: Amount
    /// The sum of the holdings' values.
    package var totalCurrentValue: Amount
    /// The sum of the holdings' gains.
    package var totalUnrealisedGain: Amount
    /// The gains in percent of the holdings' cost, to two places; `nil` without cost.
    package var totalUnrealisedGainPercent: Amount?
    /// The number of holdings.
    package var holdingsCount: Int
    /// The currency.
    package var currency: CurrencyCode
    /// The day.
    package var asOf: Day
}

/// The holdings at the end of a day.
package struct Holdings: Hashable, Sendable {
    /// The holdings, the largest value first.
    package private(set) var holdings: [Holding] = []
    /// The totals.
    package private(set) var summary: PortfolioSummary

    /// Values the holdings of a ledger.
    ///
    /// - Throws: ``ErrorCode/rateMissing`` if a price cannot be converted.
    package init(_ ledger: Ledger) throws(Failure) {
        try self.init(ledger.books, on: ledger.day)
    }

    /// Values the holdings at the end of the last booked day.
    init(_ books: Bookkeeper, on day: Day) throws(Failure) {
        var failures: [Failure] = []
        var exactGain: Amount = 0
        var exactCost: Amount = 0
        let journal = books.journal
        summary = PortfolioSummary(
            totalValue: 0, availableCash: 0, totalInvested: 0, totalCurrentValue: 0,
            totalUnrealisedGain: 0, totalUnrealisedGainPercent: nil, holdingsCount: 0, currency: journal.currency,
            asOf: day)
        summary.availableCash = books.cash(on: day) { currency in
            failures.append(
                Failure(
                    .rateMissing,
                    "There is no rate from \(currency) to \(journal.currency) for cash on or before \(day)."))
        }
        for place in books.books.indices where books.quantity(place) != 0 {
            let security = Int32(place)
            let (quantity, cost) = (books.quantity(place), books.cost(place))
            guard let quote = books.quote(security, on: day), let oldest = books.oldest(place) else {
                failures.append(
                    Failure(
                        .rateMissing,
                        "There is no rate to \(journal.currency) for the price of \(journal.securities[place].label) on or before \(day)."
                    ))
                continue
            }
            let value = quantity * quote.ownPrice
            exactGain += value - cost
            exactCost += cost.magnitude
            let holding = Holding(
                security: security, quantity: quantity, cost: cost.money,
                averagePrice: cost.divided(by: quantity).unitCost, quote: quote, value: value.money,
                gain: value.money - cost.money, gainPercent: (value - cost).percentage(of: cost.magnitude),
                weightPercent: 0, purchased: journal.entries[Int(oldest)].time.day)
            summary.totalInvested += holding.cost
            summary.totalCurrentValue += holding.value
            summary.totalUnrealisedGain += holding.gain
            holdings.append(holding)
        }
        if let failure = Failure(all: Array(failures.prefix(Failure.maximumDetailCount))) { throw failure }
        for index in holdings.indices {
            holdings[index].weightPercent = holdings[index].value.percent(of: summary.totalCurrentValue)
        }
        holdings.sort { ($1.value, $0.security) < ($0.value, $1.security) }
        summary.totalValue = summary.availableCash + summary.totalCurrentValue
        summary.totalUnrealisedGainPercent = exactGain.percentage(of: exactCost)
        summary.holdingsCount = holdings.count
    }
}

extension Holdings {
    /// Returns the lots of the holdings in the same order, oldest first in each.
    ///
    /// The ledger must be the source of the holdings.
    package func lots(of ledger: Ledger) -> [HeldLot] {
        var result: [HeldLot] = []
        result.reserveCapacity(ledger.lots.count)
        for holding in holdings {
            let lots = ledger.books.openLots(Int(holding.security))
            // Rounded running sums let the cents of the lots add up to those of the holding.
            var exact: (cost: Amount, value: Amount) = (0, 0)
            var shown: (cost: Amount, value: Amount) = (0, 0)
            for (number, lot) in lots.enumerated() {
                let value = lot.quantity * holding.quote.ownPrice
                exact.cost += lot.cost
                exact.value += value
                let isLast = number == lots.count - 1
                let sum = (
                    cost: isLast ? holding.cost : exact.cost.money, value: isLast ? holding.value : exact.value.money
                )
                let row = (cost: sum.cost - shown.cost, value: sum.value - shown.value)
                shown = sum
                result.append(
                    HeldLot(
                        security: lot.security, entry: lot.entry, quantity: lot.quantity, cost: row.cost,
                        value: row.value, gain: row.value - row.cost,
                        gainPercent: (value - lot.cost).percentage(of: lot.cost.magnitude)))
            }
        }
        return result
    }
}
