import CStageProcess
import Foundation
import Pipeline

/// The reason for a process's death other than being killed by the pool.
///
/// Exceeded limits of processor time and file size are recognised by their signal. A lack of memory is not: an
/// allocation fails, and the reaction of the library looks like any other crash. A crash is therefore attributed to a
/// lack of memory if the last error of the crashed thread was `ENOMEM`, or if the process held nearly all the memory of
/// its limit. This guess is wrong if an earlier allocation failed and the library recovered from it.
struct ExitDiagnosis {
    let status: WaitStatus
    let note: CrashNote?
    let limits: StageLimits
    /// Whether the system killed any process for lack of memory while the stage ran.
    let wasMemoryShort: Bool

    /// The reason for the metrics and the error for the user.
    var cause: (reason: PoolMetrics.Reason, error: IsolatedStageError) {
        switch status {
        case .exited(let code): (.crashed, .ended(with: code))
        case .killed(SIGXCPU): (.cpuExceeded, .cpuExceeded(limits.cpuTime))
        case .killed(SIGKILL) where wasMemoryShort: (.outOfMemory, .machineOutOfMemory)
        case .killed where lackedMemory: (.outOfMemory, .outOfMemory(limits.memory))
        case .killed(let signal): (.crashed, .crashed(by: signal))
        }
    }

    private var lackedMemory: Bool {
        guard let note else { return false }
        return note.errorNumber == ENOMEM || note.dataLeft < min(limits.memory.bytes / 16, Int64(STAGE_SCARCE_MEMORY))
    }

    /// The number of processes killed by the system for lack of memory.
    ///
    /// This is `oom_kill` in `/proc/vmstat`, or 0 if it is missing.
    static var memoryKills: Int {
        guard let text = try? String(contentsOfFile: "/proc/vmstat", encoding: .utf8),
            let line = text.split(separator: "\n").last(where: { $0.hasPrefix("oom_kill ") })
        else { return 0 }
        return Int(line.dropFirst("oom_kill ".count)) ?? 0
    }
}
