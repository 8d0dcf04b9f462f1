/// The remaining shares of one purchase.
package struct Lot: Hashable, Sendable, Codable {
    /// The index of the security in the journal.
    package var security: Int32
    /// The index of the purchase among the journal's entries.
    package var entry: Int32
    /// The remaining shares, after all splits.
    package var quantity: Amount
    /// The exact cost including a share of the commission, in the account's currency.
    package var cost: Amount
    /// The cost of one share when the lot was opened, divided by later splits.
    var unitCost: Amount
}

/// Sold shares of one lot.
package struct RealisedGain: Hashable, Sendable, Codable {
    /// The index of the security in the journal.
    package var security: Int32
    /// The index of the purchase among the journal's entries.
    package var opened: Int32
    /// The index of the sale among the journal's entries.
    package var closed: Int32
    /// The number of shares on the day of the sale.
    package var quantity: Amount
    /// The exact cost, in the account's currency.
    package var exactCost: Amount
    /// The exact part of the sale's proceeds, in the account's currency.
    package var exactProceeds: Amount
    /// The cost in cents; the parts add up to the cost of the whole sale.
    package var cost: Amount
    /// The proceeds in cents; the parts add up to the whole sale.
    package var proceeds: Amount

    /// Proceeds less cost, in cents.
    package var gain: Amount { proceeds - cost }
    /// The gain in percent of the cost, to two places.
    package var gainPercent: Amount { (exactProceeds - exactCost).percent(of: exactCost) }
}
