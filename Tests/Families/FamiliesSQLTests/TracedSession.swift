import SQL

/// A session that records the statements.
final class TracedSession: SQLSession {
    private let session: any SQLSession
    private(set) var statements: [String] = []

    var dialect: SQLDialect { session.dialect }
    var functions: [String: SQLFunction] { session.functions }

    init(_ session: any SQLSession) {
        self.session = session
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        statements.append(sql)
        return try session.execute(sql, arguments)
    }

    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, reuse: StatementReuse, _ body: (SQLRow) throws -> Void
    ) throws {
        statements.append(sql)
        try session.forEachRow(sql, arguments, reuse: reuse, body)
    }

    func row(_ sql: String, _ arguments: SQLArguments, reuse: StatementReuse) throws -> SQLRow? {
        statements.append(sql)
        return try session.row(sql, arguments, reuse: reuse)
    }

    func hasTable(_ name: String) throws -> Bool { try session.hasTable(name) }

    func script(_ sql: String) throws {
        statements.append(sql)
        try session.script(sql)
    }

    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        statements.append("SAVEPOINT")
        return try session.savepoint(body)
    }

    func limitingStatements<Result>(to limit: Duration, _ body: () throws -> Result) throws -> Result {
        try session.limitingStatements(to: limit, body)
    }
}
