import Logging
import Synchronization

/// Writes the progress of running jobs to the store.
///
/// It writes the latest reports of all jobs in one move, at most twice a second. A job that ends within that interval
/// causes no write.
final class ProgressKeeper: Sendable {
    /// The interval between two moves, and before the first.
    private static let interval = Duration.milliseconds(500)

    private let latest = Mutex<[Lease: JobProgress]>([:])
    /// Rung by the first report after a time without any.
    private let bell = Doorbell()
    private let store: any Store
    private let clock: any PipelineClock
    private let logger: Logger

    init(store: any Store, clock: any PipelineClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// Records a report from any thread without waiting for the store.
    func note(_ progress: JobProgress, of lease: Lease) {
        let wasEmpty = latest.withLock { latest in
            defer { latest[lease] = progress }
            return latest.isEmpty
        }
        if wasEmpty { bell.ring() }
    }

    /// Discards the report of an ended attempt.
    func forget(_ lease: Lease) {
        latest.withLock { _ = $0.removeValue(forKey: lease) }
    }

    /// Writes reports until cancelled.
    func run() async {
        while !Task.isCancelled {
            let rings = bell.rings
            if latest.withLock({ $0.isEmpty }) {
                await bell.wait(beyond: rings)
                continue
            }
            guard (try? await clock.sleep(for: Self.interval)) != nil else { return }
            await tell()
        }
    }

    private func tell() async {
        let news = latest.withLock { latest in
            defer { latest = [:] }
            return latest
        }
        if news.isEmpty { return }
        do {
            try await store.report(news, at: clock.now)
        } catch {
            // Progress is only informative, and the next report replaces this one.
            logger.debug("failed to store progress", metadata: ["error": "\(error)"])
        }
    }
}
