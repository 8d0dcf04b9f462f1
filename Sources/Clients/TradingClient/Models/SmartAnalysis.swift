public import Foundation

/// The newest session of the analysis and its recommendations.
public struct SmartAnalysis: Decodable, Sendable, Hashable {
    /// The session; `nil` if the account has no opinions.
    public var latestSession: AnalysisSession?
    /// The recommendations, highest priority first.
    public var recommendations: [SmartRecommendation]
    /// The reason for an empty list, in one sentence.
    public var message: String?

    private enum CodingKeys: String, CodingKey {
        case recommendations, message
        case latestSession = "latest_session"
    }
}

/// A session of the analysis: one set of opinions on the books of one day.
public struct AnalysisSession: Decodable, Sendable, Hashable, Identifiable {
    /// A stable identifier.
    public var id: Int
    /// The state, such as `COMPLETED`.
    public var status: String
    /// The start of the analysis.
    public var startedAt: Date
    /// The end of the analysis.
    public var completedAt: Date?
    /// The duration in seconds.
    public var processingTime: Double?
    /// The number of recommendations.
    public var totalRecommendations: Int
    /// The number of recommendations that a later trade followed.
    public var executedRecommendations: Int

    private enum CodingKeys: String, CodingKey {
        case id, status
        case startedAt = "started_at"
        case completedAt = "completed_at"
        case processingTime = "processing_time_seconds"
        case totalRecommendations = "total_recommendations"
        case executedRecommendations = "executed_recommendations"
    }
}

/// A recommendation, computed from the opinions in the user's files.
public struct SmartRecommendation: Decodable, Sendable, Hashable, Identifiable {
    /// A stable identifier.
    public var id: Int
    /// The security.
    public var stock: Stock
    /// The kind, `BUY`, `SELL` or `HOLD`.
    public var recommendationType: String
    /// The priority, from 0 to 100.
    public var priorityScore: Decimal
    /// The confidence, from 0 to 1.
    public var confidenceScore: Decimal
    /// The number of shares to buy.
    public var sharesToBuy: Int?
    /// The cash for the purchase, in the account's currency.
    public var cashAllocated: Decimal?
    /// The number of shares to sell.
    public var sharesToSell: Int?
    /// The cash from the sale, in the account's currency.
    public var cashFromSale: Decimal?
    /// The price, in the currency of the security.
    public var currentPrice: Decimal
    /// The mean of the advisors' target prices.
    public var targetPrice: Decimal?
    /// The mean of the advisors' stop losses.
    public var stopLoss: Decimal?
    /// The advisors' reasons.
    public var reasoning: String
    /// The factors in favour.
    public var keyFactors: [String]
    /// The factors against.
    public var riskFactors: [String]
    /// The state, such as `PENDING` or `EXPIRED`.
    public var status: String
    /// The time of the session.
    public var createdAt: Date
    /// The time after which the recommendation no longer counts.
    public var expiresAt: Date?

    private enum CodingKeys: String, CodingKey {
        case id, stock, status, reasoning
        case recommendationType = "recommendation_type"
        case priorityScore = "priority_score"
        case confidenceScore = "confidence_score"
        case sharesToBuy = "shares_to_buy"
        case cashAllocated = "cash_allocated"
        case sharesToSell = "shares_to_sell"
        case cashFromSale = "cash_from_sale"
        case currentPrice = "current_price"
        case targetPrice = "target_price"
        case stopLoss = "stop_loss"
        case keyFactors = "key_factors"
        case riskFactors = "risk_factors"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
    }
}
