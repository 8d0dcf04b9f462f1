/// Why a store refused a move. Nothing has changed.
public enum StoreError: Error, Hashable {
    /// No document has this id.
    case documentUnknown(DocumentID)
    /// The id is taken.
    case documentExists(DocumentID)
    /// The table of moves does not hold this one.
    case moveNotAllowed(DocumentID, from: DocumentState, to: DocumentState)
    /// Another worker took the job over, or it was cancelled or deleted.
    case leaseLost(JobID)
    /// The store could not be used for as long as somebody was ready to wait, such as for a full disk; and why.
    case unavailable(String)

    /// Stable, in snake case.
    public var code: String {
        switch self {
        case .documentUnknown: "document_unknown"
        case .documentExists: "document_exists"
        case .moveNotAllowed: "move_not_allowed"
        case .leaseLost: "lease_lost"
        case .unavailable: "store_unavailable"
        }
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .documentUnknown(let id): "There is no document \(id)."
        case .documentExists(let id): "There is already a document \(id)."
        case .moveNotAllowed(let id, let from, let to):
            "Document \(id) is \(from.rawValue), so it cannot become \(to.rawValue)."
        case .leaseLost(let job): "The lease of job \(job) is lost; its result is not published."
        case .unavailable(let reason): "The store cannot be used: \(reason)."
        }
    }
}
