/// The state of a document.
public enum DocumentState: String, Sendable, Codable, CaseIterable {
    /// The bytes are stored, and no stage has run yet.
    case imported
    /// The stages of the analysis are running.
    case processing
    /// The analysis is complete, and the document may be filled.
    case ready
    /// The inputs of the current fill are frozen, and its stages are running.
    case filling
    /// The output of the latest fill exists.
    case filled
    /// A stage failed for good, or the work was cancelled; see ``Document/failure``.
    case failed

    /// Whether stages run in this state.
    public var isWorking: Bool { self == .processing || self == .filling }

    /// The state after the last stage of this one; `nil` if it has no stages.
    public var destination: DocumentState? {
        switch self {
        case .processing: .ready
        case .filling: .filled
        case .imported, .ready, .filled, .failed: nil
        }
    }
}

/// Encodes counts by state as a JSON object rather than a list of pairs.
extension DocumentState: CodingKeyRepresentable {}

/// A move of a document from one state to another.
///
/// Only the moves in ``allowed`` happen, in every store.
public struct DocumentMove: Hashable, Sendable {
    /// The state before.
    public let from: DocumentState
    /// The state after.
    public let to: DocumentState

    /// Creates a move, whether or not it is allowed.
    public init(from: DocumentState, to: DocumentState) {
        self.from = from
        self.to = to
    }

    /// All allowed moves.
    ///
    /// Stores repeat this table as constraints, and `docs/inside/pipeline.md` shows it.
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

    /// Whether the move is allowed.
    public var isAllowed: Bool { Self.allowed.contains(self) }
}
