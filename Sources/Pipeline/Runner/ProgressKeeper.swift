import Logging
import Synchronization

/// Tells the store how far running jobs have come: of each the latest, twice a second at most, all in one move. What ends
/// sooner than that costs the store nothing.
final class ProgressKeeper: Sendable {
    /// Between two moves, and before the first.
    private static let interval = Duration.milliseconds(500)

    private let latest = Mutex<[Lease: JobProgress]>([:])
    /// Rung when there is something to tell after there was nothing.
    private let bell = Doorbell()
    private let store: any Store
    private let clock: any PipelineClock
    private let logger: Logger

    init(store: any Store, clock: any PipelineClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// On any thread; never waits for the store.
    func note(_ progress: JobProgress, of lease: Lease) {
        let wasEmpty = latest.withLock { latest in
            defer { latest[lease] = progress }
            return latest.isEmpty
        }
        if wasEmpty { bell.ring() }
    }

    /// The attempt is over.
    func forget(_ lease: Lease) {
        latest.withLock { _ = $0.removeValue(forKey: lease) }
    }

    /// Until cancelled.
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
            // For people to look at only; the next report makes up for this one.
            logger.debug("progress not stored", metadata: ["error": "\(error)"])
        }
    }
}
