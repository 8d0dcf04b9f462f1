import CPQ
import Foundation
import SQL

/// A connection to the server.
///
/// Unchecked sharing is safe: the pool lends it to one thread at a time.
final class PostgreSQLConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    private var prepared = PreparedStatements()
    /// The statements of a transaction that has begun, but not on the server.
    private var beginning: [String] = []
    /// Whether nothing of the transaction has succeeded yet, so that its loss is harmless.
    private var isUntouched = false
    /// Whether the answer to the end of a transaction has not been taken.
    private var isEnding = false
    private var translated: [String: TranslatedStatement] = [:]
    /// Outlives the handle, which refers to it.
    private let notices = ServerNotices()
    /// Interrupts the current statement.
    let canceller: StatementCanceller

    /// Connects, and blocks until the server accepts or refuses.
    init(_ address: PostgreSQLAddress, options: [String] = []) throws(SQLError) {
        let parameters = try address.connectionParameters(options: options)
        guard let handle = Self.connect(parameters) else {
            throw SQLError(.other, "There is no memory for a connection.")
        }
        guard PQstatus(handle) == CONNECTION_OK else {
            defer { PQfinish(handle) }
            throw SQLError(connectionMessage: String(cString: PQerrorMessage(handle)), while: "connecting")
        }
        PQsetNoticeReceiver(
            handle,
            { notices, result in
                guard let notices, let result else { return }
                Unmanaged<ServerNotices>.fromOpaque(notices).takeUnretainedValue().receive(result)
            }, Unmanaged.passUnretained(notices).toOpaque())
        self.handle = handle
        canceller = StatementCanceller(handle)
    }

    deinit { PQfinish(handle) }

    private static func connect(_ parameters: [(keyword: String, value: String)]) -> OpaquePointer? {
        // The list of arguments would show a password to nobody but this process.
        let keywords = parameters.map { strdup($0.keyword) }
        let values = parameters.map { strdup($0.value) }
        defer { for text in keywords + values { free(text) } }
        return PQconnectdbParams(
            (keywords + [nil]).map { UnsafePointer($0) }, (values + [nil]).map { UnsafePointer($0) }, 0)
    }

    // MARK: State

    /// Whether the connection can run statements outside a transaction, as far as is known here.
    var isIdle: Bool {
        PQstatus(handle) == CONNECTION_OK && beginning.isEmpty
            && (isEnding || PQtransactionStatus(handle) == PQTRANS_IDLE)
    }

    /// Whether the connection can run statements outside a transaction.
    ///
    /// It notices that the server has closed it, without a round trip.
    func prepareForWork() -> Bool {
        if isEnding {
            while let result = PQgetResult(handle) { PQclear(result) }
            isEnding = false
        }
        return isIdle && isConnected
    }

    /// Whether the connection is open, as far as is known here.
    var isConnected: Bool {
        guard PQstatus(handle) == CONNECTION_OK else { return false }
        var wish = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        while poll(&wish, 1, 0) > 0 {
            guard PQconsumeInput(handle) == 1 else { return false }
            // Passes what has arrived to the receiver of notices.
            _ = PQisBusy(handle)
        }
        return PQstatus(handle) == CONNECTION_OK && !notices.haveFarewell
    }

    /// Whether a transaction is open and can go on.
    var isInTransaction: Bool { !beginning.isEmpty || PQtransactionStatus(handle) == PQTRANS_INTRANS }

    /// Whether a transaction is open that an error has ended.
    var isInFailedTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_INERROR }

    /// Whether the connection was lost.
    var isLost: Bool { PQstatus(handle) != CONNECTION_OK }

    /// The descriptor of the socket.
    var socket: Int32 { PQsocket(handle) }

    // MARK: Transactions

    /// Begins a transaction.
    ///
    /// - Parameters:
    ///   - statements: the statements that begin it.
    ///   - isEager: whether they are sent now rather than with its first statement.
    /// - Throws: the failure of a statement that was sent.
    func begin(_ statements: [String], isEager: Bool) throws(PostgreSQLFailure) {
        if isEager { return try runScript(statements.joined(separator: "; ")) }
        beginning = statements
        isUntouched = true
    }

    /// Ends a transaction and returns whether the server says that it is committed.
    func commit() throws(PostgreSQLFailure) -> Bool {
        guard beginning.isEmpty else {
            beginning = []
            return true
        }
        let result = PQexec(handle, "COMMIT")
        defer { PQclear(result) }
        try check(result, "COMMIT")
        return PQcmdStatus(result).map { String(cString: $0) } == "COMMIT"
    }

    /// Undoes a transaction, if one is open.
    func rollBack() throws(PostgreSQLFailure) {
        guard beginning.isEmpty else { return beginning = [] }
        if !isLost, PQtransactionStatus(handle) != PQTRANS_IDLE { try runScript("ROLLBACK") }
    }

    /// Ends a transaction without changes, and does not wait for the answer.
    ///
    /// The next use of the connection takes it.
    func endReading() {
        guard beginning.isEmpty else { return beginning = [] }
        isEnding = PQsendQuery(handle, "COMMIT") == 1
    }

    // MARK: Statements

    /// Runs statements without arguments in one round trip.
    func runScript(_ sql: String) throws(PostgreSQLFailure) {
        let result = PQexec(handle, (beginning + [sql]).joined(separator: "; "))
        defer { PQclear(result) }
        beginning = []
        try check(result, sql)
    }

    /// Runs a statement and passes its result to a closure.
    func run<Result>(
        _ sql: String, _ arguments: SQLArguments, reuse: StatementReuse, _ body: (StatementResult) throws -> Result
    ) throws -> Result {
        let statement = translation(of: sql, reuse)
        guard statement.argumentCount == arguments.values.count else {
            throw SQLError(.statement, "The statement `\(sql)` has another number of arguments.")
        }
        let result = try result(of: statement.sql, StatementArguments(arguments), reuse)
        defer { PQclear(result) }
        try check(result, sql)
        guard let result else { throw SQLError(.other, "A statement has no result.") }
        return try body(StatementResult(pointer: result))
    }

    private func translation(of sql: String, _ reuse: StatementReuse) -> TranslatedStatement {
        if let known = translated[sql] { return known }
        let statement = TranslatedStatement(sql)
        guard reuse != .never, sql.utf8.count <= PreparedStatements.longestRecentText else { return statement }
        if translated.count >= PreparedStatements.limit + PreparedStatements.recentLimit { translated = [:] }
        translated[sql] = statement
        return statement
    }

    private func result(
        of sql: String, _ arguments: StatementArguments, _ reuse: StatementReuse
    ) throws -> OpaquePointer? {
        let isKept = reuse == .always || reuse == .recent && sql.utf8.count <= PreparedStatements.longestRecentText
        guard isKept else {
            try beginNow()
            return arguments.withPointers { count, values, lengths, formats in
                PQexecParams(handle, sql, count, arguments.types, values, lengths, formats, 0)
            }
        }
        guard let name = prepared.name(of: sql, for: arguments) else {
            try beginNow()
            let name = try prepare(sql, arguments, isRecent: reuse == .recent)
            return arguments.withPointers { count, values, lengths, formats in
                PQexecPrepared(handle, name, count, values, lengths, formats, 0)
            }
        }
        guard beginning.isEmpty else { return beginning(with: name, arguments) }
        return arguments.withPointers { count, values, lengths, formats in
            PQexecPrepared(handle, name, count, values, lengths, formats, 0)
        }
    }

    private func beginNow() throws(PostgreSQLFailure) {
        guard !beginning.isEmpty else { return }
        let statements = beginning
        beginning = []
        try runScript(statements.joined(separator: "; "))
    }

    /// Begins a transaction and runs its first statement in one round trip.
    ///
    /// - Parameters:
    ///   - name: the name of the compiled statement.
    ///   - arguments: its arguments.
    /// - Returns: the result of the statement, or of what failed before it.
    private func beginning(with name: String, _ arguments: StatementArguments) -> OpaquePointer? {
        defer { beginning = [] }
        guard PQenterPipelineMode(handle) == 1 else { return nil }
        for sql in beginning { PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 0) }
        _ = arguments.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(handle, name, count, values, lengths, formats, 0)
        }
        PQpipelineSync(handle)
        var last: OpaquePointer?
        while !isLost {
            // Null separates the results of statements.
            guard let result = PQgetResult(handle) else { continue }
            let status = PQresultStatus(result)
            let isKept = status != PGRES_PIPELINE_SYNC && status != PGRES_PIPELINE_ABORTED
            PQclear(isKept ? last : result)
            if isKept { last = result }
            if status == PGRES_PIPELINE_SYNC { break }
        }
        PQexitPipelineMode(handle)
        return last
    }

    private func prepare(_ sql: String, _ arguments: StatementArguments, isRecent: Bool) throws -> String {
        let types = prepared.types(of: sql, for: arguments)
        if let old = prepared.removeOldest(isRecent: isRecent) { try runScript("DEALLOCATE \(old)") }
        let name = prepared.newName()
        let result = PQprepare(handle, name, sql, Int32(types.count), types)
        defer { PQclear(result) }
        try check(result, sql)
        prepared.insert(sql, name: name, types: types, isRecent: isRecent)
        return name
    }

    /// Forgets the compiled statements, since tables have changed.
    func discardStatements() throws(PostgreSQLFailure) {
        try runScript("DEALLOCATE ALL")
        prepared.removeAll()
    }

    private func check(_ result: OpaquePointer?, _ sql: String) throws(PostgreSQLFailure) {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return isUntouched = false
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            throw PostgreSQLFailure(SQLError(.statement, "COPY is no statement of a session."))
        default: break
        }
        let state = PQresultErrorField(result, Int32(formwright_pq_sqlstate)).map { String(cString: $0) }
        // After the loss of the connection, libpq's own errors have no code.
        guard let state else {
            let message = String(cString: PQerrorMessage(handle))
            throw PostgreSQLFailure(
                SQLError(connectionMessage: message, while: "a statement ran"), isRepeatable: isLost && isUntouched,
                isLost: isLost)
        }
        let message = PQresultErrorField(result, Int32(formwright_pq_primary)).map { String(cString: $0) }
        throw PostgreSQLFailure(
            SQLError(state: state, message: message ?? "", sql: sql),
            isRepeatable: SQLError.isRepeatable(state) || isLost && isUntouched,
            isStale: state == "0A000", isLost: isLost)
    }

    // MARK: Notifications

    /// Returns what has arrived on the channels that the connection listens to, one by one.
    func nextNotification() -> (channel: String, payload: String)? {
        guard let notification = PQnotifies(handle) else { return nil }
        defer { PQfreemem(notification) }
        return (String(cString: notification.pointee.relname), String(cString: notification.pointee.extra))
    }
}
