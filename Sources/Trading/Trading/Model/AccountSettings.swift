/// How lots are chosen for a sale.
package enum LotMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// The oldest first.
    case fifo
    /// The newest first.
    case lifo
    /// The one with the highest cost per share first; the older of two equal ones.
    case hifo
    /// All at the mean cost of what is held; the oldest first for the days.
    case average
    /// Those that the sale names; the oldest first for sales that name none.
    case specific
}

/// What the user sets in `NAME.account.yaml`; absent settings are `nil`.
package struct AccountSettings: Hashable, Sendable, Codable {
    /// How differences from the broker's figures are treated.
    package enum Reconciliation: String, Hashable, Sendable, Codable, CaseIterable {
        /// They are printed.
        case lenient
        /// They are refused.
        case strict
    }

    /// The title of the statement.
    package var title: String?
    /// The name of the user to whom the account belongs.
    package var owner: String?
    /// The currency in which the account is kept.
    package var currency: CurrencyCode?
    /// How lots are chosen.
    package var method: LotMethod?
    /// The first day of the statement.
    package var from: Day?
    /// The last day of the statement.
    package var to: Day?
    /// How differences are treated.
    package var reconcile: Reconciliation?
    /// The figures of the smart analysis.
    package var analysis: AnalysisSettings?

    /// Creates settings.
    package init(
        title: String? = nil, owner: String? = nil, currency: CurrencyCode? = nil, method: LotMethod? = nil,
        from: Day? = nil, to: Day? = nil, reconcile: Reconciliation? = nil, analysis: AnalysisSettings? = nil
    ) {
        self.title = title
        self.owner = owner
        self.currency = currency
        self.method = method
        self.from = from
        self.to = to
        self.reconcile = reconcile
        self.analysis = analysis
    }
}

/// The figures of the smart analysis.
///
/// Shares and limits are fractions: 0.2 is 20 %.
package struct AnalysisSettings: Hashable, Sendable, Codable {
    /// Opinions older than this many days before the newest are ignored.
    package var maximumAgeInDays = 7
    /// Recommendations with less mean confidence are dropped.
    package var minimumConfidence = Amount(scaled: 70, places: 2)
    /// Securities with a lower price, in the account's currency, are dropped.
    package var minimumPrice: Amount = 5
    /// The part of the cash that purchases may use.
    package var cashShare = Amount(scaled: 20, places: 2)
    /// The part of the account's value that one position may reach by purchases.
    package var positionLimit = Amount(scaled: 5, places: 2)
    /// The factor of the sale's size, divided by 10: `k` in min(1, c · k / 10).
    package var saleFactor: Amount = 5
    /// The factor by which the confidence of a HOLD is multiplied.
    package var holdFactor = Amount(scaled: 50, places: 2)
    /// The least part of a position that is worth selling.
    package var minimumSale = Amount(scaled: 30, places: 2)
    /// The least gain, in parts of the cost, from which profits are taken.
    package var profitGain = Amount(scaled: 10, places: 2)
    /// The least annual volatility from which profits are taken.
    package var profitVolatility = Amount(scaled: 20, places: 2)
    /// The gain, in parts of the cost, at which the confidence of taking profits is 1.
    package var fullProfitGain = Amount(scaled: 20, places: 2)
    /// The priority of taking profits.
    package var profitPriority: Amount = 90
    /// How many days a recommendation is valid.
    package var validityInDays = 7

    /// Creates the usual settings.
    package init() {}
}
