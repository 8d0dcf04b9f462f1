package import FailureModel
import Families
package import SQL

/// The children of a family, found by the names in files.
package struct FamilyChildren {
    private let children: [Child]

    /// A child.
    package struct Child: Sendable, Hashable {
        /// The UUID in lower case.
        package let id: String
        /// The name.
        package let name: String
    }

    /// Reads the children of a family.
    package init(of family: String, _ db: any SQLSession) throws {
        children = try db.rows(
            "SELECT id, name FROM storytelling_children WHERE family_id = ?", [family]
        ) { Child(id: $0["id"], name: $0["name"]) }
    }

    /// Returns the only child.
    ///
    /// - Throws: `child_unknown` if there are none or several.
    package func only() throws(Failure) -> Child {
        guard let first = children.first else { throw Failure(.childUnknown, "The family has no children.") }
        guard children.count == 1 else {
            throw Failure(.childUnknown, "The family has several children, and no story names the artwork's child.")
        }
        return first
    }

    /// Returns the child with an ID or name; case matters only between several matches.
    ///
    /// - Throws: `child_unknown` if there is none, or if several have the name.
    package func child(_ text: String) throws(Failure) -> Child {
        let wanted = StoryText.trimmed(text)
        let small = wanted.lowercased()
        for found in [
            children.filter { $0.id == small }, children.filter { StoryText.trimmed($0.name) == wanted },
            children.filter { StoryText.trimmed($0.name).lowercased() == small },
        ] {
            guard let first = found.first else { continue }
            if found.count == 1 { return first }
            throw Failure(.childUnknown, "Several children of the family have this name; give the ID.")
        }
        throw Failure(.childUnknown, "The family has no child of this name or ID.")
    }
}
