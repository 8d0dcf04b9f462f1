/// The remaining shares of one purchase.
package struct Lot: Hashable, Sendable, Codable {
    /// The index of the security in the journal.
    package var security: Int32
    /// The index of the purchase among the journal's entries.
    package var entry: Int32
    /// The remaining shares, after all splits; negative if they were sold short.
    package var quantity: Amount
    /// The exact cost including a share of the commission, in the account's currency.
    ///
    /// That of shares sold short is the negative of their proceeds.
    package var cost: Amount
    /// The cost of one share when the lot was opened, divided by later splits.
    var unitCost: Amount
}

/// Sold shares of one lot, or shares bought back that were sold short.
package struct RealisedGain: Hashable, Sendable, Codable {
    /// The index of the security in the journal.
    package var security: Int32
    /// The index of the opening entry: the purchase, or the short sale.
    package var opened: Int32
    /// The index of the closing entry: the sale, or the purchase that covers.
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

    /// The part of the gain from the exchange rate, in cents.
    ///
    /// It is `nil` in the account's own currency.
    package var currencyGain: Amount?

    /// The part of the gain that comes from prices.
    package var priceGain: Amount { gain - (currencyGain ?? 0) }
    /// Proceeds less cost, in cents.
    package var gain: Amount { proceeds - cost }
    /// The gain in percent of the cost, to two places; `nil` without cost.
    package var gainPercent: Amount? { (exactProceeds - exactCost).percentage(of: exactCost) }
}
