package import FailureModel
import Foundation
import Pipeline

/// An attempt in a child process without an outcome: the stage threw there, or the process exited before it answered.
package struct IsolatedStageError: StageError, Hashable, Codable {
    package let failure: Failure
    package let isTransient: Bool
    package let blamesMachine: Bool

    /// Creates an error from a failure that the child process has already classified.
    package init(failure: Failure, isTransient: Bool, blamesMachine: Bool = false) {
        self.failure = failure
        self.isTransient = isTransient
        self.blamesMachine = blamesMachine
    }

    /// Classifies an error thrown by a stage as the runner would.
    init(_ error: any Error) {
        if let error = error as? any StageError {
            self.init(
                failure: error.failure, isTransient: error.isTransient, blamesMachine: error.blamesMachine)
        } else {
            self.init(failure: Failure(error), isTransient: true)
        }
    }

    /// A death of the process need not recur with the same document, so it is worth the remaining attempts.
    private init(_ code: ErrorCode, _ message: String) {
        self.init(failure: Failure(code, message), isTransient: true)
    }

    /// The stage has not started.
    private init(unavailable message: String) {
        self.init(
            failure: Failure(.workerUnavailable, message), isTransient: true, blamesMachine: true)
    }

    static func crashed(by signal: Int32) -> IsolatedStageError {
        IsolatedStageError(.stageCrashed, "The stage's process crashed with \(signalName(signal)).")
    }

    static func ended(with status: Int32) -> IsolatedStageError {
        IsolatedStageError(.stageCrashed, "The stage's process exited unexpectedly with status \(status).")
    }

    static let protocolError = IsolatedStageError(
        .stageCrashed, "The stage's process sent an unreadable answer.")

    static func outOfMemory(_ limit: ByteCount) -> IsolatedStageError {
        IsolatedStageError(.stageOutOfMemory, "The stage needed more memory than its limit of \(limit).")
    }

    static let machineOutOfMemory = IsolatedStageError(
        .stageOutOfMemory, "The system killed the stage's process because memory ran out.")

    static func cpuExceeded(_ limit: Duration) -> IsolatedStageError {
        IsolatedStageError(.stageCPUExceeded, "The stage used more processor time than its limit of \(limit.text).")
    }

    static func timedOut(_ limit: Duration) -> IsolatedStageError {
        IsolatedStageError(failure: .timedOut(after: limit), isTransient: true)
    }

    static func outputTooLarge(_ limit: ByteCount) -> IsolatedStageError {
        IsolatedStageError(.stageOutputTooLarge, "The stage wrote a file longer than its limit of \(limit).")
    }

    static func silent(for limit: Duration) -> IsolatedStageError {
        IsolatedStageError(.stageHung, "The stage's process sent no heartbeat for \(limit.text).")
    }

    static func stalled(for limit: Duration) -> IsolatedStageError {
        IsolatedStageError(.stageHung, "The stage was idle for \(limit.text).")
    }

    static func unavailable(_ reason: String) -> IsolatedStageError {
        IsolatedStageError(unavailable: "No process for the stage could be started: \(reason).")
    }

    static let otherSettings = IsolatedStageError(
        unavailable:
            "The stage's process has other settings or another version than its runner; restart the runner.")
}

/// The signal's name as `kill -l` prints it, with the prefix `SIG`.
func signalName(_ signal: Int32) -> String {
    let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV",
        SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU", SIGSYS: "SIGSYS",
    ]
    return names[signal] ?? "signal \(signal)"
}
