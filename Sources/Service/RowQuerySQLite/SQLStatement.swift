import GRDB
import RowQuery

/// A statement and its parameters, in which no client string becomes SQL text.
///
/// The text consists of literals of this module, numbers of aliases, and quoted identifiers from declarations of the
/// schema. Everything else is bound.
struct SQLStatement {
    private(set) var sql = ""
    private(set) var arguments: [DatabaseValue] = []

    /// Adds text of this module.
    mutating func add(_ text: StaticString) {
        sql += text.description
    }

    /// Adds the name of a table, a column or a function.
    mutating func add(identifier: String) {
        sql += "\""
        // A schema refuses names with a quotation mark; this is for all other names.
        sql += identifier.utf8.contains(UInt8(ascii: "\"")) ? identifier.replacing("\"", with: "\"\"") : identifier
        sql += "\""
    }

    /// Adds an alias of rows.
    mutating func add(alias: Int) {
        sql += "t\(alias)"
    }

    /// Adds a column of the rows with an alias.
    mutating func add(column: String, of alias: Int) {
        add(alias: alias)
        add(".")
        add(identifier: column)
    }

    /// Adds the path to an item of a JSON array.
    mutating func add(item: Int) {
        sql += "'$[\(item)]'"
    }

    /// Adds a parameter.
    mutating func bind(_ value: Value) {
        bind(value.databaseValue)
    }

    /// Adds a parameter.
    mutating func bind(_ value: some DatabaseValueConvertible) {
        sql += "?"
        arguments.append(value.databaseValue)
    }

    /// Adds parts, separated by text of this module.
    mutating func add<Parts: Collection>(
        _ parts: Parts, between separator: StaticString, _ body: (inout SQLStatement, Parts.Element) -> Void
    ) {
        for (index, part) in parts.enumerated() {
            if index > 0 { add(separator) }
            body(&self, part)
        }
    }
}

extension SQLStatement {
    /// Returns the statement with its parameters.
    ///
    /// - Parameters:
    ///   - db: the connection.
    ///   - kept: the prepared statements to reuse; nil to prepare this one for a single use.
    /// - Returns: the statement.
    /// - Throws: the database's errors.
    func prepared(_ db: Database, keptIn kept: KeptStatements? = nil) throws -> Statement {
        let statement = try kept?.statement(sql, db) ?? db.makeStatement(sql: sql)
        statement.arguments = StatementArguments(arguments)
        return statement
    }

    /// Runs a statement without a result.
    func execute(_ db: Database) throws {
        try prepared(db).execute()
    }

    /// Returns the texts in the first column.
    func texts(_ db: Database, keptIn kept: KeptStatements? = nil) throws -> [String] {
        try String.fetchAll(prepared(db, keptIn: kept))
    }

    /// Returns the number in the first column of the first row.
    func number(_ db: Database, keptIn kept: KeptStatements? = nil) throws -> Int {
        try Int.fetchOne(prepared(db, keptIn: kept)) ?? 0
    }

    /// Returns the keys in the first column.
    func keys(_ db: Database) throws -> [Value] {
        try DatabaseValue.fetchAll(prepared(db)).map { key in
            switch key.storage {
            case .int64(let number): .integer(number)
            case .string(let text): .text(text)
            default: .null
            }
        }
    }
}

extension Value {
    /// The value as SQLite stores it: a Boolean as a number, a list as JSON.
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .text(let text): text.databaseValue
        case .integer(let number): number.databaseValue
        case .number(let number): number.databaseValue
        case .bool(let bool): (bool ? 1 : 0).databaseValue
        case .list(let items): ValueText.list(items).databaseValue
        }
    }
}
