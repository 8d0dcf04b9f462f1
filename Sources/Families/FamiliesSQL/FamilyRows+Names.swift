import FailureModel
import Families
package import SQL

extension FamilyRows {
    /// Returns whether any family has a name.
    package func hasFamily(named name: String, _ db: any SQLSession) throws -> Bool {
        try db.value(
            Bool.self,
            """
            SELECT EXISTS (
                SELECT 1 FROM storytelling_families WHERE name = ? AND id NOT IN (SELECT family_id FROM storytelling_imports))
            """,
            [String(StoryText.trimmed(name))]) ?? false
    }

    /// Returns whether a family with an ID exists.
    package func hasFamily(_ id: String, _ db: any SQLSession) throws -> Bool {
        try db.value(Bool.self, "SELECT EXISTS (SELECT 1 FROM storytelling_families WHERE id = ?)", [id]) ?? false
    }

    /// Returns the ID of the family with a name or ID.
    ///
    /// - Throws: `family_unknown`; `family_ambiguous` if several have the name.
    package func family(named text: String, _ db: any SQLSession) throws -> String {
        let id = text.lowercased()
        let found = try db.values(
            String.self,
            """
            SELECT id FROM storytelling_families
            WHERE (id = ? OR name = ?) AND id NOT IN (SELECT family_id FROM storytelling_imports)
            ORDER BY id = ? DESC LIMIT 2
            """,
            [id, text, id])
        guard let first = found.first else { throw Failure(.familyUnknown, "There is no family of that name or ID.") }
        guard found.count == 1 || first == id else {
            throw Failure(.familyAmbiguous, "Several families have that name.")
        }
        return first
    }
}
