import SQL

/// A connection during a transaction.
final class PostgreSQLSession: SQLSession {
    private let connection: PostgreSQLConnection
    let functions: [String: SQLFunction]
    /// The error that ended the transaction.
    private(set) var failure: PostgreSQLFailure?
    /// Whether an error said that the transaction may succeed when it is repeated.
    private(set) var isRepeatable = false
    /// Whether a statement may have been compiled for tables that have changed since.
    private(set) var isStale = false
    private var depth = 0

    var dialect: SQLDialect { .postgreSQL }

    init(_ connection: PostgreSQLConnection, functions: [String: SQLFunction]) {
        self.connection = connection
        self.functions = functions
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        try run(sql, arguments, .always) { $0.changeCount }
    }

    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, reuse: StatementReuse, _ body: (SQLRow) throws -> Void
    ) throws {
        // The rows have all arrived before the first is passed on, so that other statements can run meanwhile.
        try run(sql, arguments, reuse) { result in
            let (names, types) = (result.names, result.types)
            for row in 0..<result.rowCount { try body(SQLRow(names: names, values: result.values(ofRow: row, types))) }
        }
    }

    func row(_ sql: String, _ arguments: SQLArguments, reuse: StatementReuse) throws -> SQLRow? {
        try run(sql, arguments, reuse) { result in
            guard result.rowCount > 0 else { return nil }
            return SQLRow(names: result.names, values: result.values(ofRow: 0, result.types))
        }
    }

    func enqueue(
        _ sql: String, _ arguments: SQLArguments, _ receive: (([SQLRow]) throws -> Void)?
    ) throws {
        try checkTransaction()
        try noting {
            try connection.enqueue(sql, arguments, receive.map { receive in { try receive($0.rows) } })
        }
    }

    func flush() throws {
        try checkTransaction()
        try noting { try connection.flush() }
    }

    /// Runs the statements that have waited for others if somebody reads their rows.
    func deliver() throws { try noting { try connection.deliver() } }

    func hasTable(_ name: String) throws -> Bool {
        // Names without quotation marks are stored in lower case.
        try hasRow(
            """
            SELECT 1 FROM pg_catalog.pg_class
            WHERE relname = lower(?) AND relkind IN ('r', 'p') AND pg_catalog.pg_table_is_visible(oid)
            """, [name])
    }

    func script(_ sql: String) throws {
        try checkTransaction()
        try noting {
            try connection.flush()
            try connection.runScript(sql)
        }
    }

    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        depth += 1
        let name = "p\(depth)"
        defer { depth -= 1 }
        try script("SAVEPOINT \(name)")
        do {
            let result = try body()
            // If an error inside was caught there, its changes are gone without the closure's knowledge.
            if let failure, connection.isInFailedTransaction { throw failure.error }
            try script("RELEASE \(name)")
            return result
        } catch {
            connection.discardQueue()
            // The first error gives the reason, also if the transaction as a whole is lost.
            if (try? connection.runScript("ROLLBACK TO \(name); RELEASE \(name)")) != nil { failure = nil }
            throw error
        }
    }

    /// Limits the statements of a transaction, which changes nothing if it fails or ends.
    private static let limit = "SELECT set_config('statement_timeout', ?, true)"

    func limitingStatements<Result>(to limit: Duration, _ body: () throws -> Result) throws -> Result {
        // The server takes 0 for no limit.
        try enqueue(Self.limit, ["\(max(1, Int(limit / .milliseconds(1))))"], nil)
        // Sent with the next statement, and never if there is none.
        defer { try? enqueue("SET LOCAL statement_timeout TO DEFAULT", [], nil) }
        return try body()
    }

    private func run<Result>(
        _ sql: String, _ arguments: SQLArguments, _ reuse: StatementReuse, _ body: (StatementResult) throws -> Result
    ) throws -> Result {
        try checkTransaction()
        return try noting { try connection.run(sql, arguments, reuse: reuse, body) }
    }

    /// Runs a closure, remembers what its error means, and throws it as callers expect it.
    private func noting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as PostgreSQLFailure {
            if failure == nil { failure = error }
            isRepeatable = isRepeatable || error.isRepeatable
            isStale = isStale || error.isStale
            throw error.error
        }
    }

    /// Checks that statements still belong to the transaction.
    ///
    /// Outside it, they would take effect one by one.
    func checkTransaction() throws {
        if connection.isInTransaction { return }
        if let failure, failure.isLost { throw failure.error }
        throw SQLError(.other, "The transaction was rolled back.")
    }
}
