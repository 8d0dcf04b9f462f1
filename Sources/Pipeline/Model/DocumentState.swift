/// Where a document is in its life.
public enum DocumentState: String, Sendable, Codable, CaseIterable {
    /// The bytes are stored; nothing has looked at them.
    case imported
    /// The analysing stages of its kind run.
    case processing
    /// Analysed; may be filled.
    case ready
    /// The inputs of this fill are frozen and the filling stages run.
    case filling
    /// The output of the latest fill exists.
    case filled
    /// A stage gave up, or a person cancelled; ``Document/failure`` says which and why.
    case failed

    /// Whether stages run in this state.
    public var isWorking: Bool { self == .processing || self == .filling }

    /// Where a document arrives after the last stage of this state; `nil` where no stages run.
    public var destination: DocumentState? {
        switch self {
        case .processing: .ready
        case .filling: .filled
        case .imported, .ready, .filled, .failed: nil
        }
    }
}

/// So that counts by state are a JSON object rather than a list of pairs.
extension DocumentState: CodingKeyRepresentable {}

/// One allowed step of a document's life. What is not in ``allowed`` does not happen, in any store.
public struct DocumentMove: Hashable, Sendable {
    /// The state before.
    public let from: DocumentState
    /// The state after.
    public let to: DocumentState

    public init(from: DocumentState, to: DocumentState) {
        self.from = from
        self.to = to
    }

    /// Every allowed move. Stores repeat this table as constraints; `docs/pipeline.md` draws it.
    public static let allowed: Set<DocumentMove> = [
        DocumentMove(from: .imported, to: .processing),
        DocumentMove(from: .processing, to: .ready),
        DocumentMove(from: .processing, to: .failed),
        DocumentMove(from: .ready, to: .filling),
        DocumentMove(from: .filled, to: .filling),
        DocumentMove(from: .filling, to: .filled),
        DocumentMove(from: .filling, to: .failed),
        DocumentMove(from: .failed, to: .processing),
        DocumentMove(from: .failed, to: .filling),
    ]

    /// Whether the move is in the table.
    public var isAllowed: Bool { Self.allowed.contains(self) }
}
