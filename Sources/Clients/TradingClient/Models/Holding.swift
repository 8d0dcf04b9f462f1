public import Foundation

/// The holding of one security, with money in the account's currency.
public struct Holding: Decodable, Sendable, Hashable, Identifiable {
    /// A stable identifier.
    public var id: Int
    /// The security.
    public var stock: Stock
    /// The number of whole shares.
    public var quantity: Int
    /// The number of shares including fractions.
    public var exactQuantity: Decimal
    /// The cost of one share.
    public var averagePrice: Decimal
    /// The cost.
    public var cost: Decimal
    /// The value.
    public var currentValue: Decimal
    /// Value less cost.
    public var unrealizedGain: Decimal
    /// The gain in percent of the cost.
    public var unrealizedGainPercent: Decimal
    /// The value in percent of all holdings.
    public var weightPercent: Decimal
    /// The day on which the oldest shares were bought.
    public var purchaseDate: Date?
    /// The day of the price.
    public var lastUpdated: Date?

    private enum CodingKeys: String, CodingKey {
        case id, stock, quantity, cost
        case exactQuantity = "quantity_exact"
        case averagePrice = "average_price"
        case currentValue = "current_value"
        case unrealizedGain = "unrealized_pnl"
        case unrealizedGainPercent = "unrealized_pnl_percent"
        case weightPercent = "weight_percent"
        case purchaseDate = "purchase_date"
        case lastUpdated = "last_updated"
    }
}
