import CStageProcess
import Foundation
package import Pipeline

/// Limits the memory and processor time of the calling process to those of a stage.
///
/// Reaching a limit ends the process: a failed allocation in a C library is a crash that cannot be recovered from. The
/// process exits with a message and a status that were prepared in advance.
package final class SelfLimits: Sendable {
    /// The message and exit status with which the process ends.
    package struct Ending: Sendable {
        let message: String
        let status: Int32

        /// Creates an ending.
        ///
        /// - Parameters:
        ///   - message: a message of at most 4,096 bytes, written unchanged in a single write.
        ///   - status: the exit status.
        package init(message: String, status: Int32) {
            self.message = message
            self.status = status
        }
    }

    private let cpuTime: Duration
    /// The inherited limit in seconds (`ulimit -t`), which is never raised.
    private let inheritedCPUTime: UInt64

    /// Applies the `memory` and `cpuTime` limits from now on.
    ///
    /// Inherited limits apply if they are lower. The handlers of fatal signals are replaced.
    ///
    /// - Parameters:
    ///   - limits: the limits to apply.
    ///   - descriptor: the file descriptor for messages.
    ///   - outOfMemory: the ending if memory runs out.
    ///   - cpuExceeded: the ending if the processor time is exhausted.
    ///   - crashed: the ending if a library crashes.
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

    /// Reports a completed part of the work, which restarts the processor time limit.
    ///
    /// This is safe on any thread.
    package func reportProgress() {
        let limit = UInt64(clamping: (ProcessorTime.ofProcess + cpuTime).components.seconds + 1)
        stage_host_limit(STAGE_LIMIT_CPU, min(limit, inheritedCPUTime))
    }
}
