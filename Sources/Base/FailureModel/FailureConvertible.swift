/// An error whose type says more than its ``Failure``, such as which document is missing from a store.
public protocol FailureConvertible: Error {
    /// The code and a sentence for the user, without field values.
    var failure: Failure { get }
}

/// An error that decides what happens to the job in which it was thrown.
public protocol StageError: FailureConvertible {
    /// Whether another attempt can succeed.
    ///
    /// False for anything that is inherent in the bytes, such as encryption.
    var isTransient: Bool { get }
    /// Whether the machine is at fault, whatever the work is, for example because of a full disk or because no process
    /// can be started.
    ///
    /// The runner waits for such a failure to pass and counts it as an attempt only when its patience is exhausted.
    /// False by default.
    var blamesMachine: Bool { get }
}

extension StageError {
    /// False by default.
    public var blamesMachine: Bool { false }
}

extension Failure: StageError {
    /// The failure itself.
    public var failure: Failure { self }

    /// True for failures of the machine, which may pass; any other failure is inherent in the bytes or the values.
    public var isTransient: Bool {
        [.diskFull, .tooManyOpenFiles, .outOfMemory, .internalError, .outputUnwritable].contains(code)
    }

    /// True for a full disk, and for too many open files.
    public var blamesMachine: Bool { code == .diskFull || code == .tooManyOpenFiles }
}

extension Failure {
    /// Converts any error to a failure.
    ///
    /// Errors without a code are reported by type name only, since their text may quote what a person filled in.
    public init(_ error: any Error) {
        switch error {
        case let error as any FailureConvertible: self = error.failure
        case is CancellationError: self.init(.cancelled, "The work was cancelled.")
        default:
            self.init(.internalError, "An unexpected \(type(of: error)) occurred.", underlying: "\(error)")
        }
    }
}
