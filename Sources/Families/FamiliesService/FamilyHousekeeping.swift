package import Logging
package import Pipeline
import ServiceLifecycle
package import FamiliesSQLite

/// Removes what families deleted and what nothing names any more, as soon as its time is over, for as long as a program runs.
///
/// Any number of processes may do this on one store.
package struct FamilyHousekeeping: Service {
    private let families: FamilyStore
    private let client: PipelineClient
    private let clock: any PipelineClock
    private let logger: Logger

    /// The time from one round to the next.
    private static let interval = Duration.seconds(3600)

    /// Creates a service that does nothing before it runs.
    ///
    /// - Parameters:
    ///   - families: the rows.
    ///   - client: the client of the same store, whose bytes go with the documents.
    ///   - clock: tells what is over.
    ///   - logger: receives what interrupts a round.
    package init(
        _ families: FamilyStore, client: PipelineClient, clock: any PipelineClock = SystemClock(), logger: Logger
    ) {
        self.families = families
        self.client = client
        self.clock = clock
        self.logger = logger
    }

    /// Works until graceful shutdown or cancellation.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await keep()
                } catch {
                    logger.error(
                        "what was deleted cannot be removed; the next round tries again",
                        metadata: ["error": "\(error)"])
                }
                try? await clock.sleep(for: Self.interval)
            }
        }
    }

    /// Removes once what is over.
    package func keep() async throws {
        let removal = try await families.purge(at: clock.now)
        guard removal.artworks > 0 || !removal.documents.isEmpty else { return }
        try await client.discard(removal.bytes)
        logger.info(
            "removed what was deleted",
            metadata: ["artworks": "\(removal.artworks)", "documents": "\(removal.documents.count)"])
    }
}
