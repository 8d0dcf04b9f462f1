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

    /// A stable 31-bit identifier.
    package var id: Int
    /// The state.
    package var status: Status
    /// The start of the run.
    package var startedAt: Date
    /// The end of the run.
    package var completedAt: Date?
    /// The duration of the run in seconds.
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

/// The response to a request for the smart analysis.
package struct SmartAnalysisResponse: Sendable, Hashable, Codable {
    /// The newest completed session.
    package var latestSession: AnalysisSession?
    /// Its recommendations, by priority and symbol.
    package var recommendations: [SmartRecommendation]
    /// The basis of the recommendations, or the reason for their absence.
    package var message: String?

    private enum CodingKeys: String, CodingKey {
        case recommendations, message
        case latestSession = "latest_session"
    }
}
