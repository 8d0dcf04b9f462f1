/// An error of a type that says more than its ``Failure``, such as which document a store does not know.
public protocol FailureConvertible: Error {
    /// Code and sentence for the person, without field values.
    var failure: Failure { get }
}

/// An error that says what becomes of the job in which it was thrown.
public protocol StageError: FailureConvertible {
    /// Whether another attempt can succeed. False for what the bytes themselves forbid, such as encryption.
    var isTransient: Bool { get }
    /// Whether the machine is to blame, whatever the work is: a full disk, no process to be had. Such a failure is
    /// waited out and counts as an attempt only after the runner's patience. False by default.
    var blamesMachine: Bool { get }
}

extension StageError {
    public var blamesMachine: Bool { false }
}

extension Failure: StageError {
    public var failure: Failure { self }

    /// What the machine lacks may be there next time; anything else is in the bytes or the values.
    public var isTransient: Bool {
        [.diskFull, .outOfMemory, .internalError, .outputUnwritable].contains(code)
    }

    public var blamesMachine: Bool { code == .diskFull }
}

extension Failure {
    /// Any error as a failure. Of an error without a code only the type is kept: its text may quote what a person filled
    /// in.
    public init(_ error: any Error) {
        switch error {
        case let error as any FailureConvertible: self = error.failure
        case is CancellationError: self.init(.cancelled, "The work was cancelled.")
        default:
            self.init(.internalError, "An unexpected \(type(of: error)) occurred.", underlying: "\(error)")
        }
    }
}
