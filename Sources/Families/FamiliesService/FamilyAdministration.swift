package import Users
import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import RowQuery
import RowQuerySQL
package import FamiliesSQL
import SQL

/// Manages families on the command line, for users with access to the database file.
package struct FamilyAdministration: Sendable {
    /// A family.
    package struct Family: Sendable, Hashable {
        /// The UUID.
        package let id: String
        /// The name, not necessarily unique.
        package let name: String
        /// The number of members.
        package let members: Int
        /// The number of artworks, without deleted ones.
        package let artworks: Int
        /// The creation time in ISO 8601.
        package let createdAt: String
    }

    /// A member of a family.
    package struct Member: Sendable, Hashable {
        /// The user's e-mail address; `nil` without one or after the user's deletion.
        package let email: String?
        /// The nickname of the member in the family.
        package let nickname: String?
        /// The role of the member.
        package let role: String
        /// The time of joining in ISO 8601.
        package let joinedAt: String
    }

    /// An invite.
    package struct Invite: Sendable, Hashable {
        /// The code to join with.
        package let code: String
        /// The role of the new member.
        package let role: String
        /// The nickname of the new member.
        package let nickname: String?
        /// The expiry time of the code in ISO 8601.
        package let expiresAt: String
    }

    let families: FamilyStore
    let accounts: ProjectAccounts

    /// Creates access to families.
    ///
    /// - Parameters:
    ///   - families: The rows.
    ///   - accounts: The users.
    package init(_ families: FamilyStore, accounts: ProjectAccounts) {
        self.families = families
        self.accounts = accounts
    }

    // MARK: Reading

    private static let familySQL = """
        SELECT f.id, f.name, (SELECT count(*) FROM storytelling_members WHERE family_id = f.id),
            (SELECT count(*) FROM storytelling_artworks WHERE family_id = f.id AND deleted_at IS NULL), f.created_at
        FROM storytelling_families f
        """

    /// Returns all families by name.
    package func list() async throws -> [Family] {
        try await families.read { _, db in
            try db.rows(
                Self.familySQL
                    + " WHERE f.id NOT IN (SELECT family_id FROM storytelling_imports) ORDER BY f.name, f.id", [],
                Self.read)
        }
    }

    /// Returns the family with a name or ID.
    ///
    /// - Throws: `family_unknown`, `family_ambiguous`.
    package func family(_ nameOrID: String) async throws -> Family {
        try await families.read { rows, db in
            let id = try rows.family(named: nameOrID, db)
            guard let row = try db.row(Self.familySQL + " WHERE f.id = ?", [id]) else {
                throw Failure(.familyUnknown, "There is no family of that name or ID.")
            }
            return Self.read(row)
        }
    }

    private static func read(_ row: SQLRow) -> Family {
        Family(id: row[0], name: row[1], members: row[2], artworks: row[3], createdAt: row[4])
    }

    /// Returns the members of a family in the order of joining.
    package func members(of family: Family) async throws -> [Member] {
        try await families.read { _, db in
            let members = try db.rows(
                """
                SELECT user_id, nickname, role, joined_at FROM storytelling_members WHERE family_id = ?
                ORDER BY joined_at, id
                """, [family.id])
            let emails = try ProjectAccounts.emails(of: members.compactMap { $0[0] }, db)
            return members.map { member in
                Member(
                    email: (member[0] as String?).flatMap { emails[$0] }, nickname: member[1], role: member[2],
                    joinedAt: member[3])
            }
        }
    }

    // MARK: Writing

    func context(of user: String?) -> WriteContext {
        WriteContext(caller: Caller(user: user), now: accounts.now.milliseconds * 1_000) {
            UUID().uuidString.lowercased()
        }
    }

    /// Creates a family.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - owner: The address of the owner.
    ///   - nickname: The nickname of the owner in the family.
    ///   - password: The password of a new user; `nil` for an existing one.
    ///   - sharesName: Whether another family may have the same name.
    /// - Returns: The family.
    /// - Throws: `user_unknown` without a password for an unknown owner; `family_refused`.
    package func create(
        _ name: String, owner: EmailAddress, nickname: String? = nil, password: Password?, sharesName: Bool = false
    ) async throws -> Family {
        let known = try await accounts.user(with: owner)
        if known == nil, password == nil {
            throw Failure(.userUnknown, "There is no user with this e-mail address.")
        }
        var newcomer: ProjectAccounts.UserDraft?
        if known == nil, let password {
            newcomer = try await accounts.draft(email: owner, password: password)
        }
        let draft = newcomer
        let context = context(of: (known ?? draft?.user)?.id)
        let id = try await refusing {
            try await families.write { rows, transaction in
                let db = transaction.db
                if !sharesName { try Self.checkIsFree(name, rows, db) }
                if let draft { try ProjectAccounts.add(draft, db) }
                let result = try rows.call(
                    "create_family_for_user", .object(["family_name": .text(name)]), in: context, db)
                guard case .value(let text) = result, let user = context.caller.user else { return "" }
                let id = String(text.dropFirst().dropLast())
                if let nickname {
                    _ = try rows.update(
                        "family_members", .object(["nickname": .text(nickname)]), .member(user, of: id), in: context,
                        db)
                }
                return id
            }
        }
        return try await family(id)
    }

    /// Deletes a family with everything in it, except for stored bytes.
    ///
    /// The documents of its pictures are deleted as well. Their bytes are left to the client.
    ///
    /// - Returns: The items removed from the store.
    /// - Throws: `family_has_artworks` if there are artworks that must be kept, including those that a parent could
    ///   restore.
    package func delete(_ family: Family, withArtworks: Bool) async throws -> DeletedArtworks.Removal {
        let artworks = try await families.read { _, db in
            try db.value(Int.self, "SELECT count(*) FROM storytelling_artworks WHERE family_id = ?", [family.id]) ?? 0
        }
        guard artworks == 0 || withArtworks else {
            throw Failure(
                .familyHasArtworks, "The family has artworks: \(artworks), with those that can be brought back.")
        }
        try await families.write { _, transaction in
            try transaction.db.execute(
                "DELETE FROM storytelling_families WHERE id = ?", [family.id])
        }
        return try await families.purge(at: accounts.now)
    }

    /// Removes a family's deleted artworks permanently, except for stored bytes.
    ///
    /// The bytes are left to the client.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - atOnce: Whether to include those that a parent could still restore.
    /// - Returns: The items removed from the store.
    /// - Throws: Errors of the store.
    package func purge(_ family: Family, atOnce: Bool) async throws -> DeletedArtworks.Removal {
        try await families.purge(at: accounts.now, atOnceIn: atOnce ? family.id : nil)
    }

    /// Converts refusals by the rules of families to failures of this program.
    func refusing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as RowQueryError {
            throw Failure(.familyRefused, error.message, hint: error.hint)
        }
    }
}
