package import Foundation
package import Trading

/// The holding of one security, with money in the account's currency.
package struct Holding: Sendable, Hashable, Codable {
    /// A stable 31-bit identifier.
    package var id: Int
    /// The security.
    package var stock: Stock
    /// The number of whole shares.
    package var quantity: Int
    /// The number of shares including fractions.
    package var exactQuantity: Amount
    /// The cost of one share, in cents, or with four digits if it is lower.
    package var averagePrice: Amount
    /// The cost.
    package var cost: Amount
    /// The value.
    package var currentValue: Amount
    /// Value less cost.
    package var unrealizedGain: Amount
    /// The gain in percent of the cost, to two places; 0 without cost.
    package var unrealizedGainPercent: Amount
    /// The value in percent of all holdings, to two places.
    package var weightPercent: Amount
    /// The day on which the oldest shares were bought.
    package var purchaseDate: Date?
    /// The day of the price.
    package var lastUpdated: Date?

    init(_ holding: Trading.Holding, id: Int, stock: Stock) {
        self.id = id
        self.stock = stock
        quantity = holding.quantity.integerPart
        exactQuantity = holding.quantity
        averagePrice = holding.averagePrice
        cost = holding.cost
        currentValue = holding.value
        unrealizedGain = holding.gain
        // Apps require a number.
        unrealizedGainPercent = holding.gainPercent ?? 0
        weightPercent = holding.weightPercent
        purchaseDate = Date(holding.purchased)
        lastUpdated = stock.priceDate
    }

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
