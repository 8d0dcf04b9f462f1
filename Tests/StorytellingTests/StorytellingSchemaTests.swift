import RowQuery
import Storytelling
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
