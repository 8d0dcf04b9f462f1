package import Foundation
package import Trading

/// The time of a computation.
package struct ProcessingTime: Sendable, Hashable {
    /// The start in whole seconds, so that all date formats are equivalent.
    package let started: Date
    /// The end, in whole seconds.
    package let completed: Date
    /// The duration in seconds, to milliseconds.
    package let duration: Double

    /// Creates a time; an end before the start is moved to the start.
    package init(started: Date, completed: Date) {
        func whole(_ date: Date) -> Date {
            Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        }
        self.started = whole(started)
        self.completed = whole(max(started, completed))
        duration = max(0, (completed.timeIntervalSince(started) * 1000).rounded() / 1000)
    }
}

extension AccountView {
    /// Returns the newest session of the smart analysis, with its recommendations.
    ///
    /// An account without opinions has a completed session without recommendations, and a message about it.
    ///
    /// - Parameters:
    ///   - sessions: the sessions of the account's journal, newest last; see ``SmartAnalysis``.
    ///   - time: the time of the computation.
    /// - Returns: the session, its recommendations and a message.
    package func analysis(_ sessions: [Trading.AnalysisSession], computed time: ProcessingTime) -> SmartAnalysisResponse
    {
        let latest = sessions.last
        let day = latest.map { "\($0.day)" } ?? ""
        let summary = holdings.summary
        return SmartAnalysisResponse(
            latestSession: AnalysisSession(
                id: StableIdentifiers.numbers(for: ["session\n\(day)"], account: name)[0], status: .completed,
                startedAt: time.started, completedAt: time.completed,
                processingTime: time.duration,
                totalRecommendations: latest?.recommendations.count ?? 0,
                executedRecommendations: latest?.executedCount ?? 0,
                portfolioValue: latest?.portfolioValue ?? summary.totalValue,
                availableCash: latest?.availableCash ?? summary.availableCash),
            recommendations: latest.map(recommendations) ?? [],
            message: latest.map { "Computed from the opinions in \(opinionFiles) up to \($0.day); not advice." }
                ?? "No file has opinions, so there are no recommendations.")
    }

    private func recommendations(of session: Trading.AnalysisSession) -> [SmartRecommendation] {
        let names = session.recommendations.map { "recommendation\n\(session.day)\n\(security($0.security).label)" }
        return zip(session.recommendations, StableIdentifiers.numbers(for: names, account: name)).map {
            recommendation, id in
            let stock =
                stocks[Int(recommendation.security)]
                ?? Stock(security(recommendation.security), recommendation.quote)
            return SmartRecommendation(recommendation, on: session.day, id: id, stock: stock)
        }
    }

    private var opinionFiles: String {
        ledger.journal.files.filter { $0.format == "opinions" }.map(\.name).joined(separator: ", ")
    }
}
