public import Foundation
import ServiceConnection

extension FamiliesClient {
    // MARK: Families

    /// Returns the families of the member, by name.
    public func families() async throws -> [Family] {
        try decoded(try await rows("GET", "families", [("select", "id,name"), ("order", "name")]))
    }

    /// Returns the members of a family.
    public func members(of family: UUID) async throws -> [FamilyMember] {
        try decoded(
            try await rows(
                "GET", "family_members",
                [
                    ("select", "id,family_id,user_id,role,nickname"), ("family_id", "eq.\(family)"),
                    ("order", "joined_at"),
                ]))
    }

    /// Returns the children of a family, or of all families of the member.
    public func children(of family: UUID? = nil) async throws -> [Child] {
        let filter = family.map { [("family_id", "eq.\($0)")] } ?? []
        return try decoded(try await rows("GET", "children", [("select", "*"), ("order", "name")] + filter))
    }

    /// Creates a family with the user as its owner.
    public func createFamily(named name: String) async throws -> UUID {
        try decoded(try await rows("POST", "rpc/create_family_for_user", json: ["family_name": name]))
    }

    /// Adds a child to a family; for parents and owners.
    public func addChild(named name: String, birthDate: CalendarDay? = nil, to family: UUID) async throws -> Child {
        var values = ["family_id": "\(family)", "name": name]
        values["birth_date"] = birthDate?.description
        return try decoded(
            try await rows("POST", "children", [], Self.writtenRow, json: values))
    }

    /// Joins a family by the code of an invite.
    public func acceptInvite(_ code: String, nickname: String? = nil) async throws -> UUID {
        var arguments = ["invite_code": code]
        arguments["member_nickname"] = nickname
        return try decoded(try await rows("POST", "rpc/accept_family_invite", json: arguments))
    }

    // MARK: Artworks

    /// Returns artworks with stories, newest first, each with its child.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of artworks.
    ///   - offset: the number of artworks to skip.
    /// - Returns: the artworks.
    /// - Throws: `RequestError`, `URLError`, `CancellationError`.
    public func feed(limit: Int = 50, offset: Int = 0) async throws -> [Artwork] {
        try decoded(
            try await rows(
                "GET", "artworks",
                [
                    ("select", "*,children(*)"), ("story", "neq."), ("order", "created_date.desc,id"),
                    ("limit", "\(limit)"), ("offset", "\(offset)"),
                ]))
    }

    /// Returns an artwork with its child.
    ///
    /// - Throws: ``ServiceConnection/RequestError`` with the status 406 if the member may not see it.
    public func artwork(_ id: UUID) async throws -> Artwork {
        try decoded(
            try await rows("GET", "artworks", [("select", "*,children(*)"), ("id", "eq.\(id)")], Self.oneRow))
    }

    /// Adds an artwork with pictures uploaded before.
    public func add(_ artwork: NewArtwork) async throws -> Artwork {
        try decoded(
            try await rows(
                "POST", "artworks", [("select", "*,children(*)")],
                Self.writtenRow, json: artwork))
    }

    /// Deletes an artwork; a parent can restore it for 30 days.
    public func deleteArtwork(_ id: UUID) async throws {
        _ = try await rows("DELETE", "artworks", [("id", "eq.\(id)")])
    }

    private static let oneRow = ["Accept": "application/vnd.pgrst.object+json"]
    private static let writtenRow = oneRow.merging(["Prefer": "return=representation"]) { $1 }

    // MARK: Reactions

    /// Returns the numbers of reactions to an artwork, the most frequent kind first.
    public func reactionCounts(of artwork: UUID) async throws -> [ReactionCount] {
        try decoded(
            try await rows("POST", "rpc/get_artwork_reaction_counts", json: ["artwork_uuid": "\(artwork)"]))
    }

    /// Returns the member's own reaction to an artwork.
    public func ownReaction(to artwork: UUID) async throws -> Reaction? {
        struct Row: Decodable {
            let reaction: Reaction

            private enum CodingKeys: String, CodingKey { case reaction = "emoji_type" }
        }
        guard let user = await session?.user.id else { return nil }
        let query = [("select", "emoji_type"), ("artwork_id", "eq.\(artwork)"), ("user_id", "eq.\(user)")]
        let found: [Row] = try decoded(try await rows("GET", "artwork_reactions", query))
        return found.first?.reaction
    }

    /// Reacts to an artwork; an earlier reaction of the member is replaced.
    public func react(_ reaction: Reaction, to artwork: UUID) async throws {
        do {
            _ = try await rows(
                "POST", "artwork_reactions",
                json: ["artwork_id": "\(artwork)", "emoji_type": reaction.rawValue])
        } catch let error as RequestError where error.code == "23505" {
            // The member has reacted like this already, perhaps on another device.
        }
    }

    /// Removes the member's reaction to an artwork.
    public func removeReaction(from artwork: UUID) async throws {
        guard let user = await session?.user.id else { return }
        _ = try await rows(
            "DELETE", "artwork_reactions", [("artwork_id", "eq.\(artwork)"), ("user_id", "eq.\(user)")])
    }

    // MARK: Comments

    /// Returns the comments on an artwork, oldest first.
    public func comments(on artwork: UUID) async throws -> [Comment] {
        try decoded(
            try await rows(
                "GET", "artwork_comments",
                [("select", "*"), ("artwork_id", "eq.\(artwork)"), ("order", "created_at,id")]))
    }

    /// Returns the numbers of comments on artworks; those without comments are missing.
    public func commentCounts(of artworks: [UUID]) async throws -> [UUID: Int] {
        struct Row: Decodable {
            struct Count: Decodable { let count: Int }
            let id: UUID
            let comments: [Count]

            private enum CodingKeys: String, CodingKey {
                case id
                case comments = "artwork_comments"
            }
        }
        var counts: [UUID: Int] = [:]
        // A URL has room for some hundred identifiers.
        for start in stride(from: 0, to: artworks.count, by: Self.identifiersInQuery) {
            let ids = artworks[start..<min(start + Self.identifiersInQuery, artworks.count)]
            let list = ids.map { "\($0)" }.joined(separator: ",")
            let found: [Row] = try decoded(
                try await rows(
                    "GET", "artworks", [("select", "id,artwork_comments(count)"), ("id", "in.(\(list))")]))
            for row in found {
                if let count = row.comments.first?.count, count > 0 { counts[row.id] = count }
            }
        }
        return counts
    }

    private static let identifiersInQuery = 100

    /// Comments on an artwork.
    @discardableResult
    public func comment(_ text: String, on artwork: UUID) async throws -> Comment {
        try decoded(
            try await rows(
                "POST", "artwork_comments", [],
                Self.writtenRow,
                json: ["artwork_id": "\(artwork)", "text": text]))
    }

    /// Deletes a comment.
    public func deleteComment(_ id: UUID) async throws {
        _ = try await rows("DELETE", "artwork_comments", [("id", "eq.\(id)")])
    }
}
