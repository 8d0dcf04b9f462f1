package import LocalStore
package import Logging
package import Pipeline
import PipelineSQL
import PortfolioInputs
import ServiceLifecycle

/// Removes uploads a week after their arrival unless a portfolio shows them.
///
/// Any number of processes may run this on one store.
package struct UploadHousekeeping: Service {
    private let system: LocalSystem
    private let clock: (any PipelineClock)?
    private let logger: Logger

    /// The lifetime of an unused upload.
    package static let lifetime = Duration.seconds(7 * 86_400)
    /// The interval between rounds.
    private static let interval = Duration.seconds(3600)

    /// Creates a service, which is idle until it runs.
    ///
    /// - Parameters:
    ///   - system: The store.
    ///   - clock: The clock that determines expiry; `nil` for the store's.
    ///   - logger: The logger for errors of a round.
    package init(_ system: LocalSystem, clock: (any PipelineClock)? = nil, logger: Logger) {
        self.system = system
        self.clock = clock
        self.logger = logger
    }

    /// Runs until graceful shutdown or cancellation.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    let count = try await keep()
                    if count > 0 { logger.info("removed unused uploads", metadata: ["uploads": "\(count)"]) }
                } catch {
                    logger.error(
                        "unused uploads cannot be removed; the next round tries again", metadata: ["error": "\(error)"])
                }
                try? await (clock ?? SystemClock()).sleep(for: Self.interval)
            }
        }
    }

    /// Removes expired uploads once; returns their number.
    package func keep() async throws -> Int {
        let now = if let clock { clock.now } else { try await system.database.currentTime() }
        // Viewing an upload, as its page does while it waits, does not count as use.
        return try await Expiry(system, kind: PortfolioInputKind.name, countsAccesses: false).run(
            unusedSince: now - Self.lifetime, at: now)
    }
}
