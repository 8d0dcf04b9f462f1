/// Shares that were bought together, or what is left of them.
package struct Lot: Hashable, Sendable, Codable {
    /// The index of the security in the journal.
    package var security: Int32
    /// The index of the purchase among the journal's entries.
    package var entry: Int32
    /// The shares that are left, after all splits.
    package var quantity: Amount
    /// What they cost, with their part of the commission, in the account's currency; exact.
    package var cost: Amount
    /// The cost of one share when the lot was opened, divided by later splits.
    var unitCost: Amount
}

/// Shares of one lot that were sold.
package struct RealisedGain: Hashable, Sendable, Codable {
    /// The index of the security in the journal.
    package var security: Int32
    /// The index of the purchase among the journal's entries.
    package var opened: Int32
    /// The index of the sale among the journal's entries.
    package var closed: Int32
    /// The shares, as counted on the day of the sale.
    package var quantity: Amount
    /// What they cost, in the account's currency; exact.
    package var exactCost: Amount
    /// Their part of the sale's proceeds, in the account's currency; exact.
    package var exactProceeds: Amount
    /// The cost in cents: the parts of a sale add up to the cost of all that is sold.
    package var cost: Amount
    /// The proceeds in cents: the parts of a sale add up to the sale.
    package var proceeds: Amount

    /// Proceeds less cost, in cents.
    package var gain: Amount { proceeds - cost }
    /// The gain in percent of the cost, to two places.
    package var gainPercent: Amount { (exactProceeds - exactCost).percent(of: exactCost) }
}
