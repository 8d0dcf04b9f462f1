public import Foundation

/// The lots that an account holds.
public struct HeldLots: Decodable, Sendable, Hashable {
    /// The account's currency.
    public var currency: String
    /// The day of the prices.
    public var asOf: Date
    /// The cost basis method, such as `fifo`.
    public var method: String
    /// Whether lines were omitted, so that any figure may be wrong.
    public var isIncomplete: Bool
    /// The cost of all lots.
    public var cost: Decimal
    /// The value of all lots.
    public var value: Decimal
    /// Value less cost.
    public var gain: Decimal
    /// The lots.
    public var lots: [HeldLot]

    private enum CodingKeys: String, CodingKey {
        case currency, method, cost, value, gain, lots
        case asOf = "as_of"
        case isIncomplete = "is_incomplete"
    }
}

/// Shares that were bought together and are still held.
public struct HeldLot: Decodable, Sendable, Hashable {
    /// The ticker symbol.
    public var symbol: String
    /// The name of the security.
    public var name: String
    /// The purchase.
    public var tradeID: String
    /// The day of the purchase.
    public var opened: Date
    /// The number of days since then.
    public var days: Int
    /// The number of shares including fractions.
    public var exactQuantity: Decimal
    /// The cost.
    public var cost: Decimal
    /// The value.
    public var value: Decimal
    /// Value less cost.
    public var gain: Decimal
    /// The gain in percent of the cost; `nil` without cost.
    public var gainPercent: Decimal?

    private enum CodingKeys: String, CodingKey {
        case symbol, name, opened, days, cost, value, gain
        case tradeID = "trade_id"
        case exactQuantity = "quantity_exact"
        case gainPercent = "gain_percent"
    }
}
