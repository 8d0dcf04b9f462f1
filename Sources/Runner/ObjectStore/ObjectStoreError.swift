import Curl
package import FailureModel
package import Pipeline

/// A failed operation on an object store.
package enum ObjectStoreError: StageError, Hashable, CustomStringConvertible {
    /// No whole response arrived, for a reason in libcurl's words.
    case unreachable(String)
    /// The server answered with an error, after all retries.
    case unavailable(status: Int, code: String)
    /// The server refuses the credentials, or does not allow them the operation.
    case credentialsRefused(code: String)
    /// The bucket does not exist.
    case bucketMissing
    /// The server sends requests elsewhere: the endpoint or region is wrong.
    case wrongEndpoint(code: String)
    /// The clocks differ too much.
    case clockSkew
    /// The server has no space left, or the account's quota is used up.
    case full
    /// The store has no bytes with this name.
    case missing(ContentID)
    /// The store answers with bytes that do not match this name.
    case damaged(ContentID)
    /// The response cannot be read.
    case malformedAnswer
    /// The caller cancelled the operation.
    case cancelled

    /// The message of ``failure``.
    package var description: String { failure.message }

    /// The failure, without keys and names of objects.
    package var failure: Failure {
        switch self {
        case .unreachable(let reason):
            Failure(.objectStoreUnavailable, "The object store cannot be reached: \(reason).")
        case .unavailable(let status, let code):
            Failure(.objectStoreUnavailable, "The object store answers with an error (\(status), \(code)).")
        case .credentialsRefused(let code):
            Failure(.objectStoreCredentials, "The object store refuses the credentials (\(code)).")
        case .bucketMissing: Failure(.objectStoreBucket, "The bucket of the object store does not exist.")
        case .wrongEndpoint(let code):
            Failure(.objectStoreBucket, "The bucket is at another endpoint, or in another region (\(code)).")
        case .clockSkew:
            Failure(.objectStoreClock, "The clock differs from that of the object store by more than it accepts.")
        case .full: Failure(.diskFull, "The object store is full.")
        case .missing(let content): Failure(.artefactMissing, "The object store has no bytes \(content).")
        case .damaged(let content): DamagedArtefact(content: content).failure
        case .malformedAnswer:
            Failure(.objectStoreUnavailable, "The object store answers with something that is not S3's protocol.")
        case .cancelled: Failure(.cancelled, "The work on the object store was cancelled.")
        }
    }

    /// True: one wrong answer must not fail a document for good.
    package var isTransient: Bool { true }

    /// True for whatever an operator can correct while the work waits.
    package var blamesMachine: Bool {
        switch self {
        case .missing, .damaged, .cancelled: false
        default: true
        }
    }

    /// Creates the error of a request without a whole response.
    init(_ error: CurlError) {
        self = error.kind == .cancelled ? .cancelled : .unreachable(error.reason)
    }
}
