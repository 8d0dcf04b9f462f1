package import Foundation
package import Trading

/// Sold shares of one lot, with money in the account's currency.
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
    /// The number of whole shares on the day of the sale.
    package var quantity: Int
    /// The number of shares including fractions.
    package var exactQuantity: Amount
    /// The cost.
    package var cost: Amount
    /// The part of the sale's proceeds.
    package var proceeds: Amount
    /// Proceeds less cost.
    package var gain: Amount
    /// The gain in percent of the cost, to two places; `nil` without cost.
    package var gainPercent: Amount?
    /// The part from the exchange rate; `nil` in the account's own currency.
    package var currencyGain: Amount?

    private enum CodingKeys: String, CodingKey {
        case opened, sold, days, quantity, cost, proceeds, gain
        case currencyGain = "currency_gain"
        case purchaseID = "purchase_id"
        case saleID = "sale_id"
        case exactQuantity = "quantity_exact"
        case gainPercent = "gain_percent"
    }
}

/// The gains of one security in one year, with their totals.
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
    /// The gain in percent of the exact cost, to two places; `nil` without cost.
    package var gainPercent: Amount?
    /// The part from exchange rates; `nil` in the account's own currency.
    package var currencyGain: Amount?
    /// The gains in the order of sales.
    package var gains: [RealizedGain]

    private enum CodingKeys: String, CodingKey {
        case currencyGain = "currency_gain"
        case symbol, name, year, cost, proceeds, gain, gains
        case gainPercent = "gain_percent"
    }
}

/// The response to a request for realised gains.
package struct GainsResponse: Sendable, Hashable, Codable {
    /// The account's currency.
    package var currency: String
    /// The choice of lots for sales.
    package var method: String
    /// Whether lines were omitted, so that any figure may be wrong.
    package var isIncomplete: Bool
    /// The years with sales, regardless of the requested one.
    package var years: [Int]
    /// The sum of the costs.
    package var cost: Amount
    /// The sum of the proceeds.
    package var proceeds: Amount
    /// The sum of the gains.
    package var gain: Amount
    /// The gain in percent of the exact cost, to two places; `nil` without cost.
    package var gainPercent: Amount?
    /// The part from exchange rates; `nil` without foreign securities.
    package var currencyGain: Amount?
    /// The gains by symbol and year.
    package var groups: [GainGroup]

    private enum CodingKeys: String, CodingKey {
        case currencyGain = "currency_gain"
        case currency, method, years, cost, proceeds, gain, groups
        case isIncomplete = "is_incomplete"
        case gainPercent = "gain_percent"
    }
}
