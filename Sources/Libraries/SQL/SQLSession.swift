/// A connection during a transaction or a consistent read.
///
/// Placeholders are `?`, or `?1`, `?2` and so on for arguments that are used several times. Statements are compiled once
/// per connection. A session is used by one thread and ends with the closure that received it.
public protocol SQLSession: AnyObject {
    /// The dialect of its statements.
    var dialect: SQLDialect { get }

    /// The program's functions by name, if the engine cannot call them itself.
    var functions: [String: SQLFunction] { get }

    /// Runs a statement and returns the number of rows that it has changed.
    ///
    /// - Throws: ``SQLError``.
    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int

    /// Passes each row of a statement to a closure, in order.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - arguments: the values of its placeholders.
    ///   - reuse: how long the compiled statement is kept.
    ///   - body: receives the rows; an error that it throws ends the statement.
    /// - Throws: ``SQLError``, or the error of `body`.
    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, reuse: StatementReuse, _ body: (SQLRow) throws -> Void) throws

    /// Returns the first row of a statement, without looking for others; `nil` without any row.
    ///
    /// - Throws: ``SQLError``.
    func row(_ sql: String, _ arguments: SQLArguments, reuse: StatementReuse) throws -> SQLRow?

    /// Runs a statement together with the next ones, at the latest when the transaction ends.
    ///
    /// On a server this saves a round trip for each statement. Its error is thrown by whichever call sends it.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - arguments: the values of its placeholders.
    ///   - receive: receives the rows, before any later call returns a result and before the transaction is committed;
    ///     `nil` if nobody reads them.
    /// - Throws: ``SQLError``, or the error of an earlier statement's `receive`.
    func enqueue(_ sql: String, _ arguments: SQLArguments, _ receive: (([SQLRow]) throws -> Void)?) throws

    /// Runs the statements that have waited for others.
    ///
    /// - Throws: ``SQLError``, or the error of a statement's `receive`.
    func flush() throws

    /// Returns whether there is a table with a name.
    ///
    /// - Throws: ``SQLError``.
    func hasTable(_ name: String) throws -> Bool

    /// Runs several statements without arguments.
    ///
    /// - Throws: ``SQLError``.
    func script(_ sql: String) throws

    /// Runs a closure, and undoes its changes if it throws.
    func savepoint<Result>(_ body: () throws -> Result) throws -> Result

    /// Runs a closure, and ends each of its statements that takes longer than a limit.
    ///
    /// Such a statement throws an error of the kind `interrupted`. On SQLite, the limit is for statements that only read:
    /// the end of one that writes would undo the writes of others in the same transaction.
    ///
    /// - Throws: ``SQLError``, or the error of the closure.
    func limitingStatements<Result>(to limit: Duration, _ body: () throws -> Result) throws -> Result
}

/// How long a compiled statement is kept.
public enum StatementReuse: Sendable {
    /// As long as its connection: for the fixed statements of the code.
    case always
    /// While it is recent: for statements that requests shape.
    case recent
    /// Not at all.
    case never
}

extension SQLSession {
    /// No functions, as for an engine that calls them itself.
    public var functions: [String: SQLFunction] { [:] }

    /// Runs a statement at once, as for an engine without round trips.
    public func enqueue(
        _ sql: String, _ arguments: SQLArguments, _ receive: (([SQLRow]) throws -> Void)? = nil
    ) throws {
        guard let receive else { return _ = try execute(sql, arguments) }
        try receive(rows(sql, arguments))
    }

    /// Does nothing, as for an engine that runs each statement at once.
    public func flush() throws {}

    /// Runs a statement together with the next ones, and returns where its rows will be.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - arguments: the values of its placeholders.
    ///   - convert: converts a row.
    /// - Returns: the rows, as soon as they are asked for.
    /// - Throws: ``SQLError``, or the error of `convert` for this or an earlier statement.
    public func pendingRows<Value>(
        _ sql: String, _ arguments: SQLArguments = [], _ convert: @escaping (SQLRow) throws -> Value
    ) throws -> PendingRows<Value> {
        let pending = PendingRows<Value>(session: self)
        try enqueue(sql, arguments) { pending.values = try $0.map(convert) }
        return pending
    }

    /// Runs a statement without arguments and returns the number of rows that it has changed.
    @discardableResult
    public func execute(_ sql: String) throws -> Int { try execute(sql, []) }

    /// Passes each row of a statement to a closure, in order.
    public func forEachRow(
        _ sql: String, _ arguments: SQLArguments = [], _ body: (SQLRow) throws -> Void
    ) throws {
        try forEachRow(sql, arguments, reuse: .always, body)
    }

    /// Returns the rows of a statement, each converted by a closure.
    public func rows<Value>(
        _ sql: String, _ arguments: SQLArguments = [], reuse: StatementReuse = .always,
        _ convert: (SQLRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEachRow(sql, arguments, reuse: reuse) { values.append(try convert($0)) }
        return values
    }

    /// Returns the first row of a statement, converted by a closure; `nil` without any row.
    public func row<Value>(
        _ sql: String, _ arguments: SQLArguments = [], reuse: StatementReuse = .always,
        _ convert: (SQLRow) throws -> Value
    ) throws -> Value? {
        try row(sql, arguments, reuse: reuse).map(convert)
    }

    /// Returns the rows of a statement.
    public func rows(
        _ sql: String, _ arguments: SQLArguments = [], reuse: StatementReuse = .always
    ) throws -> [SQLRow] {
        try rows(sql, arguments, reuse: reuse) { $0 }
    }

    /// Returns the first row of a statement; `nil` without any row.
    public func row(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLRow? {
        try row(sql, arguments, reuse: .always)
    }

    /// Returns the first column of each row, without nulls.
    public func values<Value: SQLReadable>(
        _ type: Value.Type, _ sql: String, _ arguments: SQLArguments = [], reuse: StatementReuse = .always
    ) throws -> [Value] {
        try rows(sql, arguments, reuse: reuse) { $0[0] }
    }

    /// Returns the first column of the first row; `nil` for null, or without any row.
    public func value<Value: SQLReadable>(
        _ type: Value.Type, _ sql: String, _ arguments: SQLArguments = [], reuse: StatementReuse = .always
    ) throws -> Value? {
        try row(sql, arguments, reuse: reuse) { $0[0] as Value? } ?? nil
    }

    /// Returns whether a statement has any row.
    public func hasRow(_ sql: String, _ arguments: SQLArguments = []) throws -> Bool {
        try row(sql, arguments) != nil
    }

    /// Returns the number that an insertion returns, such as by `RETURNING id`.
    public func insertedNumber(_ sql: String, _ arguments: SQLArguments) throws -> Int64 {
        guard let number = try value(Int64.self, sql, arguments) else {
            throw SQLError(.statement, "An insertion returned no number.")
        }
        return number
    }
}
