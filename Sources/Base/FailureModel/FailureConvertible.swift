/// An error with a type more specific than its ``Failure``.
///
/// It may carry the missing document of a store, for example.
public protocol FailureConvertible: Error {
    /// The code and a sentence for the user, without field values.
    var failure: Failure { get }
}

/// An error that decides what happens to its job.
public protocol StageError: FailureConvertible {
    /// Whether another attempt can succeed.
    ///
    /// False for anything inherent in the bytes, such as encryption.
    var isTransient: Bool { get }
    /// Whether the machine is at fault, not the work; false by default.
    ///
    /// Examples are a full disk, and a process that cannot be started. The runner waits for such a failure to pass and
    /// counts it as an attempt only when its patience is exhausted.
    var blamesMachine: Bool { get }
}

extension StageError {
    /// False by default.
    public var blamesMachine: Bool { false }
}

extension Failure: StageError {
    /// The failure itself.
    public var failure: Failure { self }

    /// True for failures of the machine, which may pass.
    ///
    /// Any other failure is inherent in the bytes or the values.
    public var isTransient: Bool {
        [.diskFull, .tooManyOpenFiles, .outOfMemory, .internalError, .outputUnwritable].contains(code)
    }

    /// True for a full disk and for too many open files.
    public var blamesMachine: Bool { code == .diskFull || code == .tooManyOpenFiles }
}

extension Failure {
    /// Converts any error to a failure.
    ///
    /// Errors without a code are reported by type name only, since their text may quote personal data.
    public init(_ error: any Error) {
        switch error {
        case let error as any FailureConvertible: self = error.failure
        case is CancellationError: self.init(.cancelled, "The work was cancelled.")
        default:
            self.init(.internalError, "An unexpected \(type(of: error)) occurred.", underlying: "\(error)")
        }
    }
}
