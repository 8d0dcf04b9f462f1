import RowQuery
import SQL

/// A statement and its parameters, in which no client string becomes SQL text.
///
/// The text consists of literals of this module, numbers of aliases, and quoted identifiers from declarations of the
/// schema. Everything else is bound.
struct SQLStatement {
    private(set) var sql = ""
    private(set) var arguments = SQLArguments()

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
        bind(value.sqlValue)
    }

    /// Adds a parameter.
    mutating func bind(_ value: some SQLBindable) {
        sql += "?"
        arguments += [value]
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
    /// Runs a statement without a result.
    func execute(_ db: any SQLSession) throws {
        // With `reuse: .never`, since clients shape the statement.
        try db.forEachRow(sql, arguments, reuse: .never) { _ in }
    }

    /// Returns the first row.
    func row(_ db: any SQLSession) throws -> SQLRow? {
        try db.row(sql, arguments, reuse: .never)
    }

    /// Returns the texts in the first column.
    func texts(_ db: any SQLSession, reuse: StatementReuse = .never) throws -> [String] {
        try db.values(String.self, sql, arguments, reuse: reuse)
    }

    /// Returns the number in the first column of the first row.
    func number(_ db: any SQLSession, reuse: StatementReuse = .never) throws -> Int {
        try db.value(Int.self, sql, arguments, reuse: reuse) ?? 0
    }

    /// Returns the keys in the first column.
    func keys(_ db: any SQLSession) throws -> [Value] {
        try db.rows(sql, arguments, reuse: .never) { row in
            switch row.values[0] {
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .null, .real, .blob: .null
            }
        }
    }
}

extension Value {
    /// The stored form: a Boolean is a number, a list is JSON.
    var sqlValue: SQLValue {
        switch self {
        case .null: .null
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .number(let number): .real(number)
        case .bool(let bool): .integer(bool ? 1 : 0)
        case .list(let items): .text(ValueText.list(items))
        }
    }
}
