/// What the opinions on a security come to.
package struct Recommendation: Hashable, Sendable, Codable {
    /// What is recommended.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case buy = "BUY"
        case sell = "SELL"
        case hold = "HOLD"
    }

    /// What became of a recommendation.
    package enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is valid.
        case pending = "PENDING"
        /// A later entry follows it.
        case executed = "EXECUTED"
        /// It was not followed in time.
        case expired = "EXPIRED"
    }

    /// The index of the security in the journal.
    package var security: Int32
    /// What is recommended.
    package var kind: Kind
    /// From 0 to 100, to two places.
    package var priority: Amount
    /// From 0 to 1, to two places.
    package var confidence: Amount
    /// Whole shares to buy, for purchases.
    package var sharesToBuy: Int?
    /// What they cost at the price, in cents of the account's currency.
    package var cashAllocated: Amount?
    /// Whole shares to sell, for sales of what is held.
    package var sharesToSell: Int?
    /// What they are worth at the price, in cents of the account's currency.
    package var cashFromSale: Amount?
    /// The price on the day of the session.
    package var quote: Quote
    /// The mean of the target prices.
    package var targetPrice: Amount?
    /// The mean of the stop-loss prices.
    package var stopLoss: Amount?
    /// What the advisers say: `adviser: text`, with blank lines between.
    package var reasoning: String
    /// What speaks for it.
    package var factors: [String]
    /// What speaks against it.
    package var riskFactors: [String]
    /// The last day on which it is valid.
    package var expires: Day
    /// What became of it.
    package var status: Status
    /// The index of the entry that follows it.
    package var executedBy: Int32?
}

/// One set of opinions, on the ledger and prices of the day of its newest.
package struct AnalysisSession: Hashable, Sendable, Codable {
    /// The day of the newest opinion.
    package var day: Day
    /// The value of the account on that day, in cents.
    package var portfolioValue: Amount
    /// The cash on that day, in cents.
    package var availableCash: Amount
    /// The recommendations, by priority and symbol.
    package var recommendations: [Recommendation]

    /// The number of recommendations that later entries follow.
    package var executedCount: Int { recommendations.count { $0.status == .executed } }
}
