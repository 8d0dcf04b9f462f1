package import FailureModel
import Foundation
import Pipeline

/// The error of an attempt in a child process without an outcome.
///
/// Either the stage threw, or the process exited before it answered.
package struct IsolatedStageError: StageError, Hashable, Codable {
    package let failure: Failure
    package let isTransient: Bool
    package let blamesMachine: Bool

    /// Creates an error from a failure classified by the child process.
    package init(failure: Failure, isTransient: Bool, blamesMachine: Bool = false) {
        self.failure = failure
        self.isTransient = isTransient
        self.blamesMachine = blamesMachine
    }

    /// Creates an error from an error of a stage, classified as by the runner.
    init(_ error: any Error) {
        if let error = error as? any StageError {
            self.init(
                failure: error.failure, isTransient: error.isTransient, blamesMachine: error.blamesMachine)
        } else {
            self.init(failure: Failure(error), isTransient: true)
        }
    }

    /// Creates an error for a dead process, worth the remaining attempts.
    ///
    /// The death need not recur with the same document.
    private init(_ code: ErrorCode, _ message: String) {
        self.init(failure: Failure(code, message), isTransient: true)
    }

    /// Creates an error for a stage that has not started.
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

/// Returns the signal's name as printed by `kill -l`, with the prefix `SIG`.
func signalName(_ signal: Int32) -> String {
    let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV",
        SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU", SIGSYS: "SIGSYS",
    ]
    return names[signal] ?? "signal \(signal)"
}
