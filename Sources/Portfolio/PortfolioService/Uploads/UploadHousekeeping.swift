package import LocalStore
package import Logging
package import Pipeline
import PortfolioInputs
import ServiceLifecycle

/// Removes uploads that no portfolio shows, a week after they came, for as long as a program runs.
///
/// Any number of processes may do this on one store.
package struct UploadHousekeeping: Service {
    private let system: LocalSystem
    private let clock: any PipelineClock
    private let logger: Logger

    /// How long an upload may wait to be used.
    package static let lifetime = Duration.seconds(7 * 86_400)
    /// The time from one round to the next.
    private static let interval = Duration.seconds(3600)

    /// Creates a service that does nothing before it runs.
    ///
    /// - Parameters:
    ///   - system: the store.
    ///   - clock: decides what is over.
    ///   - logger: receives what interrupts a round.
    package init(_ system: LocalSystem, clock: any PipelineClock = SystemClock(), logger: Logger) {
        self.system = system
        self.clock = clock
        self.logger = logger
    }

    /// Works until graceful shutdown or cancellation.
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
                try? await clock.sleep(for: Self.interval)
            }
        }
    }

    /// Removes once what is over, and returns how many uploads were removed.
    package func keep() async throws -> Int {
        // Who looks at an upload, as its page does while it waits, does not use it.
        try await Expiry(system, kind: PortfolioInputKind.name, countsAccesses: false).run(
            unusedSince: clock.now - Self.lifetime, at: clock.now)
    }
}
