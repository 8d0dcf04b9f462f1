import CPQ
import Foundation
import SQL

/// A connection to the server.
///
/// Unchecked sharing is safe: the pool lends it to one thread at a time.
final class PostgreSQLConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    private var prepared = PreparedStatements()
    /// The statements to be sent with the next one.
    private var queue: [QueuedStatement] = []
    /// Whether nothing of the transaction has succeeded yet, so that its loss is harmless.
    private var isUntouched = false
    /// Whether the answer to the end of a transaction has not been taken.
    private var isEnding = false
    private var translated: [String: TranslatedStatement] = [:]
    /// Outlives the handle, which refers to it.
    private let notices = ServerNotices()
    private let watched = ServerWatch.Entry()
    /// Interrupts the current statement.
    let canceller: StatementCanceller

    /// Connects, and blocks until the server accepts or refuses.
    init(_ address: PostgreSQLAddress, options: [String] = []) throws(SQLError) {
        let parameters = try address.connectionParameters(options: options)
        guard let handle = Self.connect(parameters) else {
            throw SQLError(.other, "There is no memory for a connection.")
        }
        guard formwright_PQstatus(handle) == CONNECTION_OK else {
            defer { formwright_PQfinish(handle) }
            throw SQLError(connectionMessage: String(cString: formwright_PQerrorMessage(handle)), while: "connecting")
        }
        formwright_PQsetNoticeReceiver(
            handle,
            { notices, result in
                guard let notices, let result else { return }
                Unmanaged<ServerNotices>.fromOpaque(notices).takeUnretainedValue().receive(result)
            }, Unmanaged.passUnretained(notices).toOpaque())
        self.handle = handle
        canceller = StatementCanceller(handle)
        ServerWatch.shared.add(watched)
    }

    deinit {
        ServerWatch.shared.remove(watched)
        formwright_PQfinish(handle)
    }

    /// Runs a closure that waits for the server's answer.
    private func waiting<Result>(_ body: () -> Result) -> Result {
        watched.whileWaiting(on: formwright_PQsocket(handle), body)
    }

    private static func connect(_ parameters: [(keyword: String, value: String)]) -> OpaquePointer? {
        // The list of arguments would show a password to nobody but this process.
        let keywords = parameters.map { strdup($0.keyword) }
        let values = parameters.map { strdup($0.value) }
        defer { for text in keywords + values { free(text) } }
        return formwright_PQconnectdbParams(
            (keywords + [nil]).map { UnsafePointer($0) }, (values + [nil]).map { UnsafePointer($0) }, 0)
    }

    // MARK: State

    /// Whether the connection can run statements outside a transaction, as far as is known here.
    var isIdle: Bool {
        formwright_PQstatus(handle) == CONNECTION_OK && queue.isEmpty
            && (isEnding || formwright_PQtransactionStatus(handle) == PQTRANS_IDLE)
    }

    /// Whether the connection can run statements outside a transaction.
    ///
    /// It notices that the server has closed it, without a round trip.
    func prepareForWork() -> Bool {
        if isEnding {
            waiting { while let result = formwright_PQgetResult(handle) { formwright_PQclear(result) } }
            isEnding = false
        }
        return isIdle && isConnected
    }

    /// Whether the connection is open, as far as is known here.
    var isConnected: Bool {
        guard formwright_PQstatus(handle) == CONNECTION_OK else { return false }
        var wish = pollfd(fd: formwright_PQsocket(handle), events: Int16(POLLIN), revents: 0)
        while poll(&wish, 1, 0) > 0 {
            guard formwright_PQconsumeInput(handle) == 1 else { return false }
            // Passes what has arrived to the receiver of notices.
            _ = formwright_PQisBusy(handle)
        }
        return formwright_PQstatus(handle) == CONNECTION_OK && !notices.haveFarewell
    }

    /// Whether a transaction is open and can go on.
    var isInTransaction: Bool { !queue.isEmpty || formwright_PQtransactionStatus(handle) == PQTRANS_INTRANS }

    /// Whether a transaction is open that an error has ended.
    var isInFailedTransaction: Bool { formwright_PQtransactionStatus(handle) == PQTRANS_INERROR }

    /// Whether the connection was lost.
    var isLost: Bool { formwright_PQstatus(handle) != CONNECTION_OK }

    /// The descriptor of the socket.
    var socket: Int32 { formwright_PQsocket(handle) }

    // MARK: Transactions

    /// Begins a transaction.
    ///
    /// - Parameters:
    ///   - statements: the statements that begin it.
    ///   - isEager: whether they are sent now rather than with its first statement.
    /// - Throws: the failure of a statement that was sent.
    func begin(_ statements: [String], isEager: Bool) throws(PostgreSQLFailure) {
        if isEager { return try runScript(statements.joined(separator: "; ")) }
        queue = statements.map { QueuedStatement(sql: $0, form: .beginning) }
        isUntouched = true
    }

    /// Whether a transaction is open that has not begun on the server.
    private var hasOnlyBegun: Bool { !queue.isEmpty && queue.allSatisfy(\.isBeginning) }

    /// Sends the waiting statements and a commit, and returns whether the server confirms it.
    func commit() throws -> Bool {
        if hasOnlyBegun {
            queue = []
            return true
        }
        // From here on, a loss does not tell whether anything has happened.
        isUntouched = false
        let result = try exchange(QueuedStatement(sql: "COMMIT", form: .commit))
        defer { formwright_PQclear(result) }
        return formwright_PQcmdStatus(result).map { String(cString: $0) } == "COMMIT"
    }

    /// Undoes a transaction, if one is open.
    func rollBack() throws(PostgreSQLFailure) {
        queue = []
        if !isLost, formwright_PQtransactionStatus(handle) != PQTRANS_IDLE { try runScript("ROLLBACK") }
    }

    /// Ends a transaction without changes, and does not wait for the answer.
    ///
    /// The next use of the connection takes it.
    func endReading() {
        queue = []
        if formwright_PQtransactionStatus(handle) != PQTRANS_IDLE {
            isEnding = formwright_PQsendQuery(handle, "COMMIT") == 1
        }
    }

    // MARK: Statements

    /// The maximum number of statements that wait.
    private static let queueLimit = 64

    /// Forgets the statements that wait.
    func discardQueue() { queue = [] }

    /// Runs statements without arguments in one round trip, without those that wait.
    func runScript(_ sql: String) throws(PostgreSQLFailure) {
        let result = waiting { formwright_PQexec(handle, sql) }
        defer { formwright_PQclear(result) }
        try check(result, sql)
    }

    /// Runs a statement, and those that wait, and passes its result to a closure.
    func run<Result>(
        _ sql: String, _ arguments: SQLArguments, reuse: StatementReuse, _ body: (StatementResult) throws -> Result
    ) throws -> Result {
        let statement = translation(of: sql, reuse)
        let arguments = try converted(arguments, for: statement, sql)
        let isKept = reuse == .always || reuse == .recent && sql.utf8.count <= PreparedStatements.longestRecentText
        let result: OpaquePointer
        if isKept {
            let name = try compiledName(of: statement.sql, arguments, isRecent: reuse == .recent)
            result = try exchange(QueuedStatement(sql: sql, form: .compiled(name, arguments)))
        } else {
            try flush()
            let answer = arguments.withPointers { count, values, lengths, formats in
                waiting {
                    formwright_PQexecParams(handle, statement.sql, count, arguments.types, values, lengths, formats, 0)
                }
            }
            result = try checked(answer, sql)
        }
        defer { formwright_PQclear(result) }
        return try body(StatementResult(pointer: result))
    }

    /// Runs a statement together with the next one.
    func enqueue(
        _ sql: String, _ arguments: SQLArguments, _ receive: ((StatementResult) throws -> Void)?
    ) throws {
        let statement = translation(of: sql, .always)
        let arguments = try converted(arguments, for: statement, sql)
        let name = try compiledName(of: statement.sql, arguments, isRecent: false)
        if queue.count >= Self.queueLimit { try flush() }
        queue.append(QueuedStatement(sql: sql, form: .compiled(name, arguments), receive: receive))
    }

    /// Runs the statements that wait.
    func flush() throws {
        guard let last = queue.popLast() else { return }
        let result = try exchange(last)
        defer { formwright_PQclear(result) }
        try last.receive?(StatementResult(pointer: result))
    }

    /// Runs the statements that wait if somebody reads their rows.
    func deliver() throws {
        if queue.contains(where: { $0.receive != nil }) { try flush() }
    }

    private func converted(
        _ arguments: SQLArguments, for statement: TranslatedStatement, _ sql: String
    ) throws -> StatementArguments {
        guard statement.argumentCount == arguments.values.count else {
            throw SQLError(.statement, "The statement `\(sql)` has another number of arguments.")
        }
        return try StatementArguments(arguments)
    }

    private func translation(of sql: String, _ reuse: StatementReuse) -> TranslatedStatement {
        if let known = translated[sql] { return known }
        let statement = TranslatedStatement(sql)
        guard reuse != .never, sql.utf8.count <= PreparedStatements.longestRecentText else { return statement }
        if translated.count >= PreparedStatements.limit + PreparedStatements.recentLimit { translated = [:] }
        translated[sql] = statement
        return statement
    }

    /// Returns the name of a compiled statement, which is compiled now if it is new.
    private func compiledName(of sql: String, _ arguments: StatementArguments, isRecent: Bool) throws -> String {
        if let name = prepared.name(of: sql, for: arguments) { return name }
        // A transaction must notice that a statement could not be compiled.
        try flush()
        return try prepare(sql, arguments, isRecent: isRecent)
    }

    // MARK: Round trips

    /// Sends the statements that wait and another one, and returns the result of that one.
    ///
    /// - Returns: the result, which the caller clears.
    /// - Throws: the first failure, or the error of a receiver. If a statement fails, those after it do not run.
    private func exchange(_ last: QueuedStatement) throws -> OpaquePointer {
        let statements = queue + [last]
        queue = []
        guard statements.count > 1 else { return try checked(waiting { last.answer(on: handle) }, last.sql) }
        var results = waiting { QueuedStatement.answers(to: statements, on: handle) }
        defer { for result in results { formwright_PQclear(result) } }
        for (index, statement) in statements.enumerated() {
            let result = results.indices.contains(index) ? results[index] : nil
            try check(result, statement.sql)
            guard let result, index < statements.count - 1 else { continue }
            try statement.receive?(StatementResult(pointer: result))
        }
        return results.removeLast()
    }

    private func prepare(
        _ sql: String, _ arguments: StatementArguments, isRecent: Bool
    ) throws(PostgreSQLFailure) -> String {
        let types = prepared.types(of: sql, for: arguments)
        if let old = prepared.removeOldest(isRecent: isRecent) { try runScript("DEALLOCATE \(old)") }
        let name = prepared.newName()
        let result = waiting { formwright_PQprepare(handle, name, sql, Int32(types.count), types) }
        defer { formwright_PQclear(result) }
        try check(result, sql)
        prepared.insert(sql, name: name, types: types, isRecent: isRecent)
        return name
    }

    /// Forgets the compiled statements, since tables have changed.
    func discardStatements() throws(PostgreSQLFailure) {
        try runScript("DEALLOCATE ALL")
        prepared.removeAll()
    }

    /// Returns a result without an error, and clears any other.
    private func checked(_ result: OpaquePointer?, _ sql: String) throws(PostgreSQLFailure) -> OpaquePointer {
        do {
            try check(result, sql)
        } catch {
            formwright_PQclear(result)
            throw error
        }
        guard let result else { throw PostgreSQLFailure(SQLError(.other, "A statement has no result.")) }
        return result
    }

    private func check(_ result: OpaquePointer?, _ sql: String) throws(PostgreSQLFailure) {
        switch formwright_PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return isUntouched = false
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            throw PostgreSQLFailure(SQLError(.statement, "COPY is no statement of a session."))
        default: break
        }
        let state = formwright_PQresultErrorField(result, Int32(formwright_pq_sqlstate)).map { String(cString: $0) }
        // After the loss of the connection, libpq's own errors have no code.
        guard let state else {
            let message = String(cString: formwright_PQerrorMessage(handle))
            throw PostgreSQLFailure(
                SQLError(connectionMessage: message, while: "a statement ran"), isRepeatable: isLost && isUntouched,
                isLost: isLost)
        }
        let message = formwright_PQresultErrorField(result, Int32(formwright_pq_primary)).map { String(cString: $0) }
        throw PostgreSQLFailure(
            SQLError(state: state, message: message ?? "", sql: sql),
            isRepeatable: SQLError.isRepeatable(state) || isLost && isUntouched,
            isStale: state == "0A000", isLost: isLost)
    }

    // MARK: Notifications

    /// Returns what has arrived on the channels that the connection listens to, one by one.
    func nextNotification() -> (channel: String, payload: String)? {
        guard let notification = formwright_PQnotifies(handle) else { return nil }
        defer { formwright_PQfreemem(notification) }
        return (String(cString: notification.pointee.relname), String(cString: notification.pointee.extra))
    }
}
