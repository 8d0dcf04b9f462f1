import RowQuery
import Families
import Testing

@Suite("The tables of families")
struct StorytellingSchemaTests {
    @Test("the tables have the contract's columns, in its order")
    func columns() throws {
        let schema = try StorytellingSchema.make()
        let columns = StorytellingSchema.tables.map { table in
            "\(table.name): " + table.visibleColumns.map(\.name).joined(separator: " ")
        }
        #expect(
            columns == [
                "families: id name created_by created_at",
                "family_members: id family_id user_id role nickname joined_at",
                "family_invites: id family_id code role nickname expires_at used_at created_by created_at",
                "children: id family_id name birth_date avatar_color avatar_url created_at color initial",
                """
                artworks: id family_id child_id title story image_url thumbnail_url moment_photo_url created_date \
                description tags is_favorite uploaded_by uploaded_at child_age_months status
                """,
                "artwork_reactions: id artwork_id user_id emoji_type created_at",
                "artwork_comments: id artwork_id user_id text created_at updated_at user_nickname",
            ])
        #expect(schema.tables.values.filter { !$0.isHidden }.count == 7)
    }

    @Test("every check tells people what is allowed, with the limits that it applies")
    func sentences() {
        let sentences = StorytellingSchema.tables.flatMap { table in
            table.checks.map { "\(table.name) \($0.name): \($0.sentence)" }
        }
        #expect(
            sentences == [
                "families name_length: The name must have 1 to 100 characters.",
                "families name_visible: The name must have a character that can be seen.",
                "family_members role_known: The role must be owner, parent, member or viewer.",
                "family_members nickname_length: The nickname must have 1 to 100 characters.",
                "family_members nickname_visible: The nickname must have a character that can be seen.",
                "family_invites nickname_length: The nickname must have 1 to 100 characters.",
                "family_invites nickname_visible: The nickname must have a character that can be seen.",
                "family_invites role_invited: The role must be parent, member or viewer.",
                "family_invites expires_soon: An invite must expire within 30 days.",
                "children name_length: The name must have 1 to 100 characters.",
                "children name_visible: The name must have a character that can be seen.",
                "children avatar_color_form: The colour must be written as #RRGGBB, such as #E91E63.",
                "children avatar_url_known: The picture in “avatar_url” must be one that was uploaded to the family.",
                "artworks story_length: The story must have 20 to 10,000 characters.",
                "artworks title_length: The title must have 1 to 200 characters.",
                "artworks description_length: The description must have at most 10,000 characters.",
                "artworks tags_length: An artwork can have up to 50 tags, each of 1 to 50 characters.",
                "artworks family_of_child: The child must be one of the artwork's family.",
                "artworks image_url_known: The picture in “image_url” must be one that was uploaded to the family.",
                "artworks thumbnail_url_known: The picture in “thumbnail_url” must be one that was uploaded to the family.",
                """
                artworks moment_photo_url_known: The picture in “moment_photo_url” must be one that was uploaded to the \
                family.
                """,
                "artwork_reactions emoji_type_known: The reaction must be heart, sparkles, palette, hand_heart or star.",
                "artwork_comments text_length: The comment must have 1 to 500 characters.",
            ])
    }

    @Test("every table that clients can name has policies for reading that let no stranger in")
    func policies() throws {
        let schema = try StorytellingSchema.make()
        let policies = try StorytellingPolicies.make(for: schema)
        for table in schema.tables.values where table.name != "documents" {
            #expect(policies[table.name, .select] != .never)
            #expect(policies[table.name, .select] != .always)
        }
        #expect(policies["documents", .select] == .never)
    }

    @Test("the functions have the contract's names and parameters")
    func functions() throws {
        let functions = try StorytellingSchema.make().functions.values.map { function in
            "\(function.name)(\(function.parameters.map(\.name).joined(separator: ", ")))"
        }
        #expect(
            functions.sorted() == [
                "accept_family_invite(invite_code, member_nickname)", "create_family_for_user(family_name)",
                "delete_my_account()", "get_artwork_reaction_counts(artwork_uuid)", "get_deleted_artworks(family_uuid)",
                "get_family_role(family_uuid)", "restore_artwork(artwork_uuid)",
                "user_has_reacted(artwork_uuid, emoji)",
            ])
    }
}
