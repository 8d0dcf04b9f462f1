import CStageProcess
import Foundation
package import Pipeline

/// Keeps the calling process itself to a stage's limits of memory and processor time, for commands that run stages without a
/// runner and its processes.
///
/// A limit that is reached ends the process: a failed allocation within a C library is a crash, and cannot be recovered from.
/// It ends with a message and an exit status that were prepared before.
package final class OwnLimits: Sendable {
    /// How the process ends.
    package struct Ending: Sendable {
        let message: String
        let status: Int32

        /// - Parameters:
        ///   - message: written as it is, in one piece; no longer than 4,096 bytes.
        ///   - status: the exit status.
        package init(message: String, status: Int32) {
            self.message = message
            self.status = status
        }
    }

    private let cpuTime: Duration
    /// In seconds; what the user set before the program began (`ulimit -t`) is not raised.
    private let inheritedCPUTime: UInt64

    /// Applies `memory` and `cpuTime` of the limits from now on, or what the process inherited where that is less, and
    /// replaces the handlers of fatal signals.
    ///
    /// - Parameter descriptor: where the messages go.
    package init(
        _ limits: StageLimits, descriptor: Int32, outOfMemory: Ending, cpuExceeded: Ending, crashed: Ending
    ) {
        cpuTime = limits.cpuTime
        inheritedCPUTime = stage_limit_now(STAGE_LIMIT_CPU)
        for (kind, ending) in [
            (STAGE_ENDING_MEMORY, outOfMemory), (STAGE_ENDING_CPU, cpuExceeded), (STAGE_ENDING_CRASH, crashed),
        ] { stage_guard_set(kind, ending.message, ending.status) }
        stage_guard_begin(descriptor)
        let memory = stage_host_data_bytes() + UInt64(limits.memory.bytes)
        stage_host_limit(STAGE_LIMIT_DATA, min(memory, stage_limit_now(STAGE_LIMIT_DATA)))
        // See ProcessLimits.settle().
        stage_host_limit(STAGE_LIMIT_CORE, 1)
        reportProgress()
    }

    /// A part of the work is done: processor time counts from here again. May be called from any thread.
    package func reportProgress() {
        let limit = UInt64(clamping: (ProcessorTime.ofProcess + cpuTime).components.seconds + 1)
        stage_host_limit(STAGE_LIMIT_CPU, min(limit, inheritedCPUTime))
    }
}
