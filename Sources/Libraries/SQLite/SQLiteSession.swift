import Foundation
import GRDB
import SQL

/// SQLite's connection during a transaction or a read.
final class SQLiteSession: SQLSession {
    let db: Database
    private let recent: RecentStatements

    init(_ db: Database, _ recent: RecentStatements) {
        self.db = db
        self.recent = recent
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        try SQLError.converting {
            try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
            return db.changesCount
        }
    }

    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, reuse: StatementReuse, _ body: (SQLRow) throws -> Void
    ) throws {
        try SQLError.converting {
            let statement = try statement(sql, reuse)
            let names = statement.columnNames
            let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
            while let row = try rows.next() { try body(SQLRow(row, names)) }
        }
    }

    func row(_ sql: String, _ arguments: SQLArguments, reuse: StatementReuse) throws -> SQLRow? {
        try SQLError.converting {
            let statement = try statement(sql, reuse)
            let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments))
            return row.map { SQLRow($0, statement.columnNames) }
        }
    }

    private func statement(_ sql: String, _ reuse: StatementReuse) throws -> Statement {
        switch reuse {
        case .always: try db.cachedStatement(sql: sql)
        case .recent: try recent.statement(sql, db)
        case .never: try db.makeStatement(sql: sql)
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

extension StatementArguments {
    fileprivate init(_ arguments: SQLArguments) {
        self.init(arguments.values.map(\.databaseValue))
    }
}

extension SQLValue {
    /// The value in SQLite's storage class.
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): bytes.databaseValue
        }
    }

    init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .blob(bytes)
            }
    }
}

extension SQLRow {
    fileprivate init(_ row: Row, _ names: [String]) {
        self.init(names: names, values: names.indices.map { SQLValue(row[$0] as DatabaseValue) })
    }
}
