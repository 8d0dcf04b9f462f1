public import Logging
public import ServiceLifecycle

/// A service that periodically removes bytes that no document needs, since deleted documents are private.
///
/// Any number of housekeepers may run on one store.
public final class Housekeeper: Service {
    private let client: PipelineClient
    private let dependencies: Dependencies
    private let interval: Duration
    private let logger: Logger

    /// Creates a housekeeper that runs its first round immediately and later ones at the given interval.
    public init(
        client: PipelineClient, dependencies: Dependencies = Dependencies(), interval: Duration = .seconds(3600),
        logger: Logger
    ) {
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
                do {
                    let removed = try await self.client.collectGarbage()
                    if removed > 0 {
                        self.logger.info("removed unreferenced files", metadata: ["files": "\(removed)"])
                    }
                } catch is CancellationError {
                    return
                } catch {
                    self.logger.error("failed to remove unreferenced files", metadata: ["error": "\(error)"])
                }
            } while (try? await self.dependencies.clock.sleep(for: self.interval)) != nil
        }
    }
}
