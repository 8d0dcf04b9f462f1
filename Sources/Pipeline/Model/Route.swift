/// What lies ahead of a document: the stages still to do, in order, and where it arrives after the last.
///
/// A route is computed from the declared kinds by pure code and handed to the store with each move, so that a store
/// knows no stages and a changed `pipeline.yaml` holds from the next move on.
public struct Route: Hashable, Sendable {
    /// One stage to do.
    public struct Step: Hashable, Sendable {
        /// What is to be done.
        public let stage: StageName
        /// See ``Job/attemptLimit``.
        public let attemptLimit: Int
        /// See ``Job/reuseKey``.
        public let reuseKey: ContentID?

        public init(stage: StageName, attemptLimit: Int, reuseKey: ContentID?) {
            self.stage = stage
            self.attemptLimit = attemptLimit
            self.reuseKey = reuseKey
        }
    }

    /// In order; empty where the document arrives at once.
    public let steps: [Step]
    /// `processing` or `filling`: the state in which the steps are done.
    public let state: DocumentState
    /// `ready` or `filled`.
    public let destination: DocumentState

    public init(steps: [Step], through state: DocumentState, to destination: DocumentState) {
        self.steps = steps
        self.state = state
        self.destination = destination
    }
}
