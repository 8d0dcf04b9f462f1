import RowQuery
import SQL

/// A session for plans, which answers PostgreSQL's questions for results of the program's functions.
///
/// PostgreSQL cannot call them. A statement that needs a result notes the question, see ``SQLStatement/addAnswer(to:)``,
/// and continues with null. The statement is then repeated with the answers, until it has no more questions. Answers are valid for one
/// plan: another time may have another link or code. SQLite calls the functions itself, and asks nothing.
final class AskingSession {
    let db: any SQLSession
    private var answers: [String: String] = [:]

    /// Creates a session for one plan.
    init(_ db: any SQLSession) {
        self.db = db
    }

    var dialect: SQLDialect { db.dialect }

    // MARK: Statements

    /// Runs a statement that writes.
    ///
    /// The answers to its questions are known from earlier statements about the same rows: it cannot be repeated.
    func execute(_ statement: SQLStatement) throws {
        try once(statement) { sql, arguments in
            // With `reuse: .never`, since clients shape the statement.
            try db.forEachRow(sql, arguments, reuse: .never) { _ in }
        }
    }

    /// Runs a statement that writes, and returns the keys in the first column.
    func writtenKeys(_ statement: SQLStatement) throws -> [Value] {
        try once(statement) { sql, arguments in try keys(sql, arguments) }
    }

    /// Returns the first row.
    func row(_ statement: SQLStatement) throws -> SQLRow? {
        try repeatedly(statement) { sql, arguments in try db.row(sql, arguments, reuse: .never) }
    }

    /// Returns the texts in the first column.
    func texts(_ statement: SQLStatement, reuse: StatementReuse = .never) throws -> [String] {
        try repeatedly(statement) { sql, arguments in
            var texts: [String] = []
            var bytes = 0
            try db.forEachRow(sql, arguments, reuse: reuse) { row in
                let text: String = row[0]
                bytes += text.utf8.count
                guard bytes <= StatementLimits.answerBytes else { throw StatementLimits.tooLarge }
                texts.append(text)
            }
            return texts
        }
    }

    /// Returns the number in the first column of the first row.
    func number(_ statement: SQLStatement, reuse: StatementReuse = .never) throws -> Int {
        try repeatedly(statement) { sql, arguments in
            try db.value(Int.self, sql, arguments, reuse: reuse) ?? 0
        }
    }

    /// Returns the keys in the first column.
    func keys(_ statement: SQLStatement) throws -> [Value] {
        try repeatedly(statement) { sql, arguments in try keys(sql, arguments) }
    }

    private func keys(_ sql: String, _ arguments: SQLArguments) throws -> [Value] {
        try db.rows(sql, arguments, reuse: .never) { row in
            switch row.values[0] {
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .null, .real, .blob: .null
            }
        }
    }

    // MARK: Questions

    private func repeatedly<Result>(
        _ statement: SQLStatement, _ body: (String, SQLArguments) throws -> Result
    ) throws -> Result {
        while true {
            let result = try run(statement, body)
            guard statement.asks, try answerNext() else { return result }
        }
    }

    private func once<Result>(
        _ statement: SQLStatement, _ body: (String, SQLArguments) throws -> Result
    ) throws -> Result {
        let result = try run(statement, body)
        guard statement.asks, try answerNext() else { return result }
        throw SQLError(.statement, "A statement that writes asked for a function's result.")
    }

    private func run<Result>(
        _ statement: SQLStatement, _ body: (String, SQLArguments) throws -> Result
    ) throws -> Result {
        guard !statement.isTooLong else { throw StatementLimits.tooComplex }
        guard statement.asks else {
            do {
                return try body(statement.sql, statement.arguments)
            } catch let error as SQLError {
                throw CastMistake.error(in: error) ?? error
            }
        }
        let answers = "WITH known(answers) AS MATERIALIZED (SELECT CAST(? AS jsonb))"
        let isWith = statement.sql.hasPrefix("WITH ")
        return try body(
            answers + (isWith ? ", " + statement.sql.dropFirst(5) : " " + statement.sql),
            [JSON.object(self.answers.map { ($0.key, $0.value) })] + statement.arguments)
    }

    /// Answers the questions of the last statement, and returns whether there were any.
    private func answerNext() throws -> Bool {
        let asked = try db.value(String.self, "SELECT current_setting('rowquery.asked', true)") ?? ""
        let questions = asked.utf8.split(separator: UInt8(ascii: "\n"))
        guard !questions.isEmpty else { return false }
        _ = try db.row("SELECT set_config('rowquery.asked', '', true)")
        for question in questions {
            let text = String(Substring(question))
            answers[text] = try answer(to: Array(question))
        }
        return true
    }

    private func answer(to question: [UInt8]) throws -> String {
        var limits = QueryLimits()
        limits.bodyBytes = .max
        guard case .list(let items) = try JSONValue(parsing: question, limits: limits),
            case .text(let name) = items.first
        else { throw SQLError(.statement, "A question for a function's result is malformed.") }
        let arguments = items.dropFirst().map(\.stored)
        // It is the only function that can fail.
        if name == ValueCast.function { return ValueText.stored(try CastMistake.result(of: arguments).get()) }
        guard let function = db.functions[name] else {
            throw SQLError(.statement, "The database has no function \(name).")
        }
        return ValueText.stored(Value(stored: function.body(arguments)))
    }
}

extension JSONValue {
    /// The argument of a function.
    fileprivate var stored: SQLValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let text): Int64(text).map(SQLValue.integer) ?? Double(text).map(SQLValue.real) ?? .null
        case .null, .flag, .list, .object: .null
        }
    }
}
