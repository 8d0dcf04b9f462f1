import RowQuery
import RowQuerySQL
import Families
import SQL

/// A function call within its transaction.
struct FamilyCallRun {
    let rows: FamilyRows
    let arguments: [String: Value]
    let context: WriteContext
    let db: any SQLSession

    private static let noFamily = "00000000-0000-0000-0000-000000000000"

    func run(_ call: FamilyCall) throws -> CallOutcome {
        switch call {
        case .reactionCounts: .rows(try reactionCounts(of: text("artwork_uuid")))
        case .hasReacted: .value(.bool(try hasReacted(to: text("artwork_uuid"), by: text("emoji"))))
        case .role: .value(try role(in: text("family_uuid")).map { .text($0.rawValue) } ?? .null)
        case .createFamily: .value(.text(try createFamily(named: text("family_name"), for: user())))
        case .acceptInvite: .value(.text(try acceptInvite(text("invite_code"), as: user())))
        case .deleteAccount: try deleteAccount(of: user())
        case .deletedArtworks: .rows(try deletedArtworks(of: text("family_uuid")))
        case .restoreArtwork: .value(.bool(try restore(text("artwork_uuid"), for: user())))
        }
    }

    private func text(_ parameter: String) -> String? {
        if case .text(let text) = arguments[parameter] { return text }
        return nil
    }

    /// Returns the caller's ID.
    ///
    /// - Throws: 42501 without a login.
    private func user() throws -> String {
        guard let user = context.caller.user else { throw RowQueryError(.forbidden, "This function needs a login.") }
        return user
    }

    private var now: String { CivilTime.timestamp(microsecondsSince1970: context.now) ?? "" }

    // MARK: Reading, through the caller's policies

    private func reactionCounts(of artwork: String?) throws -> [[Value]] {
        guard let artwork else { return [] }
        let kinds = try rows.texts(
            "emoji_type", of: "artwork_reactions", where: ["artwork_id": artwork], as: context.caller, db)
        return ReactionKind.allCases.map { kind in (kind.rawValue, kinds.count { $0 == kind.rawValue }) }
            .filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
            .map { [.text($0.0), .integer(Int64($0.1))] }
    }

    private func hasReacted(to artwork: String?, by emoji: String?) throws -> Bool {
        guard let artwork, let emoji, let user = context.caller.user else { return false }
        let own = ["artwork_id": artwork, "user_id": user, "emoji_type": emoji]
        return try !rows.texts("emoji_type", of: "artwork_reactions", where: own, as: context.caller, db).isEmpty
    }

    private func role(in family: String?) throws -> FamilyRole? {
        try family.flatMap { try rows.role(of: context.caller, in: $0, db) }
    }

    // MARK: Families and invites

    private func createFamily(named name: String?, for user: String) throws -> String {
        try checkFamilies(of: user)
        let family = try add(to: "families", ["name": name])
        _ = try add(to: "family_members", ["family_id": family, "user_id": user, "role": FamilyRole.owner.rawValue])
        return family
    }

    /// Unknown, used and expired codes are rejected alike.
    private func acceptInvite(_ typed: String?, as user: String) throws -> String {
        let invite = try db.row(
            """
            SELECT id, family_id, role, nickname FROM storytelling_invites
            WHERE code = ? AND used_at IS NULL AND expires_at > ?
            """, [typed.flatMap { InviteCode($0) }?.text ?? "", now])
        guard let invite else {
            throw RowQueryError(.failedCheck, "The invite does not exist, is used, or has expired.")
        }
        let family: String = invite["family_id"]
        try checkFamilies(of: user)
        guard try count("storytelling_members WHERE family_id = ?", [family]) < FamilyLimits.members else {
            throw RowQueryError(.failedCheck, "A family has at most \(FamilyLimits.members) members.")
        }
        _ = try add(
            to: "family_members",
            [
                "family_id": family, "user_id": user, "role": invite["role"],
                "nickname": text("member_nickname") ?? invite["nickname"],
            ])
        try db.execute(
            "UPDATE storytelling_invites SET used_at = ? WHERE id = ?",
            [now, invite["id"] as String])
        return family
    }

    private func checkFamilies(of user: String) throws {
        guard try count("storytelling_members WHERE user_id = ?", [user]) < FamilyLimits.families else {
            throw RowQueryError(.failedCheck, "A user is in at most \(FamilyLimits.families) families.")
        }
    }

    /// Adds a row on behalf of the program, and returns its key.
    private func add(to table: String, _ members: [String: String?]) throws -> String {
        let body = JSONValue.object(JSONObject(members.map { .init(key: $0.key, value: JSONValue($0.value)) }))
        let change = try rows.program.insert(into: table, body, in: context).run(db).changes.first
        guard case .text(let key) = change?.key else { throw RowQueryError(.missingValue, "No row was added.") }
        return key
    }

    private func count(_ rows: StaticString, _ arguments: SQLArguments) throws -> Int {
        try db.value(Int.self, "SELECT count(*) FROM \(rows)", arguments) ?? 0
    }

    // MARK: The end of an account

    private func deleteAccount(of user: String) throws -> CallOutcome {
        let isLastOwner = try count(
            """
            storytelling_members AS own WHERE user_id = ? AND role = 'owner'
                AND EXISTS (SELECT 1 FROM storytelling_members WHERE family_id = own.family_id AND id <> own.id)
                AND NOT EXISTS (
                    SELECT 1 FROM storytelling_members
                    WHERE family_id = own.family_id AND id <> own.id AND role = 'owner')
            """, [user])
        guard isLastOwner == 0 else {
            throw RowQueryError(
                .failedCheck, "You are the last owner of a family with other members.",
                hint: "Make someone else an owner, or delete the family.")
        }
        let statements: [StaticString] = [
            """
            DELETE FROM storytelling_families WHERE id IN (
                SELECT family_id FROM storytelling_members AS own WHERE user_id = ? AND NOT EXISTS (
                    SELECT 1 FROM storytelling_members WHERE family_id = own.family_id AND id <> own.id))
            """, "DELETE FROM storytelling_reactions WHERE user_id = ?",
            "DELETE FROM storytelling_comments WHERE user_id = ?",
            "UPDATE storytelling_artworks SET uploaded_by = NULL WHERE uploaded_by = ?",
            "UPDATE storytelling_pictures SET uploaded_by = NULL WHERE uploaded_by = ?",
            "UPDATE storytelling_families SET created_by = NULL WHERE created_by = ?",
            "DELETE FROM storytelling_invites WHERE created_by = ?",
            "DELETE FROM storytelling_members WHERE user_id = ?",
        ]
        for statement in statements { try db.execute(statement.description, [user]) }
        try rows.endAccount(user, db)
        return .nothing
    }

    // MARK: Deleted artworks

    private func deletedArtworks(of family: String?) throws -> [[Value]] {
        guard let family, try mayRestore(in: family) else { return [] }
        return try db.rows(
            """
            SELECT id, title, deleted_at FROM storytelling_artworks
            WHERE family_id = ? AND deleted_at > ? ORDER BY deleted_at DESC, id
            """, [family, restorableSince]
        ) { [.text($0[0]), .text($0[1]), .text($0[2])] }
    }

    /// Restores a deleted artwork; returns whether the caller could do so.
    private func restore(_ artwork: String?, for user: String) throws -> Bool {
        let family = try db.value(
            String.self, "SELECT family_id FROM storytelling_artworks WHERE id = ? AND deleted_at > ?",
            [artwork, restorableSince])
        // Also checked for a missing artwork, so that it takes the same time.
        guard try mayRestore(in: family ?? Self.noFamily), let artwork else { return false }
        try db.execute("UPDATE storytelling_artworks SET deleted_at = NULL WHERE id = ?", [artwork])
        return true
    }

    private func mayRestore(in family: String) throws -> Bool {
        let role = try role(in: family)
        return role == .owner || role == .parent
    }

    private var restorableSince: String {
        CivilTime.timestamp(microsecondsSince1970: context.now - DeletedArtworks.keptFor * 1_000_000) ?? ""
    }
}
