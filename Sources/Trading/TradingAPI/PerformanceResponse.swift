package import Foundation
package import Trading

/// The response to a request for returns.
///
/// Money is in the account's currency, returns are in percent to two places.
///
/// The closing value is the sum of opening value, deposits, securities brought in, dividends, interest, realised
/// gains, the change of unrealised gains, the result of foreign cash and the rounding, less withdrawals, fees and taxes.
package struct PerformanceResponse: Sendable, Hashable, Codable {
    /// The value of the account at the end of a day.
    package struct DailyValue: Sendable, Hashable, Codable {
        /// The day.
        package var date: Date
        /// Cash and holdings.
        package var value: Amount
        /// Deposits and the cost of shares brought in so far, less withdrawals.
        package var paidIn: Amount
        /// The value of one unit of money invested at the beginning of the period.
        package var index: Amount

        private enum CodingKeys: String, CodingKey {
            case date, value, index
            case paidIn = "paid_in"
        }
    }

    /// The account's currency.
    package var currency: String
    /// The first day.
    package var from: Date
    /// The last day.
    package var to: Date
    /// Whether lines were omitted, so that any figure may be wrong.
    package var isIncomplete: Bool
    /// The value at the end of the day before the first.
    package var openingValue: Amount
    /// Cash paid in.
    package var deposits: Amount
    /// Cash paid out.
    package var withdrawals: Amount
    /// The cost of securities brought in.
    package var securitiesBroughtIn: Amount
    /// Dividends, including reinvested ones.
    package var dividends: Amount
    /// Interest received less interest paid.
    package var interest: Amount
    /// Fees that do not belong to a trade.
    package var fees: Amount
    /// Taxes.
    package var taxes: Amount
    /// The sum of the realised gains.
    package var realizedGain: Amount
    /// The change of the unrealised gains from beginning to end.
    package var unrealizedGainChange: Amount
    /// The change in value of foreign cash; `nil` without such cash.
    package var currencyGain: Amount?
    /// The rounding error of rows in cents.
    package var rounding: Amount
    /// The value at the end of the last day.
    package var closingValue: Amount
    /// The time-weighted return.
    package var timeWeightedPercent: Amount
    /// The money-weighted return for 365 days, if any.
    package var moneyWeightedPercent: Amount?
    /// The annual volatility, if there are enough days.
    package var volatilityPercent: Amount?
    /// The maximum loss since an earlier day; 0 or less.
    package var drawdownPercent: Amount
    /// The days with a change.
    package var days: [DailyValue]

    init(_ summary: PeriodSummary, _ performance: Performance, currency: CurrencyCode, isIncomplete: Bool) {
        self.currency = currency.description
        from = Date(summary.from)
        to = Date(summary.to)
        self.isIncomplete = isIncomplete
        openingValue = summary.openingValue
        deposits = summary.totals.deposits
        withdrawals = summary.totals.withdrawals
        securitiesBroughtIn = summary.totals.openings
        dividends = summary.totals.dividends
        interest = summary.totals.interest
        fees = summary.totals.fees
        taxes = summary.totals.taxes
        realizedGain = summary.realised
        unrealizedGainChange = summary.unrealisedChange
        currencyGain = summary.currencyGain == 0 ? nil : summary.currencyGain
        rounding = summary.rounding
        closingValue = summary.closingValue
        timeWeightedPercent = performance.timeWeighted.inPercent
        moneyWeightedPercent = performance.moneyWeighted?.inPercent
        volatilityPercent = performance.volatility?.inPercent
        drawdownPercent = performance.drawdown.inPercent
        days = performance.days.map {
            DailyValue(date: Date($0.day), value: $0.value, paidIn: $0.paidIn, index: $0.index)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case currency, from, to, deposits, withdrawals, dividends, interest, fees, taxes, rounding, days
        case isIncomplete = "is_incomplete"
        case openingValue = "opening_value"
        case securitiesBroughtIn = "securities_brought_in"
        case realizedGain = "realized_gain"
        case unrealizedGainChange = "unrealized_gain_change"
        case currencyGain = "currency_gain"
        case closingValue = "closing_value"
        case timeWeightedPercent = "time_weighted_percent"
        case moneyWeightedPercent = "money_weighted_percent"
        case volatilityPercent = "volatility_percent"
        case drawdownPercent = "drawdown_percent"
    }
}
