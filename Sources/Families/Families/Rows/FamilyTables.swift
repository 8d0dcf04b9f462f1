import RowQuery

/// The tables of families, members, invites and children.
enum FamilyTables {
    static let families = Table(
        "families", storedAs: "storytelling_families",
        columns: [
            StorytellingSchema.id, Column("name", .text),
            Column("created_by", .uuid, isNullable: true, standard: .caller, isFixed: true),
            StorytellingSchema.createdAt,
        ], checks: StorytellingSchema.name("name"))

    static let members = Table(
        "family_members", storedAs: "storytelling_members",
        columns: [
            StorytellingSchema.id, StorytellingSchema.familyID,
            Column("user_id", .uuid, isFixed: true), Column("role", .text), Column("nickname", .text, isNullable: true),
            Column("joined_at", .timestamp, standard: .now, isFixed: true),
        ], uniqueKeys: [["family_id", "user_id"]],
        foreignKeys: [ForeignKey("family_members_family_id_fkey", "family_id", references: "families")],
        checks: [StorytellingSchema.role("role_known", FamilyRole.allCases)] + StorytellingSchema.name("nickname"))

    static let invites = Table(
        "family_invites", storedAs: "storytelling_invites",
        columns: [
            StorytellingSchema.id, StorytellingSchema.familyID,
            // Any given code is replaced by a new one for each row, so that no code is easy to guess.
            Column("code", .text, written: .call(StorytellingFunctions.inviteCode, [.column("id")])),
            Column("role", .text), Column("nickname", .text, isNullable: true),
            Column(
                "expires_at", .timestamp, written: .call(StorytellingFunctions.expiry, [.column("expires_at")])),
            Column("used_at", .timestamp, isNullable: true),
            Column("created_by", .uuid, standard: .caller, isFixed: true), StorytellingSchema.createdAt,
        ], uniqueKeys: [["code"]],
        foreignKeys: [ForeignKey("family_invites_family_id_fkey", "family_id", references: "families")],
        checks: StorytellingSchema.name("nickname") + [
            StorytellingSchema.role("role_invited", FamilyRole.invited),
            RowCheck(
                "expires_soon", .holds(StorytellingFunctions.isExpiryNear, [.column("expires_at")]),
                "An invite must expire within \(InviteRules.longestLifetime / 86_400) days."),
        ])

    static let children = Table(
        "children", storedAs: "storytelling_children",
        columns: [
            StorytellingSchema.id, StorytellingSchema.familyID, Column("name", .text),
            Column("birth_date", .date, isNullable: true), Column("avatar_color", .text, isNullable: true),
            ArtworkTables.picture("avatar_url", isNullable: true), StorytellingSchema.createdAt,
            Column(
                "color", .text,
                computed: .firstOf([.column("avatar_color"), .value(.text(ReactionKind.Color.pink.hex))])),
            Column("initial", .text, computed: .call(StorytellingFunctions.initial, [.column("name")])),
        ],
        foreignKeys: [ForeignKey("children_family_id_fkey", "family_id", references: "families")],
        checks: StorytellingSchema.name("name") + [
            RowCheck(
                "avatar_color_form", .holds(StorytellingFunctions.isColor, [.column("avatar_color")]),
                "The colour must be written as #RRGGBB, such as #E91E63."),
            ArtworkTables.isOwnPicture("avatar_url"),
        ])
}
