package import LocalStore
package import Logging
import Pipeline
import PipelineSQL
import ServiceLifecycle

/// A service that completes what a crash or another program left of filled copies.
///
/// It deletes those of deleted forms, and begins to read those that nobody has begun.
package final class AnswerUpkeep: Service {
    private let answers: AnswerStore
    private let clock: any PipelineClock
    private let logger: Logger

    private static let interval = Duration.seconds(600)
    /// The time after which a copy that is not begun was forgotten.
    private static let delay = Duration.seconds(60)

    /// Creates the service on a store.
    package init(_ system: LocalSystem, logger: Logger) {
        answers = AnswerStore(system)
        clock = system.database.clock
        self.logger = logger
    }

    /// Runs until graceful shutdown or cancellation.
    ///
    /// Never throws: a failed round is logged, and repeated later.
    package func run() async {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await self.answers.deleteOrphans()
                    try await self.answers.beginForgotten(addedBefore: self.clock.now - Self.delay)
                } catch is CancellationError {
                    return
                } catch {
                    self.logger.error("cannot complete the work on filled copies", metadata: ["error": "\(error)"])
                }
            } while (try? await self.clock.sleep(for: Self.interval)) != nil
        }
    }
}
