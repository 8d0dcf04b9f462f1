package import LocalStore
package import Logging
import Pipeline
import PipelineSQL
import ServiceLifecycle

/// A service that brings the index of values in line with changed settings.
package final class ValueIndexer: Service {
    private let store: SQLStore
    private let search: ValueSearch
    private let clock: any PipelineClock
    private let logger: Logger

    private static let batch = 50
    private static let pause = Duration.milliseconds(100)
    /// The time between two looks for documents that a program with other settings has changed.
    private static let interval = Duration.seconds(600)

    /// Creates the service on a store.
    package init(_ system: LocalSystem, logger: Logger) {
        store = system.database
        search = ValueSearch(system)
        clock = system.database.clock
        self.logger = logger
    }

    /// Runs until graceful shutdown or cancellation.
    ///
    /// Never throws: a failed round is logged, and repeated later.
    package func run() async {
        await cancelWhenGracefulShutdown {
            var pause: Duration
            repeat {
                do {
                    pause = try await self.round() ? Self.pause : Self.interval
                } catch is CancellationError {
                    return
                } catch {
                    self.logger.error("cannot index values for searches", metadata: ["error": "\(error)"])
                    pause = Self.interval
                }
            } while (try? await self.clock.sleep(for: pause)) != nil
        }
    }

    /// Updates the index of some documents.
    ///
    /// - Returns: whether there may be more of them.
    /// - Throws: the store's error.
    package func round() async throws -> Bool {
        let found = try await store.read { [search] in try search.outdated(CaseTables(db: $0), limit: Self.batch) }
        for document in found {
            do {
                try await store.write(isDurable: false) { [search] transaction in
                    try search.refresh(
                        document, in: .all, values: DraftValues.entries(of: document, transaction.db), transaction)
                }
            } catch StoreError.documentUnknown {
                // It was deleted meanwhile, and its words with it.
            }
        }
        return found.count == Self.batch
    }
}
