public import Logging
public import ServiceLifecycle

/// Removes, now and then, the bytes that no document needs: what deleted documents leave is private.
///
/// Any number may work on one store.
public final class Housekeeper: Service {
    private let client: PipelineClient
    private let dependencies: Dependencies
    private let interval: Duration
    private let logger: Logger

    /// - Parameter interval: between two rounds; the first comes at once.
    public init(
        client: PipelineClient, dependencies: Dependencies = Dependencies(), interval: Duration = .seconds(3600),
        logger: Logger
    ) {
        self.client = client
        self.dependencies = dependencies
        self.interval = interval
        self.logger = logger
    }

    /// Until graceful shutdown or cancellation. Does not throw: what fails is tried again in the next round.
    public func run() async {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    let removed = try await self.client.collectGarbage()
                    if removed > 0 {
                        self.logger.info("bytes of no document removed", metadata: ["files": "\(removed)"])
                    }
                } catch is CancellationError {
                    return
                } catch {
                    self.logger.error("bytes of no document not removed", metadata: ["error": "\(error)"])
                }
            } while (try? await self.dependencies.clock.sleep(for: self.interval)) != nil
        }
    }
}
