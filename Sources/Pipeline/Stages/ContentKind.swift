/// A content model as the runner sees it: a name and which stages run in which state.
public struct ContentKind: Sendable {
    /// A stage with the limits declared for it.
    public struct PlannedStage: Sendable {
        /// What runs.
        public let stage: any Stage
        /// What it may use.
        public let limits: StageLimits

        public init(_ stage: any Stage, limits: StageLimits = StageLimits()) {
            self.stage = stage
            self.limits = limits
        }
    }

    /// As documents name it.
    public let name: KindName
    /// From `imported` to `ready`, in order.
    public let processing: [PlannedStage]
    /// From `ready` to `filled`, in order.
    public let filling: [PlannedStage]

    public init(_ name: KindName, processing: [PlannedStage], filling: [PlannedStage]) {
        self.name = name
        self.processing = processing
        self.filling = filling
    }

    /// The stages that run in `state`, in order.
    public func stages(in state: DocumentState) -> [PlannedStage] {
        switch state {
        case .processing: processing
        case .filling: filling
        case .imported, .ready, .filled, .failed: []
        }
    }

    /// The stage of this name.
    public func stage(_ name: StageName) -> PlannedStage? {
        (processing + filling).first { $0.stage.name == name }
    }
}
