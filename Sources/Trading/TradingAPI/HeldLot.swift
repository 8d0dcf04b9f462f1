package import Foundation
package import Trading

/// The holding of one purchase, with money in the account's currency.
package struct HeldLot: Sendable, Hashable, Codable {
    /// The security's symbol.
    package var symbol: String
    /// The security's name.
    package var name: String
    /// The identifier of the purchase.
    package var tradeID: UUID
    /// The lot's name, if the file has one.
    package var lot: String?
    /// The day of the purchase.
    package var opened: Date
    /// The days since the purchase.
    package var days: Int
    /// The number of whole shares.
    package var quantity: Int
    /// The number of shares including fractions.
    package var exactQuantity: Amount
    /// The cost.
    package var cost: Amount
    /// The value.
    package var value: Amount
    /// Value less cost.
    package var gain: Amount
    /// The gain in percent of the cost, to two places; `nil` without cost.
    package var gainPercent: Amount?

    private enum CodingKeys: String, CodingKey {
        case symbol, name, lot, opened, days, quantity, cost, value, gain
        case tradeID = "trade_id"
        case exactQuantity = "quantity_exact"
        case gainPercent = "gain_percent"
    }
}

/// The response to a request for open lots.
package struct LotsResponse: Sendable, Hashable, Codable {
    /// The account's currency.
    package var currency: String
    /// The newest day in any file.
    package var asOf: Date
    /// The choice of lots for sales.
    package var method: String
    /// Whether lines were omitted, so that any figure may be wrong.
    package var isIncomplete: Bool
    /// The sum of the costs.
    package var cost: Amount
    /// The sum of the values.
    package var value: Amount
    /// The sum of the gains.
    package var gain: Amount
    /// The lots, by security with the largest value first, then oldest first.
    package var lots: [HeldLot]

    private enum CodingKeys: String, CodingKey {
        case currency, method, cost, value, gain, lots
        case asOf = "as_of"
        case isIncomplete = "is_incomplete"
    }
}
