import FailureModel
import Foundation
package import SQL

extension FamilyRows {
    /// Returns the ID of the family of a watched folder.
    ///
    /// A name is resolved when the folder is set up: if the family is renamed later, and another one takes its name,
    /// the folder stays with its family. An ID is always resolved.
    ///
    /// - Parameters:
    ///   - key: A digest of the folder and the text.
    ///   - text: The family's name or ID.
    ///   - db: The transaction.
    /// - Returns: The ID.
    /// - Throws: `family_unknown`, also for a deleted family; `family_ambiguous` if several families have the name, or
    ///   another one has it now.
    package func family(ofFolder key: String, named text: String, _ db: any SQLSession) throws -> String {
        if UUID(uuidString: text) != nil { return try family(named: text, db) }
        let kept = try db.value(String.self, "SELECT family_id FROM storytelling_folders WHERE key = ?", [key])
        guard let kept else {
            let family = try family(named: text, db)
            try db.execute("INSERT INTO storytelling_folders VALUES (?, ?)", [key, family])
            return family
        }
        let name = try db.value(String.self, "SELECT name FROM storytelling_families WHERE id = ?", [kept])
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
