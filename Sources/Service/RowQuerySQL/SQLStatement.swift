import RowQuery
import SQL

/// A statement and its parameters, in which no client string becomes SQL text.
///
/// The text consists of literals of this module, numbers of aliases, and quoted identifiers from declarations of the
/// schema. Everything else is bound.
struct SQLStatement {
    let dialect: SQLDialect
    private(set) var sql = ""
    private(set) var arguments = SQLArguments()
    /// Whether the statement asks for results of the program's functions; see ``AskingSession``.
    private(set) var asks = false

    /// Whether the text or the parameters exceed the limits.
    ///
    /// Nothing is added then except the rest of what has begun: tests inside tests would grow without end.
    var isTooLong: Bool {
        sql.utf8.count > StatementLimits.bytes || arguments.values.count > StatementLimits.parameters
    }

    /// Begins a statement.
    init(_ dialect: SQLDialect) {
        self.dialect = dialect
    }

    /// Adds text of this module.
    mutating func add(_ text: StaticString) {
        sql += text.description
    }

    /// Adds the text for the dialect.
    mutating func add(sqlite: StaticString, postgreSQL: StaticString) {
        add(dialect == .sqlite ? sqlite : postgreSQL)
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

    /// Adds an item of the JSON array `value`.
    mutating func add(item: Int, as type: StoredType) {
        switch dialect {
        case .sqlite: sql += "json_extract(value, '$[\(item)]')"
        case .postgreSQL: sql += "CAST(value ->> \(item)\(type.endOfCast)"
        }
    }

    /// Adds a parameter.
    mutating func bind(_ value: Value) {
        bind(value.sqlValue)
    }

    /// Adds a parameter of a type that nothing else tells.
    mutating func bind(_ value: some SQLBindable, as type: StoredType) {
        guard dialect == .postgreSQL else { return bind(value) }
        add("CAST(")
        bind(value)
        add(type.endOfCast)
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

    /// Adds a table of a JSON array's items, with the columns `key` and `value`.
    ///
    /// - Parameters:
    ///   - alias: the table's alias.
    ///   - areTexts: whether the items are read as texts rather than JSON, which makes no difference to SQLite.
    ///   - array: adds the array.
    mutating func add(itemsAs alias: StaticString, areTexts: Bool, _ array: (inout SQLStatement) -> Void) {
        switch dialect {
        case .sqlite:
            add("json_each(")
            array(&self)
            add(") AS ")
            add(alias)
        case .postgreSQL:
            add(areTexts ? "json_array_elements_text(CAST(" : "json_array_elements(CAST(")
            array(&self)
            add(" AS json)) WITH ORDINALITY AS ")
            add(alias)
            add("(value, key)")
        }
    }
}

extension SQLStatement {
    /// Adds the answer to a question in PostgreSQL, which is JSON; see ``AskingSession``.
    ///
    /// Without an answer, the question is noted in a setting of the transaction, which even one that only reads can
    /// write. The note's length is limited, because each further question copies it: the questions beyond are asked when
    /// the statement is repeated.
    ///
    /// - Parameter question: adds the items of the question.
    mutating func addAnswer(to question: (inout SQLStatement) -> Void) {
        asks = true
        add(
            """
            (SELECT CASE WHEN jsonb_exists(asked.answers, asked.question) THEN asked.answers -> asked.question
            WHEN octet_length(current_setting('rowquery.asked', true)) > 262144 THEN NULL
            WHEN set_config('rowquery.asked',
            concat(current_setting('rowquery.asked', true), asked.question, chr(10)), true) = '' THEN NULL END
            FROM (SELECT CAST(jsonb_build_array(
            """)
        question(&self)
        // Without the offset, the question would be made again for each of its uses.
        add(") AS text) AS question, (SELECT answers FROM known) AS answers OFFSET 0) AS asked)")
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
        case .integers(let items): .text(ValueText.list(items))
        }
    }
}
