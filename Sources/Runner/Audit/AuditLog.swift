import Foundation
package import Pipeline
package import PipelineSQL
package import SQL
import Synchronization

/// The log of accesses to documents and of changes of users, in the store's database.
package final class AuditLog: Sendable {
    /// The schema: one row per entry, which outlives its document.
    package static let schema = DomainSchema(
        "audit",
        migrations: [
            DomainSchema.Migration("entries") { db in
                let dialect = db.dialect
                try db.script(
                    """
                    CREATE TABLE audit_entries (
                        sequence \(dialect.numbering),
                        at \(dialect.integer) NOT NULL,
                        owner \(dialect.text) NOT NULL,
                        credential \(dialect.text) NOT NULL,
                        action \(dialect.text) NOT NULL,
                        document \(dialect.text)
                    ) \(dialect.tableOptions);
                    CREATE INDEX audit_entries_by_document ON audit_entries (document, at)
                        WHERE document IS NOT NULL;
                    CREATE INDEX audit_entries_by_owner ON audit_entries (owner, sequence);
                    CREATE INDEX audit_entries_by_time ON audit_entries (at);
                    """)
            },
            DomainSchema.Migration("subjects") { db in
                for column in ["subject", "detail"] {
                    try db.script("ALTER TABLE audit_entries ADD COLUMN \(column) \(db.dialect.text);")
                }
            },
        ])

    private struct Occasion: Hashable {
        let actor: AuditActor
        let action: AuditAction
        let document: DocumentID?
        let part: Int
    }

    private let store: SQLStore
    private let clock: any PipelineClock
    /// When each occasion was last written, to skip repetitions.
    private let recent = Mutex<[Occasion: Timestamp]>([:])

    /// Maximum number of remembered occasions; beyond it, repetitions are written too.
    private static let mostOccasions = 10_000

    /// Creates a log in a store opened with ``schema``.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - clock: the clock of the entries; `nil` for the store's.
    package init(_ store: SQLStore, clock: (any PipelineClock)? = nil) {
        self.store = store
        self.clock = clock ?? store.clock
    }

    /// Writes an entry before its action, so that nothing happens unrecorded.
    ///
    /// Repetitions within a short time are skipped. An entry survives the end of the process at once, and a power
    /// failure from the next durable move on, such as the action itself.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - document: its document.
    ///   - part: the number of the document's file, if repetitions are counted per file.
    ///   - actor: the user.
    /// - Throws: the store's error if the entry cannot be written.
    package func record(
        _ action: AuditAction, of document: DocumentID? = nil, part: Int = 0, by actor: AuditActor
    ) async throws {
        let now = clock.now
        let occasion = Occasion(actor: actor, action: action, document: document, part: part)
        if let window = action.window, !isNew(occasion, within: window, at: now) { return }
        do {
            try await store.write(isDurable: false) { transaction in
                try Self.insert(action, of: document, by: actor, at: now, transaction.db)
            }
        } catch {
            _ = recent.withLock { $0.removeValue(forKey: occasion) }
            throw error
        }
    }

    /// Writes an entry in the store transaction of the change itself.
    package static func insert(
        _ action: AuditAction, of document: DocumentID?, by actor: AuditActor, at now: Timestamp, _ db: any SQLSession
    ) throws {
        try insert(action, of: document, about: nil, by: actor, at: now, db)
    }

    /// Writes an entry about a user or invitation, in the store transaction of the change.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - document: its document; `nil` for none.
    ///   - subject: what it is about, such as a user's name.
    ///   - detail: what it did.
    ///   - actor: the user.
    ///   - now: the time.
    ///   - db: the connection to the store.
    /// - Throws: the store's error if the entry cannot be written.
    package static func insert(
        _ action: AuditAction, of document: DocumentID? = nil, about subject: String?, detail: String? = nil,
        by actor: AuditActor, at now: Timestamp, _ db: any SQLSession
    ) throws {
        try db.execute(
            """
            INSERT INTO audit_entries (at, owner, credential, action, document, subject, detail)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                now.milliseconds, actor.owner.text, actor.credential, action.rawValue, document?.description, subject,
                detail,
            ])
    }

    /// Returns which of the documents have an entry since a time.
    package static func documents(
        among documents: [DocumentID], usedSince cutoff: Timestamp, _ db: any SQLSession
    ) throws -> Set<DocumentID> {
        let ids = String(decoding: try JSONEncoder().encode(documents.map(\.description)), as: UTF8.self)
        let used = try db.values(
            String.self,
            """
            SELECT DISTINCT document FROM audit_entries
            WHERE document IN (\(db.dialect.elements(ofJSON: "?"))) AND at >= ?
            """, [ids, cutoff.milliseconds])
        return Set(used.compactMap { DocumentID($0) })
    }

    private func isNew(_ occasion: Occasion, within window: Duration, at now: Timestamp) -> Bool {
        recent.withLock { recent in
            if let last = recent[occasion], now - last < window, now >= last { return false }
            if recent.count >= Self.mostOccasions { recent.removeAll() }
            recent[occasion] = now
            return true
        }
    }

    /// Returns entries, newest first.
    package func entries(_ query: AuditQuery) async throws -> [AuditEntry] {
        let (clause, arguments) = Self.filter(query, isPaged: true)
        return try await store.read { db in
            try db.rows(
                """
                SELECT sequence, at, owner, credential, action, document, subject, detail FROM audit_entries \(clause)
                ORDER BY sequence DESC LIMIT ?
                """, arguments + [query.limit]
            ).compactMap(Self.entry)
        }
    }

    /// Returns the number of entries on all pages of a query.
    package func count(_ query: AuditQuery) async throws -> Int {
        let (clause, arguments) = Self.filter(query, isPaged: false)
        return try await store.read { db in
            try db.value(Int.self, "SELECT count(*) FROM audit_entries \(clause)", arguments) ?? 0
        }
    }

    /// Removes the entries before a cutoff and returns their number.
    package func purge(before cutoff: Timestamp) async throws -> Int {
        var total = 0
        while true {
            // Small transactions, so that others do not wait for long.
            let count = try await store.write { transaction in
                return try transaction.db.execute(
                    """
                    DELETE FROM audit_entries WHERE sequence IN
                        (SELECT sequence FROM audit_entries WHERE at < ? LIMIT 1000)
                    """, [cutoff.milliseconds])
            }
            total += count
            if count == 0 { return total }
        }
    }

    private static func filter(_ query: AuditQuery, isPaged: Bool) -> (clause: String, SQLArguments) {
        var conditions: [String] = []
        var arguments = SQLArguments()
        func require(_ condition: String, _ value: some SQLBindable) {
            conditions.append(condition)
            arguments += [value]
        }
        if let document = query.document { require("document = ?", document.description) }
        if let owner = query.owner { require("owner = ?", owner.text) }
        if let since = query.since { require("at >= ?", since.milliseconds) }
        if isPaged, let before = query.before { require("sequence < ?", before) }
        return (conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "), arguments)
    }

    /// Returns the entry of a row; `nil` for an action of a newer version.
    private static func entry(_ row: SQLRow) -> AuditEntry? {
        guard let action = AuditAction(rawValue: row[4]) else { return nil }
        return AuditEntry(
            sequence: row[0], at: Timestamp(milliseconds: row[1]),
            actor: AuditActor(owner: OwnerID(row[2]), credential: row[3]), action: action,
            document: (row[5] as String?).flatMap(DocumentID.init), subject: row[6], detail: row[7])
    }
}
