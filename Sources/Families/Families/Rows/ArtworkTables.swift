import RowQuery

/// The tables of artworks, reactions and comments.
enum ArtworkTables {
    static let artworks = Table(
        "artworks", storedAs: "storytelling_artworks",
        columns: [
            StorytellingSchema.id,
            Column(
                "family_id", .uuid,
                written: .firstOf([
                    .column("family_id"),
                    .lookup(
                        column: "family_id", table: "children", on: [Link("id", equals: "child_id")], where: .always),
                ]), isFixed: true),
            Column("child_id", .uuid),
            Column("title", .text, written: .call(StorytellingFunctions.title, [.column("title"), .column("story")])),
            Column(
                "story", .text, isNullable: true, written: .call(StorytellingFunctions.story, [.column("story")])),
            picture("image_url", isNullable: false),
            // If it is missing, the picture's own thumbnail is read.
            Column(
                "thumbnail_url", .text, isNullable: true, written: pictureName("thumbnail_url"),
                read: .call(StorytellingFunctions.thumbnailLink, [pictureID("thumbnail_url"), pictureID("image_url")])),
            picture("moment_photo_url", isNullable: true), Column("created_date", .date),
            Column("description", .text, isNullable: true),
            Column("tags", .textList, standard: .value(.list([]))),
            Column("is_favorite", .bool, standard: .value(.bool(false))),
            Column("uploaded_by", .uuid, isNullable: true, standard: .caller, isFixed: true),
            Column("uploaded_at", .timestamp, standard: .now),
            Column(
                "child_age_months", .integer,
                computed: .call(
                    StorytellingFunctions.ageInMonths,
                    [
                        .lookup(
                            column: "birth_date", table: "children", on: [Link("id", equals: "child_id")],
                            where: .always), .column("created_date"),
                    ])),
            Column(
                "status", .text,
                computed: .lookup(
                    column: "state", table: "documents", on: [Link("id", equals: "document")], where: .always)),
            // The status needs this from a more distant table. Storing a picture under the same name keeps it correct.
            Column(
                "document", .text, isNullable: true,
                written: .firstOf([picture("document", by: "name"), picture("document", by: "id")]), isHidden: true),
            Column("deleted_at", .timestamp, isNullable: true, isHidden: true),
        ],
        foreignKeys: [
            ForeignKey("artworks_family_id_fkey", "family_id", references: "families"),
            ForeignKey("artworks_child_id_fkey", "child_id", references: "children"),
        ],
        checks: [
            RowCheck(
                "story_length",
                .any([
                    .isNull("story"), .length("story", 0...0),
                    .all([
                        .length("story", StoryText.storyLength),
                        StorytellingSchema.bytes(of: "story", StoryText.storyLength),
                    ]),
                ]), "The story must have \(CheckSentence.characters(StoryText.storyLength))."),
            StorytellingSchema.length(of: "title", StoryText.titleLength),
            StorytellingSchema.length(of: "description", StoryText.descriptionLength),
            RowCheck(
                "tags_length", .holds(StorytellingFunctions.areTags, [.column("tags")]),
                """
                An artwork can have up to \(StoryText.tagCount) tags, each of \(CheckSentence.characters(StoryText.tagLength)).
                """),
            RowCheck(
                "family_of_child",
                .related(
                    table: "children", on: [Link("id", equals: "child_id"), Link("family_id", equals: "family_id")],
                    where: .always), "The child must be one of the artwork's family."),
            isOwnPicture("image_url"), isOwnPicture("thumbnail_url"), isOwnPicture("moment_photo_url"),
        ], deletion: .mark("deleted_at"))

    static let reactions = Table(
        "artwork_reactions", storedAs: "storytelling_reactions",
        columns: [
            StorytellingSchema.id, Column("artwork_id", .uuid, isFixed: true),
            Column("user_id", .uuid, standard: .caller, isFixed: true), Column("emoji_type", .text),
            StorytellingSchema.createdAt, familyOfArtwork,
        ], uniqueKeys: [["artwork_id", "user_id"]],
        foreignKeys: [ForeignKey("artwork_reactions_artwork_id_fkey", "artwork_id", references: "artworks")],
        checks: [
            RowCheck(
                "emoji_type_known", .isOneOf("emoji_type", ReactionKind.allCases.map { .text($0.rawValue) }),
                "The reaction must be \(CheckSentence.choice(of: ReactionKind.allCases.map(\.rawValue))).")
        ],
        replacement: Table.Replacement(key: ["artwork_id", "user_id"], unlessSame: ["emoji_type"]))

    static let comments = Table(
        "artwork_comments", storedAs: "storytelling_comments",
        columns: [
            StorytellingSchema.id, Column("artwork_id", .uuid, isFixed: true),
            Column("user_id", .uuid, standard: .caller, isFixed: true), Column("text", .text),
            StorytellingSchema.createdAt, Column("updated_at", .timestamp, standard: .now, whenUpdated: .now),
            Column(
                "user_nickname", .text,
                computed: .firstOf([
                    .lookup(
                        column: "nickname", table: "family_members",
                        on: [Link("family_id", equals: "family_id"), Link("user_id", equals: "user_id")],
                        where: .always), .value(.text("Family member")),
                ])), familyOfArtwork,
        ],
        foreignKeys: [ForeignKey("artwork_comments_artwork_id_fkey", "artwork_id", references: "artworks")],
        checks: [StorytellingSchema.length(of: "text", StoryText.commentLength, called: "comment")])

    /// The objects of the storage with the documents of their bytes.
    ///
    /// Clients name them only by calls of the storage.
    static func pictures(isHidden: Bool) -> Table {
        Table(
            "pictures", storedAs: "storytelling_pictures",
            columns: [
                StorytellingSchema.id, Column("name", .text, isFixed: true), StorytellingSchema.familyID,
                Column("document", .text),
                Column("uploaded_by", .uuid, isNullable: true, standard: .caller, isFixed: true),
                Column("uploaded_at", .timestamp, standard: .now, whenUpdated: .now),
                // The time since which the row that had it is gone.
                Column("hidden_at", .timestamp, isNullable: true, isHidden: true),
            ], uniqueKeys: [["name"]],
            checks: [
                RowCheck(
                    "name_form", .holds(StorytellingFunctions.isPictureName, [.column("name"), .column("family_id")]),
                    "The name of a picture must begin with the family's ID and a slash.")
            ],
            isHidden: isHidden)
    }

    /// The documents of the catalogue, for their state.
    static let documents = Table(
        "documents", columns: [Column("id", .text), Column("state", .text)], isHidden: true)

    /// The artwork's family, for rules, lookups and records of changes.
    private static let familyOfArtwork = Column(
        "family_id", .uuid,
        written: .lookup(
            column: "family_id", table: "artworks", on: [Link("id", equals: "artwork_id")], where: .always),
        isHidden: true)

    /// Declares a picture column, stored as an object name and read as URL.
    static func picture(_ column: String, isNullable: Bool) -> Column {
        Column(
            column, .text, isNullable: isNullable, written: pictureName(column),
            read: .call(StorytellingFunctions.pictureLink, [pictureID(column)]))
    }

    /// A picture used only by deleted artworks is hidden with them.
    ///
    /// It stays hidden after their rows are gone.
    static let isShownPicture: Rule = .any([
        .all([.isNull("hidden_at"), .not(isOfArtwork(where: .not(.isNull("deleted_at"))))]),
        isOfArtwork(where: .isNull("deleted_at")),
        .related(table: "children", on: [Link("avatar_url", equals: "name")], where: .always),
    ])

    private static func isOfArtwork(where rule: Rule) -> Rule {
        .any(
            ["image_url", "thumbnail_url", "moment_photo_url"].map { column in
                .related(table: "artworks", on: [Link(column, equals: "name")], where: rule)
            })
    }

    /// Returns the check that a picture belongs to the row's family and is not hidden.
    static func isOwnPicture(_ column: String) -> RowCheck {
        RowCheck(
            "\(column)_known",
            .any([
                .isNull(column),
                .related(
                    table: "pictures", on: [Link("name", equals: column), Link("family_id", equals: "family_id")],
                    where: isShownPicture),
            ]), "The picture in “\(column)” must be one that was uploaded to the family.")
    }

    /// Converts a picture's ID to its name.
    private static func pictureName(_ column: String) -> Scalar {
        .firstOf([
            .lookup(column: "name", table: "pictures", on: [Link("id", equals: column)], where: .always),
            .column(column),
        ])
    }

    private static func pictureID(_ column: String) -> Scalar {
        .lookup(column: "id", table: "pictures", on: [Link("name", equals: column)], where: .always)
    }

    private static func picture(_ value: String, by key: String) -> Scalar {
        .lookup(column: value, table: "pictures", on: [Link(key, equals: "image_url")], where: .always)
    }
}
