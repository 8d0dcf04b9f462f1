package import Foundation
package import Trading

/// Shares of one lot that were sold; money is in the account's currency.
package struct RealizedGain: Sendable, Hashable, Codable {
    /// The identifier of the purchase.
    package var purchaseID: UUID
    /// The identifier of the sale.
    package var saleID: UUID
    /// The day of the purchase.
    package var opened: Date
    /// The day of the sale.
    package var sold: Date
    /// The days from purchase to sale.
    package var days: Int
    /// The whole shares, as counted on the day of the sale.
    package var quantity: Int
    /// The shares with their fractions.
    package var exactQuantity: Amount
    /// What they cost.
    package var cost: Amount
    /// Their part of the sale's proceeds.
    package var proceeds: Amount
    /// Proceeds less cost.
    package var gain: Amount
    /// The gain in percent of the cost, to two places.
    package var gainPercent: Amount

    private enum CodingKeys: String, CodingKey {
        case opened, sold, days, quantity, cost, proceeds, gain
        case purchaseID = "purchase_id"
        case saleID = "sale_id"
        case exactQuantity = "quantity_exact"
        case gainPercent = "gain_percent"
    }
}

/// The gains of one security in one year, with their sums.
package struct GainGroup: Sendable, Hashable, Codable {
    /// The security's symbol.
    package var symbol: String
    /// The security's name.
    package var name: String
    /// The year of the sales.
    package var year: Int
    /// The sum of the costs.
    package var cost: Amount
    /// The sum of the proceeds.
    package var proceeds: Amount
    /// The sum of the gains.
    package var gain: Amount
    /// The gain in percent of the cost, from exact figures, to two places.
    package var gainPercent: Amount
    /// The gains in the order of the sales.
    package var gains: [RealizedGain]

    private enum CodingKeys: String, CodingKey {
        case symbol, name, year, cost, proceeds, gain, gains
        case gainPercent = "gain_percent"
    }
}

/// The answer to a request for realised gains.
package struct GainsResponse: Sendable, Hashable, Codable {
    /// The account's currency.
    package var currency: String
    /// How lots are chosen for sales.
    package var method: String
    /// Whether lines were left out, so that every figure may be wrong.
    package var isIncomplete: Bool
    /// The years that have sales, whichever is requested.
    package var years: [Int]
    /// The sum of the costs.
    package var cost: Amount
    /// The sum of the proceeds.
    package var proceeds: Amount
    /// The sum of the gains.
    package var gain: Amount
    /// The gain in percent of the cost, from exact figures, to two places.
    package var gainPercent: Amount
    /// The gains by symbol and year.
    package var groups: [GainGroup]

    private enum CodingKeys: String, CodingKey {
        case currency, method, years, cost, proceeds, gain, groups
        case isIncomplete = "is_incomplete"
        case gainPercent = "gain_percent"
    }
}
