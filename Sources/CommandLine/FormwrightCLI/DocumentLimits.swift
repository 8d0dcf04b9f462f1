import FailureModel
import Foundation
import Pipeline
import PipelineProcesses
import Threads

/// The limits of a command for documents in its own process, as for isolated stages.
package struct DocumentLimits: Sendable {
    private let limits: SelfLimits

    /// Applies the limits.
    ///
    /// - Parameter file: the path given by the user, for messages.
    package init(on file: String) {
        let name = TerminalText.printable(NamedFile.name(file))
        let stage = StageLimits()
        // A stage's process has four threads, or its share of a larger machine; here all cores work on one document.
        let share = max(1, Int64(WorkerThreads.shared.count) / 4)
        let memory = ByteCount(bytes: stage.memory.bytes * share)
        let cpuTime = stage.cpuTime * Int(share)
        limits = SelfLimits(
            StageLimits(cpuTime: cpuTime, memory: memory), descriptor: StandardError.descriptor,
            outOfMemory: Self.ending(.outOfMemory, "\(name) needs more memory than the limit of \(memory)."),
            cpuExceeded: Self.ending(
                .cpuExceeded, "\(name) needs more processor time for a page than the limit of \(cpuTime.text)."),
            crashed: Self.ending(
                .internalError, "The program crashed on \(name); please report it, with the form if it can be shared."))
    }

    /// Reports a finished page or record.
    package func reportProgress() { limits.reportProgress() }

    private static func ending(_ code: ErrorCode, _ message: String) -> SelfLimits.Ending {
        // Clears a progress bar that may be on the line.
        let start = StandardError.isTerminal ? "\r\u{1B}[K" : ""
        return SelfLimits.Ending(
            message: "\(start)formwright: \(message)\n", status: ProgramErrors.table.exitStatus(of: code))
    }
}
