public import FailureModel

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
    /// Events after this number are not in the feed any more, or never were. Whoever reads it has to look at the documents
    /// again and go on after the newest event.
    case feedTruncated(after: Int64)
    /// The store could not be used for as long as somebody was ready to wait, such as for a full disk; and why.
    case unavailable(String)
}

extension StoreError: FailureConvertible, CustomStringConvertible {
    public var failure: Failure {
        switch self {
        case .documentUnknown(let id): Failure(.documentUnknown, "There is no document \(id).")
        case .documentExists(let id): Failure(.documentExists, "There is already a document \(id).")
        case .moveNotAllowed(let id, let from, let to):
            Failure(
                .moveNotAllowed, "Document \(id) is \(from.rawValue), so it cannot become \(to.rawValue).")
        case .leaseLost(let job):
            Failure(.leaseLost, "The lease of job \(job) is lost; its result is not published.")
        case .feedTruncated(let number):
            Failure(.feedTruncated, "The feed does not continue after event \(number) without a gap.")
        case .unavailable(let reason): Failure(.storeUnavailable, "The store cannot be used: \(reason).")
        }
    }

    public var description: String { failure.message }
}
