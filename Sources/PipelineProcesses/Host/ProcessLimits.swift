import CStageProcess
import Foundation
import Pipeline

/// The limits of the process itself, set anew for each stage, since the process outlives it.
enum ProcessLimits {
    /// Once, when the process starts.
    static func settle() {
        // Not 0: a core that is piped to a program is limited by no number but 1, and a core holds what people filled in.
        stage_host_limit(STAGE_LIMIT_CORE, 1)
        // Where memory runs out on the whole machine, this process goes before its parent.
        if let score = fopen("/proc/self/oom_score_adj", "we") {
            fputs("500", score)
            fclose(score)
        }
    }

    /// Counts from what the process holds and has used by now.
    ///
    /// `RLIMIT_DATA` counts private writable memory: heap, stacks, images; neither code and data files that are mapped
    /// for reading nor what an allocator only reserved, which `RLIMIT_AS` does. The parent watches processor time more
    /// finely than the whole seconds of `RLIMIT_CPU`, which is there in case the parent is paused.
    static func apply(_ limits: StageLimits) {
        stage_host_limit(STAGE_LIMIT_DATA, stage_host_data_bytes() + UInt64(limits.memory.bytes))
        stage_host_limit(STAGE_LIMIT_FILE_SIZE, UInt64(limits.fileSize.bytes))
        applyCPUTime(limits)
    }

    /// Again from now on.
    static func applyCPUTime(_ limits: StageLimits) {
        let used = ProcessorTime.ofProcess
        stage_host_limit(STAGE_LIMIT_CPU, UInt64(clamping: (used + limits.cpuTime).components.seconds + 3))
    }

    /// So that the host itself is limited by nothing.
    static func lift() {
        for limit in [STAGE_LIMIT_DATA, STAGE_LIMIT_FILE_SIZE, STAGE_LIMIT_CPU] {
            stage_host_limit(limit, UInt64.max)
        }
    }
}
