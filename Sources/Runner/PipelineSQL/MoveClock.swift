import Pipeline
import SQL

/// The clock for the times in the store.
package enum LeaseClock: Sendable {
    /// The calling process's clock.
    ///
    /// It is for one machine, and for tests with a clock of their own.
    case caller
    /// The database server's, which all nodes share, however wrong their own clocks are.
    case server
}

/// The clock of a transaction.
///
/// Callers pass the time of their node. With the server's clock, each transaction asks the server for the time once, and
/// what a caller wants in 5 seconds is due 5 seconds from the server's now.
struct MoveClock {
    /// The server's time; `nil` for the caller's.
    let server: PendingRows<Timestamp>?

    /// Whether times are the server's.
    var isServers: Bool { server != nil }

    /// Returns the current time.
    func now(_ caller: Timestamp) throws -> Timestamp { try server?.first() ?? caller }

    /// Returns a caller's time in this clock, with the same distance from now.
    func moment(_ moment: Timestamp, at now: Timestamp) throws -> Timestamp {
        try server?.first().map { $0 + (moment - now) } ?? moment
    }

    /// The server's time in milliseconds.
    static let query = milliseconds("clock_timestamp()")
    /// The server's time at the start of the statement, for searching an index.
    static let queryOfStatement = milliseconds("statement_timestamp()")

    private static func milliseconds(_ time: String) -> String {
        "CAST(floor(extract(epoch FROM \(time)) * 1000) AS bigint)"
    }
}
