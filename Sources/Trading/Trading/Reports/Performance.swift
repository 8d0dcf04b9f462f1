/// An account's value at the end of a day, in cents of its currency.
package struct DailyValue: Hashable, Sendable, Codable {
    /// The day.
    package var day: Day
    /// Cash and holdings.
    package var value: Amount
    /// Deposits and the cost of shares brought in so far, less withdrawals.
    package var paidIn: Amount
    /// The value of one unit of money invested at the beginning of the period.
    package var index: Amount
}

/// The returns of an account over a period.
///
/// Returns are fractions: 0.05 is 5 %.
package struct Performance: Hashable, Sendable, Codable {
    /// The day before the first day of the period.
    package private(set) var start: Day
    /// The last day of the period.
    package private(set) var end: Day
    /// The value at the beginning, in cents.
    package private(set) var openingValue: Amount = 0
    /// The value at the end of each day with a change.
    package private(set) var days: [DailyValue] = []
    /// The product of the daily returns, less 1.
    ///
    /// Payments count from the beginning of their day.
    package private(set) var timeWeighted: Amount = 0
    /// The internal rate of return for 365 days, if any.
    package private(set) var moneyWeighted: Amount?
    /// The annual volatility of the daily returns; `nil` for fewer than two.
    ///
    /// Days without any close do not count as trading days.
    package private(set) var volatility: Amount?
    /// The maximum loss of the index since an earlier day; 0 or less.
    package private(set) var drawdown: Amount = 0

    /// Computes the returns of an account.
    ///
    /// - Parameters:
    ///   - journal: the account; its entries must be bookable (see ``Ledger``).
    ///   - from: the first day of the period; the first known day by default.
    ///   - to: the last day of the period; ``Journal/asOf`` by default.
    package init(_ journal: Journal, from: Day? = nil, to: Day? = nil) {
        let last = to ?? journal.asOf ?? .first
        var valuation = Valuation(journal, through: last)
        let firstEntry = journal.entries.lazy.map(\.time.day).min()
        let first = from ?? firstEntry ?? last
        start = first.advanced(by: -1)
        end = last
        var value: Amount = 0
        var index: Amount = 1
        var peak: Amount = 1
        var returns = DailyReturns()
        var sampled: (index: Amount, day: Day) = (1, start)
        var flows = CashFlows()
        let samplesAll = journal.prices.rows.isEmpty
        for day in valuation.days {
            let change = valuation.advance(to: day)
            let total = valuation.total
            if day < first {
                value = total
                continue
            }
            if days.isEmpty {
                openingValue = value.money
                flows.add(-value, on: start)
            }
            let ratio = Performance.ratio(total, after: value, flow: change.flow)
            index = min(Performance.maximumIndex, (index * ratio).rounded(toPlaces: 30))
            value = total
            flows.add(-change.flow, on: day)
            peak = max(peak, index)
            if peak > 0 { drawdown = min(drawdown, index / peak - 1) }
            if change.hasClose || samplesAll {
                if index > 0, sampled.index > 0 {
                    returns.add((index / sampled.index).double, from: sampled.day, to: day)
                }
                sampled = (index, day)
            }
            days.append(
                DailyValue(
                    day: day, value: total.money, paidIn: valuation.paidIn,
                    index: index.rounded(toPlaces: 10)))
        }
        if days.isEmpty {
            openingValue = value.money
            flows.add(-value, on: start)
        }
        flows.add(value, on: last)
        timeWeighted = index - 1
        moneyWeighted = flows.rate.flatMap { Amount($0, places: 10) }
        volatility = returns.volatility.flatMap { Amount($0, places: 10) }
    }

    /// Maximum meaningful value of an index.
    private static let maximumIndex = Amount(scaled: 1, places: -24)

    /// The value at the end of the period, in cents.
    package var closingValue: Amount { days.last?.value ?? openingValue }

    /// Returns the return of one day.
    ///
    /// If a withdrawal exceeds the earlier value because it was earned on the same day, it counts from the end of the
    /// day. Without any money there is no return.
    private static func ratio(_ total: Amount, after value: Amount, flow: Amount) -> Amount {
        if value + flow > 0 { return max(total, 0) / (value + flow) }
        if value > 0, total - flow > 0 { return (total - flow) / value }
        return 1
    }
}
