import CStageProcess
import Foundation
import Pipeline

/// The limits of the process, set for each stage because it outlives the stage.
enum ProcessLimits {
    /// Applies the settings for the whole lifetime of the process.
    static func settle() {
        // Not 0: only the value 1 limits a core that is piped to a program, and a core contains personal data.
        stage_host_limit(STAGE_LIMIT_CORE, 1)
        // If the whole machine runs out of memory, this process is killed before its parent.
        if let score = fopen("/proc/self/oom_score_adj", "we") {
            fputs("500", score)
            fclose(score)
        }
    }

    /// Sets the nice value of the calling thread and of its future threads.
    ///
    /// Where the kernel groups processes by session (`sched_autogroup`), threads compete within their session only, and
    /// the value of the group counts as well. Other threads keep their value: Dispatch sets that of its own threads.
    static func apply(niceness: Int) {
        guard niceness > 0 else { return }
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(niceness))
        if let group = fopen("/proc/self/autogroup", "we") {
            fputs("\(niceness)", group)
            fclose(group)
        }
    }

    /// Limits the stage to `limits` beyond the current usage of the process.
    ///
    /// `RLIMIT_DATA` counts private writable memory: heap, stacks and images. Unlike `RLIMIT_AS`, it counts neither
    /// code and data files mapped for reading nor memory merely reserved by an allocator. The parent watches processor
    /// time more finely than `RLIMIT_CPU` with its whole seconds, which is a fallback in case the parent is paused.
    static func apply(_ limits: StageLimits) {
        stage_host_limit(STAGE_LIMIT_DATA, stage_host_data_bytes() + UInt64(limits.memory.bytes))
        stage_host_limit(STAGE_LIMIT_FILE_SIZE, UInt64(limits.fileSize.bytes))
        applyCPUTime(limits)
    }

    /// Restarts the processor time limit from now.
    static func applyCPUTime(_ limits: StageLimits) {
        let used = ProcessorTime.ofProcess
        stage_host_limit(STAGE_LIMIT_CPU, UInt64(clamping: (used + limits.cpuTime).components.seconds + 3))
    }

    /// Removes the limits for the host itself.
    static func lift() {
        for limit in [STAGE_LIMIT_DATA, STAGE_LIMIT_FILE_SIZE, STAGE_LIMIT_CPU] {
            stage_host_limit(limit, UInt64.max)
        }
    }
}
