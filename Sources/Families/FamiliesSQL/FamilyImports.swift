import FailureModel
package import Pipeline
package import SQL

/// Tracks families during an import, which takes many transactions.
///
/// Until the last one, such a family has no members, so that the policies show it to nobody. Commands do not find it by
/// name either. If an import is killed, the next round of housekeeping removes its remains.
package enum FamilyImports {
    /// The time in seconds without progress after which an import counts as killed.
    package static let patience: Int64 = 600

    /// Records the import of a family, in the transaction that adds it.
    package static func begin(_ family: String, at now: Timestamp, _ db: any SQLSession) throws {
        try db.execute(
            "INSERT INTO storytelling_imports VALUES (?, ?)", [family, now.milliseconds])
    }

    /// Records the progress of a family's import, in each of its transactions.
    ///
    /// - Throws: `family_refused` if it has been removed because its process had stalled for too long.
    package static func proceed(with family: String, at now: Timestamp, _ db: any SQLSession) throws {
        let changed = try db.execute(
            "UPDATE storytelling_imports SET at = ? WHERE family_id = ?", [now.milliseconds, family])
        guard changed == 1 else {
            throw Failure(.familyRefused, "The import stood still for too long and was undone; try again.")
        }
    }

    /// Makes an imported family regular, in the transaction that adds its members.
    package static func finish(_ family: String, _ db: any SQLSession) throws {
        try db.execute("DELETE FROM storytelling_imports WHERE family_id = ?", [family])
    }

    /// Removes the rows of a failed import; its documents are those of a deleted family.
    package static func undo(_ family: String, _ db: any SQLSession) throws {
        try db.execute(
            """
            DELETE FROM storytelling_families
            WHERE id = ? AND id IN (SELECT family_id FROM storytelling_imports)
            """, [family])
    }

    /// Removes the rows of killed imports.
    static func undo(abandonedBy now: Timestamp, _ db: any SQLSession) throws {
        try db.execute(
            """
            DELETE FROM storytelling_families
            WHERE id IN (SELECT family_id FROM storytelling_imports WHERE at <= ?)
            """, [now.milliseconds - patience * 1_000])
    }
}
