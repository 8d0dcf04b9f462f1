public import Foundation

/// A kind of content as the runner sees it.
///
/// It has a name and the stages of each state.
public struct ContentKind: Sendable {
    /// A stage with its limits.
    public struct PlannedStage: Sendable {
        /// The stage.
        public let stage: any Stage
        /// The limits of the stage.
        public let limits: StageLimits
        /// Reads the stage's ``StageContext/request`` from the store; `nil` for a stage that needs no store.
        public let request: StoredRequest?

        /// Creates a planned stage.
        public init(_ stage: any Stage, limits: StageLimits = StageLimits(), request: StoredRequest? = nil) {
            self.stage = stage
            self.limits = limits
            self.request = request
        }
    }

    /// Reads from the store what a stage must know of other documents.
    ///
    /// The runner calls it before the stage, with the document's published artefacts. If it returns `nil`, there is
    /// nothing to do for the stage, which is then not run.
    public typealias StoredRequest =
        @Sendable (
            Document, [PublishedArtefact], any Store, any ArtefactStore
        ) async throws -> Data?

    /// Reads the stored inputs of a document, such as corrections of its fields.
    public typealias StoredInputs = @Sendable (Document, any Store) async throws -> [PipelineClient.Input]

    /// The name in documents.
    public let name: KindName
    /// The stages from `imported` to `ready`, in order.
    public let processing: [PlannedStage]
    /// The stages from `ready` to `filled`, in order.
    public let filling: [PlannedStage]
    /// The stages outside all states, run by a service on request and never published.
    public let onDemand: [PlannedStage]
    /// Reads the stored inputs to freeze with every fill; `nil` for none.
    public let storedInputs: StoredInputs?

    /// Creates a kind from its stages.
    public init(
        _ name: KindName, processing: [PlannedStage], filling: [PlannedStage], onDemand: [PlannedStage] = [],
        storedInputs: StoredInputs? = nil
    ) {
        self.name = name
        self.processing = processing
        self.filling = filling
        self.onDemand = onDemand
        self.storedInputs = storedInputs
    }

    /// Returns the stages that run in `state`, in order.
    public func stages(in state: DocumentState) -> [PlannedStage] {
        switch state {
        case .processing: processing
        case .filling: filling
        case .imported, .ready, .filled, .failed: []
        }
    }

    /// Returns the stage with this name, if any.
    public func stage(_ name: StageName) -> PlannedStage? {
        (processing + filling + onDemand).first { $0.stage.name == name }
    }
}
