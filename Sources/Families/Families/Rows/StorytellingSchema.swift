package import RowQuery

/// The tables and functions of families under the names of apps.
package enum StorytellingSchema {
    /// The prefix of table names in the database file.
    package static let prefix = "storytelling_"

    /// The tables that clients may name, in order of dependency.
    package static let tables: [Table] = [
        FamilyTables.families, FamilyTables.members, FamilyTables.invites, FamilyTables.children,
        ArtworkTables.artworks, ArtworkTables.reactions, ArtworkTables.comments,
    ]

    /// Creates the schema.
    ///
    /// - Parameter showsPictures: whether the table of pictures can be named, as the storage does in the name of its callers;
    ///   requests for rows cannot.
    /// - Returns: the schema.
    /// - Throws: ``RowQuery/InvalidSchema``, a programming error.
    package static func make(showsPictures: Bool = false) throws -> Schema {
        try Schema(
            tables: tables + [ArtworkTables.pictures(isHidden: !showsPictures), ArtworkTables.documents],
            functions: FamilyCall.declarations,
            // Callers see the rows of their own families only, and may read all of them anyway.
            allowsAggregates: true)
    }

    static let id = Column("id", .uuid, standard: .newID, isFixed: true)
    static let familyID = Column("family_id", .uuid, isFixed: true)
    static let createdAt = Column("created_at", .timestamp, standard: .now)

    /// Returns a check of a text's length in characters and bytes; a null passes.
    ///
    /// - Parameters:
    ///   - column: The text's column.
    ///   - range: The permitted numbers of characters.
    ///   - name: The name of the text for people; by default that of the column.
    /// - Returns: The check.
    static func length(of column: String, _ range: ClosedRange<Int>, called name: String? = nil) -> RowCheck {
        RowCheck(
            "\(column)_length", .any([.isNull(column), .all([.length(column, range), bytes(of: column, range)])]),
            "The \(name ?? column) must have \(CheckSentence.characters(range)).")
    }

    static func bytes(of column: String, _ range: ClosedRange<Int>) -> Rule {
        let bytes = range.upperBound * StoryText.bytesPerCharacter
        return .holds(StorytellingFunctions.isWithin, [.column(column), .value(.integer(Int64(bytes)))])
    }

    /// Returns the checks of a name: its length and visibility; a null passes.
    static func name(_ column: String) -> [RowCheck] {
        [
            length(of: column, StoryText.nameLength),
            RowCheck(
                "\(column)_visible", .holds(StorytellingFunctions.isVisible, [.column(column)]),
                "The \(column) must have a character that can be seen."),
        ]
    }

    /// Returns the check that a role is one of those given.
    static func role(_ name: String, _ roles: [FamilyRole]) -> RowCheck {
        RowCheck(
            name, .isOneOf("role", self.roles(roles)),
            "The role must be \(CheckSentence.choice(of: roles.map(\.rawValue))).")
    }

    static func roles(_ roles: [FamilyRole]) -> [Value] { roles.map { .text($0.rawValue) } }
}
