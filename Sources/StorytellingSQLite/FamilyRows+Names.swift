import FailureModel
package import GRDB

extension FamilyRows {
    /// Returns the ID of the family with a name or an ID, as people name it.
    ///
    /// - Throws: `family_unknown`; `family_ambiguous` if several have the name.
    package func family(named text: String, _ db: Database) throws -> String {
        let id = text.lowercased()
        let found = try String.fetchAll(
            db, sql: "SELECT id FROM storytelling_families WHERE id = ? OR name = ? ORDER BY id = ? DESC LIMIT 2",
            arguments: [id, text, id])
        guard let first = found.first else { throw Failure(.familyUnknown, "There is no family of that name or ID.") }
        guard found.count == 1 || first == id else {
            throw Failure(.familyAmbiguous, "Several families have that name; give the ID.")
        }
        return first
    }
}
