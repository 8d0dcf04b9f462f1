/// The remaining stages of a document in order, and its state after the last one.
///
/// A route is computed from the declared kinds by pure code and passed to the store with each move. Stores therefore
/// know no stages, and a changed `pipeline.yaml` takes effect with the next move.
public struct Route: Hashable, Sendable {
    /// One stage of a route.
    public struct Step: Hashable, Sendable {
        /// The stage to run.
        public let stage: StageName
        /// The limit of attempts; see ``Job/attemptLimit``.
        public let attemptLimit: Int
        /// The key for sharing the result; see ``Job/reuseKey``.
        public let reuseKey: ContentID?

        /// Creates a step.
        public init(stage: StageName, attemptLimit: Int, reuseKey: ContentID?) {
            self.stage = stage
            self.attemptLimit = attemptLimit
            self.reuseKey = reuseKey
        }
    }

    /// The remaining stages in order; empty if the destination is reached at once.
    public let steps: [Step]
    /// The state in which the stages run: `processing` or `filling`.
    public let state: DocumentState
    /// The state after the last stage: `ready` or `filled`.
    public let destination: DocumentState

    /// Creates a route.
    public init(steps: [Step], through state: DocumentState, to destination: DocumentState) {
        self.steps = steps
        self.state = state
        self.destination = destination
    }
}
