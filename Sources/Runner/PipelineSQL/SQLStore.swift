package import Pipeline
package import PostgreSQL
package import SQL

/// The catalogue and queue in a SQL database: one SQLite file, or a PostgreSQL server.
///
/// The rules of moves are written once for both. A file is for all processes of one machine, which make one move at a
/// time; a server is for any number of machines, whose moves run beside each other and lock what they rely on
/// (``HeldLocks``). A move that has returned survives a power failure; see ``SQLite/SQLiteDatabase`` and
/// ``PostgreSQL/PostgreSQLDatabase``.
package final class SQLStore: Store {
    package let doorbell = Doorbell()
    package let settled = SettledSignals()
    package let feedBell = Doorbell()
    /// The open database.
    package let database: any SQLDatabase
    /// What only a file offers; `nil` for a server.
    package let file: StoreFile?
    /// The number at which the status stops counting each state; `nil` if it counts all.
    package let countLimit: Int?
    let leaseClock: LeaseClock
    /// The clock that decides about expiry.
    package let clock: StoreClock
    let turns = ClaimTurns()
    /// The connection to the bells of other nodes; `nil` for a file.
    private let news: NodeNews?

    /// Opens a file, creating or migrating it if necessary.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - domains: the content modules with tables to use. Tables of other modules in the file are left alone.
    ///   - patience: how long a move waits for other processes' writes before it throws an error of the kind `busy`.
    /// - Throws: ``SQL/SQLError``, or ``SchemaError``.
    package init(path: String, domains: [DomainSchema] = [], patience: Duration = .seconds(10)) throws {
        let file = try StoreFile.open(path, domains: domains, patience: patience)
        self.file = file
        database = file.database
        leaseClock = .caller
        clock = StoreClock(SystemClock())
        countLimit = nil
        news = nil
    }

    /// Connects to a server, and creates or migrates the tables if necessary.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - address: the server's address.
    ///   - domains: the content modules with tables to use.
    ///   - connections: the maximum number of connections for moves and reads; another one listens.
    ///   - patience: how long a move waits for a connection, and for each lock of another move.
    ///   - leaseClock: whose clock decides about leases and due times.
    /// - Throws: ``SQL/SQLError``, or ``SchemaError``.
    package convenience init(
        address: PostgreSQLAddress, domains: [DomainSchema] = [],
        connections: Int = PostgreSQLDatabase.connectionLimit, patience: Duration = .seconds(10),
        leaseClock: LeaseClock = .server
    ) throws {
        let server = try PostgreSQLDatabase.open(
            address, functions: domains.flatMap(\.functions), limit: connections, patience: patience
        ) { database in
            try Self.migrate(database, domains)
        }
        self.init(database: server, news: NodeNews(address, server), leaseClock: leaseClock)
        if leaseClock == .server { try server.readBlocking { _ = try Tables.serverTime($0, for: clock).first() } }
        news?.listen(for: self)
    }

    /// Creates a store on a server's migrated database.
    ///
    /// - Parameters:
    ///   - database: the database.
    ///   - news: exchanges notifications with other nodes; `nil` to rely on polling.
    ///   - leaseClock: whose clock decides about leases and due times.
    ///   - nodeClock: the clock of this node, for what the server's does not decide.
    ///   - countLimit: the number at which the status stops counting the rows of each state.
    package init(
        database: any SQLDatabase, news: NodeNews? = nil, leaseClock: LeaseClock = .server,
        nodeClock: any PipelineClock = SystemClock(), countLimit: Int = 100_000
    ) {
        clock = StoreClock(nodeClock)
        self.database = database
        self.countLimit = countLimit
        self.news = news
        self.leaseClock = leaseClock
        file = nil
    }

    /// Creates or migrates the tables of a server's database; blocks.
    package static func migrate(_ database: any SQLDatabase, _ domains: [DomainSchema] = []) throws {
        try Schema.migrate(database)
        for domain in domains { try domain.migrate(database) }
    }

    deinit { news?.stop() }

    /// Closes all connections.
    ///
    /// - Throws: an error if one is in use.
    package func close() throws {
        news?.stop()
        try database.close()
    }

    /// Tells waiting tasks of this and other nodes what has happened.
    func announce(_ happened: News) {
        ring(happened)
        news?.announce(happened)
    }

    /// Wakes the readers of a domain's own feed, on all nodes.
    package func announceFeed() { announce(News(wroteEvents: true)) }

    /// Wakes the tasks of this process.
    func ring(_ news: News) {
        if news.madeWork { doorbell.ring() }
        if news.wroteEvents { feedBell.ring() }
        settled.ring(news.atRest)
        if news.settledAny { settled.ringAll() }
    }

    /// Returns whether the store has this document.
    ///
    /// This blocks.
    package func hasDocument(_ id: DocumentID) throws -> Bool {
        try database.readBlocking { try $0.hasRow("SELECT 1 FROM documents WHERE id = ?", [id.description]) }
    }

    /// Reads all tables from one consistent snapshot.
    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await database.read(body)
    }

    /// Changes a domain's tables and moves documents in one transaction.
    ///
    /// If `body` throws, the transaction is rolled back. It blocks other moves, in a file all of them, so it must not
    /// compute, read files or wait. On a server it may run several times. Cancellation does not interrupt it: it either takes
    /// effect or throws.
    ///
    /// - Parameters:
    ///   - isDurable: false for changes that may be lost in a power failure; they become durable with the next durable
    ///     move.
    ///   - body: makes the changes.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`, or the one that ended the transaction.
    @discardableResult
    package func write<T: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (StoreTransaction) throws -> T
    ) async throws -> T {
        try await move(isDurable ? .adding : .addingLightly) { try body(StoreTransaction($0)) }
    }

    /// Writes to the database like a move, without changing anything.
    ///
    /// - Throws: the error of a move, such as `disk_full`.
    package func checkWritable() async throws {
        _ = try await change { try $0.db.execute("UPDATE feed SET purged = purged") }
    }

    /// Empties a file's log with earlier versions of rows, unless another connection uses it.
    ///
    /// On a server, its own vacuum removes them.
    package func eraseDeleted() async throws {
        try await file?.eraseDeleted()
    }
}
