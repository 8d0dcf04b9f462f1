package import Logging
package import Pipeline
import ServiceLifecycle
package import FamiliesSQL

/// Removes expired deletions and unnamed pictures of families while a program runs.
///
/// Any number of processes may run this on one store.
package struct FamilyHousekeeping: Service {
    private let families: FamilyStore
    private let client: PipelineClient
    private let clock: (any PipelineClock)?
    private let logger: Logger

    /// The interval between rounds.
    private static let interval = Duration.seconds(3600)

    /// Creates a service, which is idle until it runs.
    ///
    /// - Parameters:
    ///   - families: The rows.
    ///   - client: The client of the same store, which discards bytes with their documents.
    ///   - clock: The clock that determines expiry; `nil` for the store's.
    ///   - logger: The logger for errors of a round.
    package init(
        _ families: FamilyStore, client: PipelineClient, clock: (any PipelineClock)? = nil, logger: Logger
    ) {
        self.families = families
        self.client = client
        self.clock = clock
        self.logger = logger
    }

    /// Runs until graceful shutdown or cancellation.
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
                try? await (clock ?? SystemClock()).sleep(for: Self.interval)
            }
        }
    }

    private func time() async throws -> Timestamp {
        if let clock { return clock.now }
        return try await families.currentTime()
    }

    /// Removes expired items once.
    package func keep() async throws {
        let removal = try await families.purge(at: time())
        guard removal.artworks > 0 || !removal.documents.isEmpty else { return }
        try await client.discard(removal.bytes)
        logger.info(
            "removed what was deleted",
            metadata: ["artworks": "\(removal.artworks)", "documents": "\(removal.documents.count)"])
    }
}
