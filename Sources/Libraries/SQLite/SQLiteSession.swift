import GRDB
import SQL

/// SQLite's connection during a transaction or a read.
final class SQLiteSession: SQLSession {
    let db: Database
    private let recent: RecentStatements
    private let isTransaction: Bool
    private let reader: WaitingReader?
    /// Watches the time of statements; nil without a limit.
    private var watch: StatementWatch?

    var dialect: SQLDialect { .sqlite }

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - db: the connection.
    ///   - recent: the statements that requests have shaped.
    ///   - isTransaction: whether the session is one transaction, which an error such as a full disk may end early.
    ///   - reader: the reader of the rows; nil for a write, or if it waits until they have been read.
    init(_ db: Database, _ recent: RecentStatements, isTransaction: Bool, reader: WaitingReader? = nil) {
        self.db = db
        self.recent = recent
        self.isTransaction = isTransaction
        self.reader = reader
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        try SQLError.converting {
            try run(db.cachedStatement(sql: sql), arguments) { _ in true }
            return db.changesCount
        }
    }

    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, reuse: StatementReuse, _ body: (SQLRow) throws -> Void
    ) throws {
        try SQLError.converting {
            let statement = try statement(sql, reuse)
            let names = statement.columnNames
            try run(statement, arguments) { columns in
                try body(SQLRow(names: names, values: columns.values))
                return true
            }
        }
    }

    func row(_ sql: String, _ arguments: SQLArguments, reuse: StatementReuse) throws -> SQLRow? {
        try SQLError.converting {
            let statement = try statement(sql, reuse)
            var row: SQLRow?
            try run(statement, arguments) { columns in
                row = SQLRow(names: statement.columnNames, values: columns.values)
                return false
            }
            return row
        }
    }

    private func statement(_ sql: String, _ reuse: StatementReuse) throws -> Statement {
        switch reuse {
        case .always: try db.cachedStatement(sql: sql)
        case .recent: try recent.statement(sql, db)
        case .never: try db.makeStatement(sql: sql)
        }
    }

    /// Runs a statement until it has no more rows, or the closure returns false.
    private func run(
        _ statement: Statement, _ arguments: SQLArguments, _ body: (SteppedStatement) throws -> Bool
    ) throws {
        // Without a transaction, the rest of its statements would take effect one by one.
        if isTransaction, !db.isInsideTransaction { throw SQLError(.other, "The transaction was rolled back.") }
        let isBusy = SteppedStatement(statement).isBusy
        let stepped = SteppedStatement(isBusy ? try db.makeStatement(sql: statement.sql) : statement)
        defer { stepped.reset() }
        try stepped.bind(arguments)
        func step() throws {
            while try stepped.step() {
                guard try body(stepped) else { return }
            }
        }
        if let watch { try watch.timing(statement, step) } else { try step() }
    }

    func limitingStatements<Result>(to limit: Duration, _ body: () throws -> Result) throws -> Result {
        try SQLError.converting {
            if let watch { return try watch.limiting(to: limit, body) }
            let watch = StatementWatch(limit: limit, reader: reader)
            self.watch = watch
            defer { self.watch = nil }
            return try watch.watching(db, body)
        }
    }

    func hasTable(_ name: String) throws -> Bool {
        try SQLError.converting { try db.tableExists(name) }
    }

    func script(_ sql: String) throws {
        try SQLError.converting { try db.execute(sql: sql) }
    }

    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try SQLError.converting {
            var result: Result?
            try db.inSavepoint {
                result = try body()
                return .commit
            }
            guard let result else { throw SQLError(.other, "A savepoint ended without a result.") }
            return result
        }
    }
}
