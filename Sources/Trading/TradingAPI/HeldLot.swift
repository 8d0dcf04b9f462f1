package import Foundation
package import Trading

/// What is held of one purchase; money is in the account's currency.
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
    /// The whole shares.
    package var quantity: Int
    /// The shares with their fractions.
    package var exactQuantity: Amount
    /// What they cost.
    package var cost: Amount
    /// What they are worth.
    package var value: Amount
    /// Value less cost.
    package var gain: Amount
    /// The gain in percent of the cost, to two places.
    package var gainPercent: Amount

    private enum CodingKeys: String, CodingKey {
        case symbol, name, lot, opened, days, quantity, cost, value, gain
        case tradeID = "trade_id"
        case exactQuantity = "quantity_exact"
        case gainPercent = "gain_percent"
    }
}

/// The answer to a request for the lots that are held.
package struct LotsResponse: Sendable, Hashable, Codable {
    /// The account's currency.
    package var currency: String
    /// The newest day in any file.
    package var asOf: Date
    /// How lots are chosen for sales.
    package var method: String
    /// Whether lines were left out, so that every figure may be wrong.
    package var isIncomplete: Bool
    /// The sum of the costs.
    package var cost: Amount
    /// The sum of the values.
    package var value: Amount
    /// The sum of the gains.
    package var gain: Amount
    /// The lots: the security with the largest value first, of each the oldest first.
    package var lots: [HeldLot]

    private enum CodingKeys: String, CodingKey {
        case currency, method, cost, value, gain, lots
        case asOf = "as_of"
        case isIncomplete = "is_incomplete"
    }
}
