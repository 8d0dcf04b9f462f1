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
/// what a caller wants in 6 seconds is due 6 seconds from the server's now.
struct MoveClock {
    /// The server's time; `nil` for the caller's.
    let server: Timestamp?

    /// Returns the current time.
    func now(_ caller: Timestamp) -> Timestamp { server ?? caller }

    /// Returns a caller's time in this clock, with the same distance from now.
    func moment(_ moment: Timestamp, at now: Timestamp) -> Timestamp {
        server.map { $0 + (moment - now) } ?? moment
    }

    /// The server's time in milliseconds.
    static let query = "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"
}
