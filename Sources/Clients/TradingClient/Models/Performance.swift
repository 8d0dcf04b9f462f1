public import Foundation

/// The changes of an account's value in a period.
public struct Performance: Decodable, Sendable, Hashable {
    /// The value of one day.
    public struct DailyValue: Decodable, Sendable, Hashable {
        /// The day.
        public var date: Date
        /// The value at the end of the day.
        public var value: Decimal
        /// The money paid in so far.
        public var paidIn: Decimal
        /// The index of the time-weighted return, beginning at 100.
        public var index: Decimal

        private enum CodingKeys: String, CodingKey {
            case date, value, index
            case paidIn = "paid_in"
        }
    }

    /// The account's currency.
    public var currency: String
    /// The first day.
    public var from: Date
    /// The last day.
    public var to: Date
    /// Whether lines were omitted, so that any figure may be wrong.
    public var isIncomplete: Bool
    /// The value before the first day.
    public var openingValue: Decimal
    /// The money paid in.
    public var deposits: Decimal
    /// The money taken out.
    public var withdrawals: Decimal
    /// The dividends.
    public var dividends: Decimal
    /// The interest.
    public var interest: Decimal
    /// The fees.
    public var fees: Decimal
    /// The taxes.
    public var taxes: Decimal
    /// The gains of sales.
    public var realizedGain: Decimal
    /// The change of the gains of what is held.
    public var unrealizedGainChange: Decimal
    /// The change in value of foreign cash; `nil` without any.
    public var currencyGain: Decimal?
    /// The value after the last day.
    public var closingValue: Decimal
    /// The time-weighted return in percent.
    public var timeWeightedPercent: Decimal
    /// The yearly money-weighted return in percent; `nil` if there is no solution.
    public var moneyWeightedPercent: Decimal?
    /// The yearly volatility in percent.
    public var volatilityPercent: Decimal?
    /// The greatest fall from a peak in percent.
    public var drawdownPercent: Decimal
    /// The values by day.
    public var days: [DailyValue]

    private enum CodingKeys: String, CodingKey {
        case currency, from, to, deposits, withdrawals, dividends, interest, fees, taxes, days
        case isIncomplete = "is_incomplete"
        case openingValue = "opening_value"
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
