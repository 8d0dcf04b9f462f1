/// A recommendation derived from the opinions on a security.
package struct Recommendation: Hashable, Sendable, Codable {
    /// The recommended action.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case buy = "BUY"
        case sell = "SELL"
        case hold = "HOLD"
    }

    /// The status of a recommendation.
    package enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// The recommendation is valid.
        case pending = "PENDING"
        /// A later entry follows the recommendation.
        case executed = "EXECUTED"
        /// The recommendation was not followed in time.
        case expired = "EXPIRED"
    }

    /// The index of the security in the journal.
    package var security: Int32
    /// The recommended action.
    package var kind: Kind
    /// The priority from 0 to 100, to two places.
    package var priority: Amount
    /// The confidence from 0 to 1, to two places.
    package var confidence: Amount
    /// The number of whole shares to buy, for purchases.
    package var sharesToBuy: Int?
    /// The cost of these shares, in cents of the account's currency.
    package var cashAllocated: Amount?
    /// The number of whole shares to sell, for sales of holdings.
    package var sharesToSell: Int?
    /// The value of these shares, in cents of the account's currency.
    package var cashFromSale: Amount?
    /// The price on the day of the session.
    package var quote: Quote
    /// The mean of the target prices.
    package var targetPrice: Amount?
    /// The mean of the stop-loss prices.
    package var stopLoss: Amount?
    /// The advisers' reasoning as `adviser: text`, separated by blank lines.
    package var reasoning: String
    /// Arguments in favour.
    package var factors: [String]
    /// Arguments against.
    package var riskFactors: [String]
    /// The last day of validity.
    package var expires: Day
    /// The status.
    package var status: Status
    /// The index of the entry that followed it.
    package var executedBy: Int32?
}

/// A set of opinions, analysed with the ledger and prices of its newest day.
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
