import FailureModel
package import Pipeline
import SQL

/// Copies all rows of one store's database into another's, which may be of another engine.
///
/// IDs and the numbers of documents, jobs and events stay, and no number is given out twice. Leases end, so that a worker
/// of the new store repeats what was in progress.
package struct CatalogueCopy {
    private static let rowsPerStatement = 100

    private let source: SQLStore
    private let target: SQLStore
    private let domains: [DomainSchema]

    /// The tables that are not copied as they are: they differ between the engines.
    ///
    /// `endings` counts the jobs of the last minutes, and `feed` is written from the numbers of the source.
    private var special: Set<String> {
        domains.reduce(into: CopyTarget.tables.union(["endings", "feed"])) { $0.formUnion($1.difference?.tables ?? []) }
    }

    /// Prepares a copy between two open stores.
    ///
    /// - Parameters:
    ///   - source: the store to copy.
    ///   - target: a store without content.
    ///   - domains: the tables that both were opened with.
    package init(from source: SQLStore, to target: SQLStore, domains: [DomainSchema]) {
        self.source = source
        self.target = target
        self.domains = domains
    }

    /// Throws unless the target is empty or an unfinished copy of this source.
    ///
    /// This blocks.
    ///
    /// - Returns: the number of rows by table if they are copied already; `nil` for an empty target.
    /// - Throws: `target_not_empty`; ``SQL/SQLError``.
    package func checkTarget() throws -> [String: Int]? {
        let unfinished = try target.database.readBlocking { try CopyTarget.unfinished($0) }
        guard let unfinished else {
            try target.database.readBlocking { try checkEmpty($0) }
            return nil
        }
        let (before, now) = (
            try source.database.readBlocking { try State($0, without: special) },
            try target.database.readBlocking { try State($0, without: special) }
        )
        // Rows that changed since, in either store, are not those that were copied.
        guard before.text == unfinished, now == before else {
            throw Failure(
                .targetNotEmpty,
                "The target has an unfinished copy of another store, or of an earlier state of this one.",
                hint: "Name an empty folder or database, or delete what is in it.")
        }
        return now.counts
    }

    private func checkEmpty(_ db: any SQLSession) throws {
        for table in try CatalogueTable.all(in: db) where !special.contains(table.name) {
            guard try !db.hasRow("SELECT 1 FROM \(table.identifier) LIMIT 1") else {
                throw Failure(
                    .targetNotEmpty, "The target has documents or users already.",
                    hint: "Name an empty folder or database, or delete what is in it.")
            }
        }
    }

    /// Runs a copy, and refuses others into the same target meanwhile.
    ///
    /// - Throws: `store_in_use` if another copy runs; the error of `body`.
    package func alone<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await CopyTarget(target).alone(body)
    }

    /// Ends a copy that was compared; blocks.
    package func finish() throws { try CopyTarget(target).finish() }

    /// Throws if another process has the source open.
    ///
    /// - Throws: `store_in_use`, with the processes; ``SQL/SQLError``.
    package func checkUsers() async throws {
        let users: [String]
        if let file = source.file {
            users = FileUsers.processes(ofDatabase: file.path).map { $0 == 0 ? "another one" : "\($0)" }
        } else {
            users = (try await source.nodes() ?? []).map { "\($0.process) on \($0.host)" }
        }
        guard !users.isEmpty else { return }
        let named = users.prefix(10).joined(separator: ", ") + (users.count > 10 ? " and others" : "")
        throw Failure(
            .storeInUse, "The source is in use by other processes: \(named).",
            hint: "Stop its workers, watchers and services; then copy again.")
    }

    /// Throws if a worker is at work in the source.
    ///
    /// - Throws: `store_in_use`; ``SQL/SQLError``. This blocks.
    package func checkSource(at now: Timestamp) throws {
        let isBusy = try source.database.readBlocking { db in
            try db.hasRow(
                "SELECT 1 FROM jobs WHERE state = 'running' AND lease_until > ? LIMIT 1", [now.milliseconds])
        }
        if isBusy { throw Self.inUse }
    }

    private static let inUse = Failure(
        .storeInUse, "The source is in use.", hint: "Stop its workers, watchers and services; then copy again.")

    /// Gives all events of the source their places in the feed.
    ///
    /// - Throws: ``SQL/SQLError``.
    package func numberEvents() async throws {
        if source.file == nil { try await source.numberEvents() }
    }

    /// Copies the rows in one transaction of the target.
    ///
    /// This blocks.
    ///
    /// - Parameter report: receives the number of rows so far and in all.
    /// - Returns: the number of rows by table.
    /// - Throws: `store_in_use` if the source changes meanwhile; `store_unavailable` if it has tables that this program
    ///   does not know; ``SQL/SQLError``. The target then stays empty.
    package func run(report: (_ completed: Int, _ total: Int) -> Void) throws -> [String: Int] {
        let counter = try source.file?.changeCounter()
        let version = try counter?.current()
        return try source.database.readBlocking { from in
            let before = try State(from, without: special)
            return try target.database.writeBlocking { to in
                try CopyTarget.claim(to)
                try checkEmpty(to)
                let tables = try matchingTables(from, to)
                let triggers = try CatalogueTriggers(of: tables, in: to)
                try triggers.disable()
                let total = before.counts.values.reduce(0, +)
                var completed = 0
                var counts: [String: Int] = [:]
                for table in tables {
                    counts[table.name] = try copy(table, from, to) { copied in
                        completed += copied
                        report(completed, total)
                    }
                }
                try copyNumbers(of: tables, before, from, to)
                for domain in domains { try domain.difference?.copy(from, to) }
                try triggers.enable()
                try CopyTarget.begin(before.text, to)
                // What was committed since this connection began to read is seen by another one only.
                let isSame =
                    try counter.map { try $0.current() == version }
                    ?? source.database.readBlocking { try State($0, without: special) == before }
                guard isSame else { throw Self.inUse }
                return counts
            }
        }
    }

    /// What tells whether a store has changed.
    private struct State: Equatable {
        let counts: [String: Int]
        let newestEvent: Int64
        /// The IDs of the first and last document, which identify a store.
        let documents: [String]

        /// The state as a text.
        var text: String {
            let tables = counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return (documents + ["\(newestEvent)"] + tables).joined(separator: " ")
        }

        init(_ db: any SQLSession, without special: Set<String>) throws {
            let tables = Tables(db: db)
            newestEvent = try tables.newestEvent()
            // Events without a place in the feed would keep provisional numbers.
            if try tables.hasPendingEvents() { throw CatalogueCopy.inUse }
            var counts: [String: Int] = [:]
            for table in try CatalogueTable.all(in: db) where !special.contains(table.name) {
                counts[table.name] = try db.value(Int.self, "SELECT count(*) FROM \(table.identifier)") ?? 0
            }
            self.counts = counts
            documents = try ["min", "max"].compactMap { end in
                try db.value(
                    String.self, "SELECT id FROM documents WHERE sequence = (SELECT \(end)(sequence) FROM documents)")
            }
        }
    }

    private func matchingTables(_ from: any SQLSession, _ to: any SQLSession) throws -> [CatalogueTable] {
        let sources = Dictionary(
            uniqueKeysWithValues: try CatalogueTable.all(in: from).map { ($0.name, $0.columns.sorted()) })
        let targets = try CatalogueTable.all(in: to).filter { !special.contains($0.name) }
        let names = Set(targets.map(\.name)).union(special)
        let unknown = sources.keys.filter { !names.contains($0) }.min()
        let other = targets.first { sources[$0.name] != $0.columns.sorted() }?.name
        guard let name = unknown ?? other else { return targets }
        throw Failure(
            .storeUnavailable, "The table “\(name)” of the source is not known to this program, or differs.",
            hint: "Copy with the program that the store is used with.")
    }

    private func copy(
        _ table: CatalogueTable, _ from: any SQLSession, _ to: any SQLSession, _ copied: (Int) -> Void
    ) throws -> Int {
        let columns = table.columns.map(CatalogueTable.quoted).joined(separator: ", ")
        let placeholders = "(\(Array(repeating: "?", count: table.columns.count).joined(separator: ", ")))"
        // As many placeholders as SQLite allows, and no statement of another length but the last.
        let limit = max(1, min(Self.rowsPerStatement, 30_000 / max(1, table.columns.count)))
        var waiting: [[SQLValue]] = []
        var count = 0
        func insert() throws {
            guard !waiting.isEmpty else { return }
            let rows = Array(repeating: placeholders, count: waiting.count).joined(separator: ", ")
            try to.execute(
                "INSERT INTO \(table.identifier) (\(columns)) VALUES \(rows)",
                SQLArguments(waiting.joined().map { $0 as any SQLBindable }))
            count += waiting.count
            copied(waiting.count)
            waiting.removeAll(keepingCapacity: true)
        }
        let leaseEnd = table.name == "jobs" ? table.columns.firstIndex(of: "lease_until") : nil
        try Self.forEachRow("SELECT \(columns) FROM \(table.identifier)", from) { row in
            var values = row.values
            if let leaseEnd, values[leaseEnd] != .null { values[leaseEnd] = .integer(0) }
            waiting.append(values)
            if waiting.count == limit { try insert() }
        }
        try insert()
        return count
    }

    /// Passes the rows of a large table to a closure without keeping all of them.
    private static func forEachRow(
        _ sql: String, _ db: any SQLSession, _ body: (SQLRow) throws -> Void
    ) throws {
        guard db.dialect == .postgreSQL else { return try db.forEachRow(sql, [], reuse: .never, body) }
        // The driver receives all rows of a statement before the first is read.
        try db.execute("DECLARE copied NO SCROLL CURSOR FOR \(sql)")
        while true {
            var count = 0
            try db.forEachRow("FETCH 1000 FROM copied", [], reuse: .never) { row in
                count += 1
                try body(row)
            }
            if count == 0 { break }
        }
        try db.execute("CLOSE copied")
    }

    /// Lets the target continue with the numbers at which the source is.
    private func copyNumbers(
        of tables: [CatalogueTable], _ before: State, _ from: any SQLSession, _ to: any SQLSession
    ) throws {
        let purged = try from.value(Int64.self, "SELECT purged FROM feed") ?? 0
        try to.execute("UPDATE feed SET purged = ?", [purged])
        for table in tables {
            let newest = table.name == "events" ? before.newestEvent : try Self.newestNumber(of: table.name, from)
            guard let newest, newest > 0 else { continue }
            switch to.dialect {
            case .sqlite:
                let changed = try to.execute(
                    "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", [newest, table.name])
                if changed == 0 {
                    try to.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table.name, newest])
                }
            case .postgreSQL where table.name == "events":
                try to.execute("UPDATE feed SET newest = ?", [newest])
            case .postgreSQL:
                guard let column = table.numbering else { continue }
                _ = try to.row(
                    "SELECT setval(pg_get_serial_sequence(quote_ident(?), ?), CAST(? AS bigint))",
                    [table.name, column, newest])
            }
        }
    }

    /// Returns the newest number that a table has given out, if any.
    private static func newestNumber(of table: String, _ db: any SQLSession) throws -> Int64? {
        switch db.dialect {
        case .sqlite:
            return try db.value(Int64.self, "SELECT seq FROM sqlite_sequence WHERE name = ?", [table])
        case .postgreSQL:
            let sequence = try db.value(
                String.self,
                """
                SELECT pg_get_serial_sequence(quote_ident(?1), CAST(attname AS text)) FROM pg_attribute
                WHERE attrelid = CAST(quote_ident(?1) AS regclass) AND attidentity <> ''
                """, [table])
            guard let sequence else { return nil }
            return try db.value(
                Int64.self, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(sequence)", reuse: .never)
        }
    }
}
