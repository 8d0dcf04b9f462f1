public import Observation
public import ServiceConnection

/// The model of the screen with an account's analysis.
@MainActor @Observable public final class AnalysisModel {
    /// The account; `nil` for the user's first.
    public let account: String?
    /// The newest session.
    public private(set) var session: AnalysisSession?
    /// The recommendations, highest priority first.
    public private(set) var recommendations: [SmartRecommendation] = []
    /// The reason for an empty list, in one sentence.
    public private(set) var message: String?
    /// The state of the last request.
    public private(set) var state = LoadingState.idle

    private let client: TradingClient
    @ObservationIgnored private var latest = LatestRequest()

    /// Creates a model.
    public init(_ client: TradingClient, account: String? = nil) {
        self.client = client
        self.account = account
    }

    /// Loads the analysis; for `.task` and `.refreshable`.
    public func load() async {
        let number = latest.begin(&state)
        do {
            let analysis = try await client.smartAnalysis(of: account)
            guard latest.isNewest(number) else { return }
            session = analysis.latestSession
            recommendations = analysis.recommendations
            message = analysis.message
            state = .loaded
        } catch {
            if let next = latest.state(after: error, of: number) { state = next }
        }
    }
}
