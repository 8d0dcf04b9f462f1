import Foundation
import Synchronization

/// A thread for work that nobody waits for, behind all other threads of the machine.
///
/// It is created with the first work and lives as long as the process.
final class BackgroundThread: Sendable {
    /// The thread of this process.
    static let shared = BackgroundThread()

    /// `SCHED_BATCH`, which Swift does not import.
    private static let batch: Int32 = 3

    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let available = DispatchSemaphore(value: 0)

    private init() {
        let thread = Thread { [self] in
            // For Linux, 0 is this thread alone. Otherwise a megabyte that is written to the cache would delay the next
            // request by as much as the request takes.
            var parameters = sched_param()
            sched_setscheduler(0, Self.batch, &parameters)
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            while true {
                available.wait()
                jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
            }
        }
        thread.name = "artefact-cache"
        thread.start()
    }

    /// Runs work after all that was given before.
    func run(_ work: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(work) }
        available.signal()
    }

    /// Waits until all work given so far is done.
    func settle() {
        let isDone = DispatchSemaphore(value: 0)
        run { isDone.signal() }
        isDone.wait()
    }
}
