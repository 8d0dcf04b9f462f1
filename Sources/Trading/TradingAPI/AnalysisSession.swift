package import Foundation
package import Trading

/// One run of the smart analysis.
package struct AnalysisSession: Sendable, Hashable, Codable {
    /// The state of a run.
    package enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        case running = "RUNNING"
        case completed = "COMPLETED"
        case failed = "FAILED"
    }

    /// A number of 31 bits that stays the same.
    package var id: Int
    /// The state.
    package var status: Status
    /// When the run began.
    package var startedAt: Date
    /// When the run ended.
    package var completedAt: Date?
    /// How long the run took, in seconds.
    package var processingTime: Double?
    /// The number of recommendations.
    package var totalRecommendations: Int
    /// The number of recommendations that later trades follow.
    package var executedRecommendations: Int
    /// The value of the account on the day of the opinions, in its currency.
    package var portfolioValue: Amount
    /// The cash on that day, in the account's currency.
    package var availableCash: Amount

    private enum CodingKeys: String, CodingKey {
        case id, status
        case startedAt = "started_at"
        case completedAt = "completed_at"
        case processingTime = "processing_time_seconds"
        case totalRecommendations = "total_recommendations"
        case executedRecommendations = "executed_recommendations"
        case portfolioValue = "portfolio_value"
        case availableCash = "available_cash"
    }
}

/// The answer to a request for the smart analysis.
package struct SmartAnalysisResponse: Sendable, Hashable, Codable {
    /// The newest completed session.
    package var latestSession: AnalysisSession?
    /// Its recommendations, by priority and symbol.
    package var recommendations: [SmartRecommendation]
    /// What the recommendations are computed from, or why there are none.
    package var message: String?

    private enum CodingKeys: String, CodingKey {
        case recommendations, message
        case latestSession = "latest_session"
    }
}
