import CStageProcess
import Foundation
import Pipeline
import Synchronization

/// Reports regularly to the parent that the process is alive and its stage works.
///
/// Its thread is independent of the stage and keeps beating even if the stage hangs in a C library. Each signal
/// therefore also reports whether any other thread has worked since the previous one.
final class Heartbeat: Sendable {
    private let interval: Duration
    private let isBusy = Atomic(false)

    init(every interval: Duration) {
        self.interval = interval
    }

    func start() {
        let thread = Thread { self.beat() }
        thread.name = "heartbeat"
        thread.stackSize = 256 << 10
        thread.start()
    }

    func stageBegan() {
        tell(STAGE_STARTED)
        isBusy.store(true, ordering: .releasing)
    }

    func stageEnded() {
        isBusy.store(false, ordering: .releasing)
    }

    func tell(_ kind: stage_health_kind) {
        var signal = stage_health()
        signal.kind = kind.rawValue
        write(&signal)
    }

    /// Reports a completed part of the stage's work.
    func tell(_ progress: JobProgress?) {
        var signal = stage_health()
        signal.kind = STAGE_PROGRESSED.rawValue
        if let progress {
            signal.counts = 1
            signal.completed = UInt64(progress.completed)
            signal.total = UInt64(progress.total)
            // A unit has at most 23 bytes (`JobProgress`), which leaves room for a terminating zero.
            withUnsafeMutableBytes(of: &signal.unit) {
                $0.copyBytes(from: (progress.unit ?? "").utf8.prefix($0.count - 1))
            }
        }
        write(&signal)
    }

    private func write(_ signal: inout stage_health) {
        // The pipe never blocks: signals are dropped if the parent does not read them in time.
        _ = Glibc.write(Int32(STAGE_HEALTH), &signal, MemoryLayout<stage_health>.size)
    }

    private func beat() {
        var worked = workTime
        let parts = interval.components
        var pause = timespec(tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
        while true {
            nanosleep(&pause, nil)
            guard isBusy.load(ordering: .acquiring) else { continue }
            let now = workTime
            // Threads that poll with short sleeps use up to a thousandth of a core.
            let isIdle = now - worked < interval / 1000
            worked = now
            tell(isIdle && !ThreadActivity.areBusy ? STAGE_QUIET : STAGE_ALIVE)
        }
    }

    /// The processor time of all threads except the calling one.
    private var workTime: Duration { ProcessorTime.ofProcess - ProcessorTime.ofThread }
}
