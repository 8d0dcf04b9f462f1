import RowQuery

/// The functions that apps call by name.
package enum FamilyCall: String, CaseIterable, Sendable {
    case reactionCounts = "get_artwork_reaction_counts"
    case hasReacted = "user_has_reacted"
    case role = "get_family_role"
    case createFamily = "create_family_for_user"
    case acceptInvite = "accept_family_invite"
    case deleteAccount = "delete_my_account"
    case deletedArtworks = "get_deleted_artworks"
    case restoreArtwork = "restore_artwork"

    static var declarations: [Function] { allCases.map(\.declaration) }

    private var declaration: Function {
        switch self {
        case .reactionCounts:
            Function(
                rawValue, [Function.Parameter("artwork_uuid", .uuid)],
                returns: .rows([Column("emoji_type", .text), Column("count", .integer)]), isReadOnly: true)
        case .hasReacted:
            Function(
                rawValue, [Function.Parameter("artwork_uuid", .uuid), Function.Parameter("emoji", .text)],
                returns: .value(.bool), isReadOnly: true)
        case .role:
            Function(
                rawValue, [Function.Parameter("family_uuid", .uuid)], returns: .value(.text), isReadOnly: true)
        case .createFamily:
            Function(rawValue, [Function.Parameter("family_name", .text)], returns: .value(.uuid))
        case .acceptInvite:
            Function(
                rawValue,
                [
                    Function.Parameter("invite_code", .text),
                    Function.Parameter("member_nickname", .text, standard: .null),
                ], returns: .value(.uuid))
        case .deleteAccount: Function(rawValue, [], returns: .nothing)
        case .deletedArtworks:
            Function(
                rawValue, [Function.Parameter("family_uuid", .uuid)],
                returns: .rows([
                    Column("id", .uuid), Column("title", .text), Column("deleted_at", .timestamp),
                ]), isReadOnly: true)
        case .restoreArtwork:
            Function(rawValue, [Function.Parameter("artwork_uuid", .uuid)], returns: .value(.bool))
        }
    }
}
