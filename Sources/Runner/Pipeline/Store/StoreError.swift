public import FailureModel

/// The reason why a store refused a move, without any change.
public enum StoreError: Error, Hashable {
    /// No document in the scope has this id.
    case documentUnknown(DocumentID)
    /// A document with this id already exists.
    case documentExists(DocumentID)
    /// ``DocumentMove/allowed`` does not contain this move.
    case moveNotAllowed(DocumentID, from: DocumentState, to: DocumentState)
    /// The parts are unsuitable, for a reason given as a sentence.
    case partsRefused(String)
    /// Another worker took the job over, or it was cancelled or deleted.
    case leaseLost(JobID)
    /// Events after this number were purged or never existed.
    ///
    /// The reader has to read the documents again and continue after the newest event.
    case feedTruncated(after: Int64)
    /// The store was unusable for longer than the caller could wait, for a given reason.
    ///
    /// An example is a full disk.
    case unavailable(String)
}

extension StoreError: FailureConvertible, CustomStringConvertible {
    /// The failure with the code of this case.
    public var failure: Failure {
        switch self {
        case .documentUnknown(let id): Failure(.documentUnknown, "There is no document \(id).")
        case .documentExists(let id): Failure(.documentExists, "There is already a document \(id).")
        case .moveNotAllowed(let id, let from, _):
            Failure(
                .moveNotAllowed, "Document \(id) is \(from.rawValue), which does not allow this.")
        case .partsRefused(let reason): Failure(.partsRefused, reason)
        case .leaseLost(let job):
            Failure(.leaseLost, "The lease of job \(job) is lost; its result is not published.")
        case .feedTruncated(let number):
            Failure(.feedTruncated, "The feed does not continue after event \(number) without a gap.")
        case .unavailable(let reason): Failure(.storeUnavailable, "The store cannot be used: \(reason).")
        }
    }

    /// The message of ``failure``.
    public var description: String { failure.message }
}
