import FailureModel
import Foundation
package import GRDB

extension FamilyRows {
    /// Returns the ID of the family that a watched folder belongs to.
    ///
    /// A name counts when the folder is set up: if the family gets another name later, and another family this one, the folder does
    /// not change hands. An ID always counts.
    ///
    /// - Parameters:
    ///   - key: a digest of the folder and the text.
    ///   - text: the family's name or ID.
    ///   - db: the transaction.
    /// - Returns: the ID.
    /// - Throws: `family_unknown`, also if the family is gone; `family_ambiguous` if several have the name, or if another one has it
    ///   by now.
    package func family(ofFolder key: String, named text: String, _ db: Database) throws -> String {
        if UUID(uuidString: text) != nil { return try family(named: text, db) }
        let kept = try String.fetchOne(
            db, sql: "SELECT family_id FROM storytelling_folders WHERE key = ?", arguments: [key])
        guard let kept else {
            let family = try family(named: text, db)
            try db.execute(sql: "INSERT INTO storytelling_folders VALUES (?, ?)", arguments: [key, family])
            return family
        }
        let name = try String.fetchOne(
            db, sql: "SELECT name FROM storytelling_families WHERE id = ?", arguments: [kept])
        guard let name else {
            throw Failure(
                .familyUnknown, "The family that the folder was set up for does not exist any more.",
                hint: "Give family: and the ID of another family as owner.")
        }
        guard try name == text || !hasFamily(named: text, db) else {
            throw Failure(
                .familyAmbiguous,
                "The family that the folder was set up for has another name now, and another family has its old one.",
                hint: "Give family: and the ID of the family as owner.")
        }
        return kept
    }
}
