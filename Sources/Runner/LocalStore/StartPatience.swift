import FailureModel
import Foundation
package import Logging
import ObjectStore
package import Pipeline
import SQL

/// The patience of a starting node with an unreachable server of its store.
///
/// Nodes and servers are started in any order, and a server that restarts refuses connections for seconds. A mistake in
/// the settings is reported at once.
package struct StartPatience: Sendable {
    private let limit: Duration
    private let clock: any PipelineClock
    private let logger: Logger

    /// The time between two attempts.
    private static let pause = Duration.seconds(1)
    /// The time between two lines of the log.
    private static let interval = Duration.seconds(10)

    /// Creates the patience of a node.
    ///
    /// - Parameters:
    ///   - limit: the time from the beginning of an operation after which no further attempt begins.
    ///   - clock: the clock.
    ///   - logger: receives what is waited for.
    package init(_ limit: Duration = .seconds(60), clock: any PipelineClock = SystemClock(), logger: Logger) {
        self.limit = limit
        self.clock = clock
        self.logger = logger
    }

    /// Repeats an operation until it succeeds.
    ///
    /// - Throws: the error of the operation that is not about reaching a server, or the last one.
    package func wait<Value: Sendable>(for operation: @Sendable () async throws -> Value) async throws -> Value {
        let start = clock.now
        var lastLine: Timestamp?
        while true {
            do {
                return try await operation()
            } catch  where Self.isOutOfReach(error) {
                let now = clock.now
                guard now + Self.pause - start <= limit else { throw error }
                if lastLine.map({ now - $0 >= Self.interval }) ?? true {
                    lastLine = now
                    logger.warning(
                        "waiting for the store",
                        metadata: ["error": "\(Failure(error).message)", "underlying": "\(error)"])
                }
                try await clock.sleep(for: Self.pause)
            }
        }
    }

    /// Whether a server may answer soon that did not.
    private static func isOutOfReach(_ error: any Error) -> Bool {
        switch error {
        case let error as SQLError:
            !error.isMistake && [.busy, .interrupted, .unreachable, .commitUnknown].contains(error.kind)
        case ObjectStoreError.unreachable, ObjectStoreError.unavailable: true
        default: false
        }
    }
}
