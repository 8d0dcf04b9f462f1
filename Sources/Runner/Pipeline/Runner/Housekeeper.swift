public import Logging
public import ServiceLifecycle

/// A service that periodically removes bytes without a document.
///
/// Deleted documents are private. Any number of housekeepers may run on one store.
public final class Housekeeper: Service {
    private let client: PipelineClient
    private let dependencies: Dependencies
    private let interval: Duration
    private let logger: Logger
    private let chore: @Sendable () async throws -> Void
    private let onlyCached: Bool

    /// Creates a housekeeper with its first round at once and later ones periodically.
    ///
    /// - Parameters:
    ///   - client: removes the bytes.
    ///   - dependencies: the clock.
    ///   - interval: the time between rounds.
    ///   - onlyCached: whether to remove this machine's copies of bytes only, since other nodes do the rest.
    ///   - logger: receives the number of removed files, and failures.
    ///   - chore: another task for each round, done before bytes are removed.
    public init(
        client: PipelineClient, dependencies: Dependencies = Dependencies(), interval: Duration = .seconds(3600),
        onlyCached: Bool = false, logger: Logger, chore: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.chore = chore
        self.onlyCached = onlyCached
        self.client = client
        self.dependencies = dependencies
        self.interval = interval
        self.logger = logger
    }

    /// Runs until graceful shutdown or cancellation.
    ///
    /// Never throws: a failed round is logged, and the next round tries again.
    public func run() async {
        await cancelWhenGracefulShutdown {
            repeat {
                await self.attempt("do the housekeeping", self.chore)
                await self.attempt("remove unreferenced files") {
                    if self.onlyCached { return try await self.client.collectCached() }
                    let removed = try await self.client.collectGarbage()
                    if removed > 0 {
                        self.logger.info("removed unreferenced files", metadata: ["files": "\(removed)"])
                    }
                }
            } while (try? await self.dependencies.clock.sleep(for: self.interval)) != nil
        }
    }

    private func attempt(_ what: String, _ work: () async throws -> Void) async {
        do {
            try await work()
        } catch is CancellationError {
            // The next wait ends the rounds.
        } catch {
            logger.error("failed to \(what)", metadata: ["error": "\(error)"])
        }
    }
}
