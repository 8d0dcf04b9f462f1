package import RowQuery

/// The access policies for the rows of families.
///
/// Every read, write, embed, count, call, signed URL and message to listeners is subject to these rules alone.
package enum StorytellingPolicies {
    /// Creates the policies of clients.
    ///
    /// - Throws: ``RowQuery/InvalidSchema``, a programming error.
    package static func make(for schema: Schema) throws -> Policies { try Policies(rules, for: schema) }

    /// Creates the policies of the program itself, for its functions and the watcher.
    ///
    /// Checks still apply. The program reads pictures for bearers of links, from whom those of deleted artworks and
    /// families are hidden as well.
    ///
    /// - Throws: ``RowQuery/InvalidSchema``, a programming error.
    package static func open(for schema: Schema) throws -> Policies {
        try Policies(
            rules.map { table, _ in
                let select: Rule = table == "pictures" ? isLinkedPicture : .always
                return (table, TablePolicy(select: select, insert: .always, update: .always, delete: .always))
            }.reduce(into: [:]) { $0[$1.0] = $1.1 }, for: schema)
    }

    /// Returns whether a role is notified of a deleted row.
    ///
    /// Whoever may have read the row is.
    package static func mayLearnOfDeletion(in table: String, _ role: FamilyRole) -> Bool {
        table == "family_invites" ? parents.contains(role) : everybody.contains(role)
    }

    /// The rule for pictures that bearers of links may see.
    ///
    /// The documents of a deleted family exist until the next round of housekeeping, but must not be visible.
    private static let isLinkedPicture: Rule = .all([
        .related(table: "families", on: [Link("id", equals: "family_id")], where: .always),
        ArtworkTables.isShownPicture,
    ])

    private static let everybody = FamilyRole.allCases
    private static let makers: [FamilyRole] = [.owner, .parent, .member]
    private static let parents: [FamilyRole] = [.owner, .parent]

    static let rules: [String: TablePolicy] = [
        "families": TablePolicy(
            select: isIn("id", as: everybody), update: isIn("id", as: [.owner]), delete: isIn("id", as: [.owner])),
        "family_members": TablePolicy(
            select: isIn(as: everybody), update: unlessOwner(isIn(as: parents)),
            updateTo: unlessOwner(isIn(as: parents)),
            delete: .any([.isCaller("user_id"), unlessOwner(isIn(as: parents))])),
        "family_invites": TablePolicy(
            select: isIn(as: parents),
            insert: .all([.isCaller("created_by"), .isNull("used_at"), isIn(as: parents)]), delete: isIn(as: parents)),
        "children": TablePolicy(
            select: isIn(as: everybody), insert: isIn(as: parents), update: isIn(as: parents),
            delete: isIn(as: parents)),
        "artworks": TablePolicy(
            select: visible, insert: .all([.isCaller("uploaded_by"), isIn(as: makers)]), update: ownUploadOrParent,
            delete: ownUploadOrParent),
        "artwork_reactions": TablePolicy(
            select: isInArtworkFamily(as: everybody),
            insert: .all([.isCaller("user_id"), isInArtworkFamily(as: everybody)]), update: .isCaller("user_id"),
            delete: .any([.isCaller("user_id"), isInArtworkFamily(as: parents)])),
        "artwork_comments": TablePolicy(
            select: isInArtworkFamily(as: everybody),
            insert: .all([.isCaller("user_id"), isInArtworkFamily(as: everybody)]), update: .isCaller("user_id"),
            delete: .any([.isCaller("user_id"), isInArtworkFamily(as: parents)])),
        "pictures": TablePolicy(
            select: .all([isIn(as: everybody), ArtworkTables.isShownPicture]),
            insert: .all([.isCaller("uploaded_by"), isIn(as: makers)]), update: ownUploadOrParent,
            delete: ownUploadOrParent),
    ]

    /// The caller has one of the roles in the family of a column.
    private static func isIn(_ column: String = "family_id", as roles: [FamilyRole]) -> Rule {
        .related(
            table: "family_members", on: [Link("family_id", equals: column)],
            where: .all([.isCaller("user_id"), .isOneOf("role", StorytellingSchema.roles(roles))]))
    }

    /// Only owners may change owners.
    private static func unlessOwner(_ rule: Rule) -> Rule {
        .any([
            isIn(as: [.owner]), .all([rule, .not(.isOneOf("role", StorytellingSchema.roles([.owner])))]),
        ])
    }

    private static let visible: Rule = .all([.isNull("deleted_at"), isIn(as: everybody)])

    private static let ownUploadOrParent: Rule = .any([
        .all([.isCaller("uploaded_by"), isIn(as: makers)]), isIn(as: parents),
    ])

    /// The caller has one of the roles in the artwork's family, and sees the artwork.
    private static func isInArtworkFamily(as roles: [FamilyRole]) -> Rule {
        .related(
            table: "artworks", on: [Link("id", equals: "artwork_id")],
            where: .all([.isNull("deleted_at"), isIn(as: roles)]))
    }
}
