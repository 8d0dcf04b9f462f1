package import Pipeline
package import PipelineSQL
package import RowQuerySQL
package import SQL

/// A changed row: its location without its content.
package struct FamilyChange: Sendable, Hashable {
    /// A number that increases along all changes.
    package let sequence: Int64
    package let at: Timestamp
    /// The table under its client name.
    package let table: String
    package let verb: RowChange.Verb
    /// The ID of the row.
    package let row: String
    /// The ID of the row's family.
    package let family: String

    /// Creates a change, as read by ``ChangeFeed``.
    package init(
        sequence: Int64, at: Timestamp, table: String, verb: RowChange.Verb, row: String, family: String
    ) {
        self.sequence = sequence
        self.at = at
        self.table = table
        self.verb = verb
        self.row = row
        self.family = family
    }
}

/// The changes of all families' rows in transaction order.
///
/// Readers wait for ``Pipeline/Store/feedBell``, which ``FamilyStore`` rings, and also poll for changes by other
/// processes. The changed row is read, and the policies are applied, when it is sent.
package enum ChangeFeed {
    /// Returns the changes after a number, oldest first.
    package static func changes(after sequence: Int64, limit: Int = 200, _ db: any SQLSession) throws -> [FamilyChange]
    {
        try db.rows(
            """
            SELECT sequence, at, name, verb, "row", family FROM storytelling_changes
            WHERE sequence > ? ORDER BY sequence LIMIT ?
            """, [sequence, limit]
        ).compactMap { row in
            guard let verb = RowChange.Verb(rawValue: row["verb"]) else { return nil }
            return FamilyChange(
                sequence: row["sequence"], at: Timestamp(milliseconds: row["at"]), table: row["name"], verb: verb,
                row: row["row"], family: row["family"])
        }
    }

    /// Returns the number of the last change; 0 before the first.
    package static func newest(_ db: any SQLSession) throws -> Int64 {
        switch db.dialect {
        case .sqlite:
            try db.value(Int64.self, "SELECT seq FROM sqlite_sequence WHERE name = 'storytelling_changes'") ?? 0
        case .postgreSQL:
            try db.value(
                Int64.self,
                "SELECT greatest(purged, (SELECT max(sequence) FROM storytelling_changes)) FROM storytelling_feed") ?? 0
        }
    }

    /// Removes changes before a time; listeners are never so far behind.
    package static func purge(before cutoff: Timestamp, in transaction: StoreTransaction) throws {
        let db = transaction.db
        if db.dialect == .postgreSQL {
            try db.execute(
                """
                UPDATE storytelling_feed
                SET purged = greatest(purged, (SELECT max(sequence) FROM storytelling_changes WHERE at < ?))
                """, [cutoff.milliseconds])
        }
        try db.execute("DELETE FROM storytelling_changes WHERE at < ?", [cutoff.milliseconds])
    }
}
