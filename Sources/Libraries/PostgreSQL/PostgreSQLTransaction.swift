import SQL

/// A transaction that has begun on a connection.
final class PostgreSQLTransaction {
    /// What a transaction promises.
    enum Mode {
        /// One snapshot, and no changes.
        case read
        /// Changes that survive a power failure.
        case durableWrite
        /// Changes that may be lost in one.
        case write

        /// The statements that begin it.
        var beginning: [String] {
            switch self {
            case .read: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
            case .durableWrite: ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"]
            case .write: ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", "SET LOCAL synchronous_commit = off"]
            }
        }
    }

    private let connection: PostgreSQLConnection
    private let mode: Mode
    private let functions: [String: SQLFunction]
    /// Whether it failed for a reason that a repetition may not meet.
    private(set) var isRepeatable = false
    /// Whether it failed with statements that were compiled for other tables.
    private(set) var isStale = false

    /// Creates a transaction that has begun.
    init(_ connection: PostgreSQLConnection, _ mode: Mode, functions: [String: SQLFunction]) {
        self.connection = connection
        self.mode = mode
        self.functions = functions
    }

    /// Runs a closure and commits its changes, or undoes them if it throws.
    func run<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        let session = PostgreSQLSession(connection, functions: functions)
        do {
            let value = try body(session)
            try commit(session)
            return value
        } catch {
            isRepeatable = isRepeatable || session.isRepeatable
            // A failure of either closes the connection, and the first error gives the reason.
            try? connection.rollBack()
            isStale = session.isStale
            if isStale, connection.isIdle { try? connection.discardStatements() }
            throw error
        }
    }

    private func commit(_ session: PostgreSQLSession) throws {
        if mode != .read { try session.deliver() }
        // An error that the closure caught has undone all its changes.
        if let failure = session.failure, !connection.isInTransaction { throw failure.error }
        try session.checkTransaction()
        if mode == .read { return connection.endReading() }
        // What is known to be lost before the commit was sent did not happen.
        guard connection.isConnected else {
            throw SQLError(.unreachable, "The connection was lost before the commit.")
        }
        do {
            guard try connection.commit() else { throw SQLError(.other, "The transaction was rolled back.") }
        } catch let failure as PostgreSQLFailure {
            isRepeatable = failure.isRepeatable
            guard failure.isLost else { throw failure.error }
            throw SQLError(.commitUnknown, "The connection was lost during the commit. \(failure.error.description)")
        }
    }
}
