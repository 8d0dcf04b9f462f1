public import Foundation

/// The realised gains of an account, each tied to its lot.
public struct RealizedGains: Decodable, Sendable, Hashable {
    /// The account's currency.
    public var currency: String
    /// The cost basis method, such as `fifo`.
    public var method: String
    /// Whether lines were omitted, so that any figure may be wrong.
    public var isIncomplete: Bool
    /// The years with sales.
    public var years: [Int]
    /// The cost of what was sold.
    public var cost: Decimal
    /// The proceeds of the sales.
    public var proceeds: Decimal
    /// Proceeds less cost.
    public var gain: Decimal
    /// The part of the gain from exchange rates.
    ///
    /// It is `nil` in the account's own currency.
    public var currencyGain: Decimal?
    /// The gains by security and year.
    public var groups: [GainGroup]

    private enum CodingKeys: String, CodingKey {
        case currency, method, years, cost, proceeds, gain, groups
        case isIncomplete = "is_incomplete"
        case currencyGain = "currency_gain"
    }
}

/// The realised gains of one security in one year.
public struct GainGroup: Decodable, Sendable, Hashable {
    /// The ticker symbol.
    public var symbol: String
    /// The name of the security.
    public var name: String
    /// The year of the sales.
    public var year: Int
    /// The cost of what was sold.
    public var cost: Decimal
    /// The proceeds of the sales.
    public var proceeds: Decimal
    /// Proceeds less cost.
    public var gain: Decimal
    /// The part of the gain from exchange rates.
    ///
    /// It is `nil` in the account's own currency.
    public var currencyGain: Decimal?
    /// The gains by lot.
    public var gains: [RealizedGain]

    private enum CodingKeys: String, CodingKey {
        case symbol, name, year, cost, proceeds, gain, gains
        case currencyGain = "currency_gain"
    }
}

/// The gain of shares of one lot in one sale.
public struct RealizedGain: Decodable, Sendable, Hashable {
    /// The purchase.
    public var purchaseID: String
    /// The sale.
    public var saleID: String
    /// The day of the purchase.
    public var opened: Date
    /// The day of the sale.
    public var sold: Date
    /// The number of days between them.
    public var days: Int
    /// The number of shares including fractions.
    public var exactQuantity: Decimal
    /// The cost.
    public var cost: Decimal
    /// The proceeds.
    public var proceeds: Decimal
    /// Proceeds less cost.
    public var gain: Decimal
    /// The part of the gain from exchange rates.
    ///
    /// It is `nil` in the account's own currency.
    public var currencyGain: Decimal?
    /// The gain in percent of the cost; `nil` without cost.
    public var gainPercent: Decimal?

    private enum CodingKeys: String, CodingKey {
        case opened, sold, days, cost, proceeds, gain
        case purchaseID = "purchase_id"
        case saleID = "sale_id"
        case exactQuantity = "quantity_exact"
        case gainPercent = "gain_percent"
        case currencyGain = "currency_gain"
    }
}
