/// The choice of lots for a sale.
package enum LotMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// The oldest first.
    case fifo
    /// The newest first.
    case lifo
    /// The one with the highest cost per share first; the older one of equal ones.
    case hifo
    /// All at the mean cost of the holding; the oldest first for the days.
    case average
    /// Those that the sale names; the oldest first for sales without names.
    case specific
}

/// The user's settings in `NAME.account.yaml`; absent ones are `nil`.
package struct AccountSettings: Hashable, Sendable, Codable {
    /// The treatment of differences from the broker's figures.
    package enum Reconciliation: String, Hashable, Sendable, Codable, CaseIterable {
        /// Differences are listed.
        case lenient
        /// Differences are rejected.
        case strict
    }

    /// The title of the statement.
    package var title: String?
    /// The name of the account's owner.
    package var owner: String?
    /// The currency of the account.
    package var currency: CurrencyCode?
    /// The choice of lots.
    package var method: LotMethod?
    /// The first day of the statement.
    package var from: Day?
    /// The last day of the statement.
    package var to: Day?
    /// The treatment of differences.
    package var reconcile: Reconciliation?
    /// The parameters of the smart analysis.
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

/// The parameters of the smart analysis.
///
/// Shares and limits are fractions: 0.2 is 20 %.
package struct AnalysisSettings: Hashable, Sendable, Codable {
    /// Maximum age of opinions in days before the newest.
    package var maximumAgeInDays = 7
    /// Minimum mean confidence of a recommendation.
    package var minimumConfidence = Amount(scaled: 70, places: 2)
    /// Minimum price of a security, in the account's currency.
    package var minimumPrice: Amount = 5
    /// The fraction of the cash available for purchases.
    package var cashShare = Amount(scaled: 20, places: 2)
    /// Maximum fraction of the account's value that purchases of one position may reach.
    package var positionLimit = Amount(scaled: 5, places: 2)
    /// The factor of the sale's size, divided by 10.
    ///
    /// This is `k` in min(1, c · k / 10).
    package var saleFactor: Amount = 5
    /// The factor applied to the confidence of a HOLD.
    package var holdFactor = Amount(scaled: 50, places: 2)
    /// Minimum fraction of a position to sell.
    package var minimumSale = Amount(scaled: 30, places: 2)
    /// Minimum gain for taking profits, as a fraction of the cost.
    package var profitGain = Amount(scaled: 10, places: 2)
    /// Minimum annual volatility for taking profits.
    package var profitVolatility = Amount(scaled: 20, places: 2)
    /// The gain for a profit-taking confidence of 1, as a fraction of the cost.
    package var fullProfitGain = Amount(scaled: 20, places: 2)
    /// The priority of taking profits.
    package var profitPriority: Amount = 90
    /// Validity of a recommendation in days.
    package var validityInDays = 7

    /// Creates the default settings.
    package init() {}
}
