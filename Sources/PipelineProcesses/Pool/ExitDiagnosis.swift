import CStageProcess
import Foundation
import Pipeline

/// Why a process died that nobody killed.
///
/// A limit of processor time or file size says so by its signal. Memory does not: an allocation fails, and what the library
/// makes of it is a crash like any other. So a crash is taken for a lack of memory where the thread that crashed had
/// `ENOMEM` as its last error, or where the process held nearly all that it may. That is a guess, and can be wrong
/// where an allocation failed earlier and was got over.
struct ExitDiagnosis {
    let status: WaitStatus
    let note: CrashNote?
    let limits: StageLimits
    /// Whether the system killed some process for memory while the stage ran.
    let wasMemoryShort: Bool

    /// What the counters and the person are told.
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

    /// How often the system has killed a process for memory (`oom_kill` in `/proc/vmstat`); 0 where it does not say.
    static var memoryKills: Int {
        guard let text = try? String(contentsOfFile: "/proc/vmstat", encoding: .utf8),
            let line = text.split(separator: "\n").last(where: { $0.hasPrefix("oom_kill ") })
        else { return 0 }
        return Int(line.dropFirst("oom_kill ".count)) ?? 0
    }
}
