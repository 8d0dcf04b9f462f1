import CStageProcess
import Foundation
import Pipeline
import Synchronization

/// Tells the parent regularly that the process lives, and whether its stage does anything.
///
/// The thread does not depend on the stage: a stage that hangs in a C library still has a heart that beats. So each
/// sign says as well whether any thread worked since the last.
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

    /// A part of the stage's work is done.
    func tell(_ progress: JobProgress?) {
        var signal = stage_health()
        signal.kind = STAGE_PROGRESSED.rawValue
        if let progress {
            signal.counts = 1
            signal.completed = UInt64(progress.completed)
            signal.total = UInt64(progress.total)
            // A unit is never longer than the field without its last zero.
            withUnsafeMutableBytes(of: &signal.unit) {
                $0.copyBytes(from: (progress.unit ?? "").utf8.prefix($0.count - 1))
            }
        }
        write(&signal)
    }

    private func write(_ signal: inout stage_health) {
        // The pipe never blocks: signs that the parent has no time for are not worth keeping.
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
            // A thousandth of a core is what waiting in short naps costs.
            let isIdle = now - worked < interval / 1000
            worked = now
            tell(isIdle && !OtherThreads.areBusy ? STAGE_QUIET : STAGE_ALIVE)
        }
    }

    /// The processor time of all threads but this one.
    private var workTime: Duration { ProcessorTime.ofProcess - ProcessorTime.ofThread }
}
