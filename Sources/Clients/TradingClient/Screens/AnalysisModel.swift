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
    public var state: LoadingState { request.state }

    private let client: TradingClient
    private let request = ScreenRequest()

    /// Creates a model.
    public init(_ client: TradingClient, account: String? = nil) {
        self.client = client
        self.account = account
    }

    /// Loads the analysis; for `.task` and `.refreshable`.
    public func load() async {
        await request.run {
            try await client.smartAnalysis(of: account)
        } show: { analysis in
            session = analysis.latestSession
            recommendations = analysis.recommendations
            message = analysis.message
        }
    }
}
