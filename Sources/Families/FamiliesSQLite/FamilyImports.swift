import FailureModel
package import GRDB
package import Pipeline

/// Families that are being imported, in many transactions.
///
/// Until the last one such a family has no members, so the policies show nothing of it to anybody; it has no name either, as far
/// as commands look for one. If an import is killed, the next round of housekeeping removes what it has left.
package enum FamilyImports {
    /// How long an import may make no progress before it counts as killed, in seconds.
    package static let patience: Int64 = 600

    /// Notes that a family is being imported, in the transaction that adds it.
    package static func begin(_ family: String, at now: Timestamp, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO storytelling_imports VALUES (?, ?)", arguments: [family, now.milliseconds])
    }

    /// Notes that the import of a family goes on, in each of its transactions.
    ///
    /// - Throws: `family_refused` if it has been removed, as its process had stood still for too long.
    package static func proceed(with family: String, at now: Timestamp, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE storytelling_imports SET at = ? WHERE family_id = ?", arguments: [now.milliseconds, family])
        guard db.changesCount == 1 else {
            throw Failure(.familyRefused, "The import stood still for too long and was undone; try again.")
        }
    }

    /// Makes a family one like all others, in the transaction that adds its members.
    package static func finish(_ family: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM storytelling_imports WHERE family_id = ?", arguments: [family])
    }

    /// Removes the rows of a family whose import has failed; its documents are those of a family that is gone.
    package static func undo(_ family: String, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM storytelling_families
                WHERE id = ? AND id IN (SELECT family_id FROM storytelling_imports)
                """, arguments: [family])
    }

    /// Removes the rows of families whose import was killed.
    static func undo(abandonedBy now: Timestamp, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM storytelling_families
                WHERE id IN (SELECT family_id FROM storytelling_imports WHERE at <= ?)
                """, arguments: [now.milliseconds - patience * 1_000])
    }
}
