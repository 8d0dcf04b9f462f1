import RowQuery

/// Families with children and their artworks: tables, functions and policies for tests of the query language.
///
/// It has all that the language has to do with: every type, computed and hidden columns, values that are normalised when
/// written, a self-reference, a table that replaces rows, and one that marks deleted rows.
enum FamilySchema {
    static func make(allowsAggregates: Bool = true) throws -> Schema {
        try Schema(
            tables: [families, members, children, artworks, reactions, comments, documents],
            functions: [
                Function(
                    "reaction_counts", [Function.Parameter("artwork_uuid", .uuid)],
                    returns: .rows([Column("emoji_type", .text), Column("count", .integer)]), isReadOnly: true),
                Function(
                    "family_role", [Function.Parameter("family_uuid", .uuid)], returns: .value(.text), isReadOnly: true),
                Function(
                    "create_family",
                    [
                        Function.Parameter("family_name", .text),
                        Function.Parameter("nickname", .text, standard: .null),
                    ], returns: .value(.uuid)),
            ], allowsAggregates: allowsAggregates)
    }

    static func policies(for schema: Schema) throws -> Policies { try Policies(rules, for: schema) }

    static let everybody: [Value] = [.text("owner"), .text("parent"), .text("member"), .text("viewer")]
    static let parents: [Value] = [.text("owner"), .text("parent")]
    static let makers: [Value] = parents + [.text("member")]

    /// The caller has one of some roles in the family that a column names.
    static func isIn(_ roles: [Value], family column: String = "family_id") -> Rule {
        .related(
            table: "family_members", on: [Link("family_id", equals: column)],
            where: .all([.isCaller("user_id"), .isOneOf("role", roles)]))
    }

    /// The caller has one of some roles in the family of the artwork that the row names.
    private static func isInArtworkFamily(_ roles: [Value]) -> Rule {
        .related(
            table: "artworks", on: [Link("id", equals: "artwork_id")],
            where: .all([.isNull("deleted_at"), isIn(roles)]))
    }

    private static let ownOrOfParents: Rule = .any([.isCaller("user_id"), isInArtworkFamily(parents)])
    private static let visibleArtwork: Rule = .all([.isNull("deleted_at"), isIn(everybody)])

    static let rules: [String: TablePolicy] = [
        "families": TablePolicy(
            select: isIn(everybody, family: "id"), update: isIn([.text("owner")], family: "id"),
            delete: isIn([.text("owner")], family: "id")),
        "family_members": TablePolicy(
            select: isIn(everybody), update: isIn(parents),
            updateTo: .all([isIn(parents), .not(.isOneOf("role", [.text("owner")]))]),
            delete: .any([.isCaller("user_id"), isIn(parents)])),
        "children": TablePolicy(
            select: isIn(everybody), insert: isIn(parents), update: isIn(parents), delete: isIn(parents)),
        "artworks": TablePolicy(
            select: visibleArtwork, insert: .all([.isCaller("uploaded_by"), isIn(makers)]),
            update: .any([.all([.isCaller("uploaded_by"), isIn(makers)]), isIn(parents)]),
            delete: .any([.all([.isCaller("uploaded_by"), isIn(makers)]), isIn(parents)])),
        "artwork_reactions": TablePolicy(
            select: isInArtworkFamily(everybody),
            insert: .all([.isCaller("user_id"), isInArtworkFamily(everybody)]),
            update: .all([.isCaller("user_id"), isInArtworkFamily(everybody)]), delete: ownOrOfParents),
        "artwork_comments": TablePolicy(
            select: isInArtworkFamily(everybody),
            insert: .all([.isCaller("user_id"), isInArtworkFamily(everybody)]),
            update: .isCaller("user_id"), delete: ownOrOfParents),
    ]

    private static let id = Column("id", .uuid, standard: .newID, isFixed: true)

    private static let families = Table(
        "families", storedAs: "test_families",
        columns: [
            id, Column("name", .text), Column("created_by", .uuid, isNullable: true, standard: .caller, isFixed: true),
            Column("created_at", .timestamp, standard: .now),
        ])

    private static let members = Table(
        "family_members", storedAs: "test_members",
        columns: [
            id, Column("family_id", .uuid, isFixed: true), Column("user_id", .uuid, isFixed: true),
            Column("role", .text), Column("nickname", .text, isNullable: true),
            Column("joined_at", .timestamp, standard: .now),
        ], uniqueKeys: [["family_id", "user_id"]],
        foreignKeys: [ForeignKey("members_family_fkey", "family_id", references: "families")])

    private static let children = Table(
        "children", storedAs: "test_children",
        columns: [
            id, Column("family_id", .uuid, isFixed: true), Column("name", .text),
            Column("birth_date", .date, isNullable: true), Column("height", .numeric, isNullable: true),
            Column("avatar_color", .text, isNullable: true),
            Column("color", .text, computed: .firstOf([.column("avatar_color"), .value(.text("#E91E63"))])),
            Column("initial", .text, computed: .call("test_initial", [.column("name")])),
        ],
        foreignKeys: [ForeignKey("children_family_fkey", "family_id", references: "families")])

    private static let artworks = Table(
        "artworks", storedAs: "test_artworks",
        columns: [
            id,
            Column(
                "family_id", .uuid,
                written: .firstOf([
                    .column("family_id"),
                    .lookup(
                        column: "family_id", table: "children", on: [Link("id", equals: "child_id")], where: .always),
                ]), isFixed: true),
            Column("child_id", .uuid),
            Column("title", .text, written: .call("test_title", [.column("title"), .column("story")])),
            Column("story", .text, isNullable: true),
            Column(
                "image_url", .text, isNullable: true, read: .call("test_signed", [.column("image_url")])),
            Column("created_date", .date, standard: .today), Column("tags", .textList, standard: .value(.list([]))),
            Column("pages", .integer, standard: .value(.integer(1))),
            Column("is_favorite", .bool, standard: .value(.bool(false))),
            Column("uploaded_by", .uuid, isNullable: true, standard: .caller, isFixed: true),
            Column("follows_id", .uuid, isNullable: true), Column("uploaded_at", .timestamp, standard: .now),
            Column(
                "status", .text,
                computed: .lookup(
                    column: "state", table: "documents", on: [Link("name", equals: "image_url")], where: .always)),
            Column("deleted_at", .timestamp, isNullable: true, isHidden: true),
        ],
        foreignKeys: [
            ForeignKey("artworks_family_fkey", "family_id", references: "families"),
            ForeignKey("artworks_child_fkey", "child_id", references: "children"),
            ForeignKey("artworks_follows_fkey", "follows_id", references: "artworks"),
        ],
        checks: [
            RowCheck(
                "story_length", .any([.isNull("story"), .length("story", 0...0), .length("story", 20...10_000)]),
                "A story has 20 to 10,000 characters."),
            RowCheck(
                "family_of_child",
                .related(
                    table: "children", on: [Link("id", equals: "child_id"), Link("family_id", equals: "family_id")],
                    where: .always), "The child belongs to the family."),
        ], deletion: .mark("deleted_at"))

    private static let documents = Table(
        "documents", storedAs: "test_documents", columns: [Column("name", .text), Column("state", .text)],
        primaryKey: "name", isHidden: true)

    private static let reactions = Table(
        "artwork_reactions", storedAs: "test_reactions",
        columns: [
            id, Column("artwork_id", .uuid, isFixed: true),
            Column("user_id", .uuid, standard: .caller, isFixed: true), Column("emoji_type", .text),
            Column("created_at", .timestamp, standard: .now),
        ], uniqueKeys: [["artwork_id", "user_id"]],
        foreignKeys: [ForeignKey("reactions_artwork_fkey", "artwork_id", references: "artworks")],
        checks: [
            RowCheck(
                "emoji_known", .isOneOf("emoji_type", [.text("heart"), .text("star"), .text("palette")]),
                "A reaction is heart, star or palette.")
        ],
        replacement: Table.Replacement(key: ["artwork_id", "user_id"], unlessSame: ["emoji_type"]))

    private static let comments = Table(
        "artwork_comments", storedAs: "test_comments",
        columns: [
            id, Column("artwork_id", .uuid, isFixed: true),
            Column("user_id", .uuid, standard: .caller, isFixed: true), Column("text", .text),
            Column("created_at", .timestamp, standard: .now),
            Column("updated_at", .timestamp, standard: .now, whenUpdated: .now),
            Column(
                "user_nickname", .text,
                computed: .firstOf([
                    .lookup(
                        column: "nickname", table: "family_members",
                        on: [Link("family_id", equals: "family_id"), Link("user_id", equals: "user_id")],
                        where: .always), .value(.text("Family member")),
                ])),
            // What a lookup or a rule needs of a further table is kept in the row.
            Column(
                "family_id", .uuid,
                written: .lookup(
                    column: "family_id", table: "artworks", on: [Link("id", equals: "artwork_id")], where: .always),
                isHidden: true),
        ],
        foreignKeys: [ForeignKey("comments_artwork_fkey", "artwork_id", references: "artworks")],
        checks: [RowCheck("text_length", .length("text", 1...500), "A comment has 1 to 500 characters.")])
}
