package import Accounts
import FailureModel
import Foundation
import GRDB
import Pipeline
import PipelineSQLite
import RowQuery
import RowQuerySQLite
package import Storytelling
package import StorytellingSQLite

/// Manages families on the command line, for whoever may read the store's file.
package struct FamilyAdministration: Sendable {
    /// A family.
    package struct Family: Sendable, Hashable {
        /// The UUID.
        package let id: String
        /// The name, which other families may have as well.
        package let name: String
        /// How many members it has.
        package let members: Int
        /// How many artworks it has, without deleted ones.
        package let artworks: Int
        /// When it was created, in ISO 8601.
        package let createdAt: String
    }

    /// A member of a family.
    package struct Member: Sendable, Hashable {
        /// The user's e-mail address; nil if the user has none, or does not exist any more.
        package let email: String?
        /// What the family calls the member.
        package let nickname: String?
        /// What the member may do.
        package let role: String
        /// When the member joined, in ISO 8601.
        package let joinedAt: String
    }

    /// An invite that was added.
    package struct Invite: Sendable, Hashable {
        /// The code by which somebody joins.
        package let code: String
        /// When the code stops being valid, in ISO 8601.
        package let expiresAt: String
    }

    private let families: FamilyStore
    private let accounts: ProjectAccounts

    /// Creates access to families.
    ///
    /// - Parameters:
    ///   - families: the rows.
    ///   - accounts: the users.
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
            try Row.fetchAll(db, sql: Self.familySQL + " ORDER BY f.name, f.id").map(Self.read)
        }
    }

    /// Returns the family with a name or an ID.
    ///
    /// - Throws: `family_unknown`, `family_ambiguous`.
    package func family(_ nameOrID: String) async throws -> Family {
        try await families.read { rows, db in
            let id = try rows.family(named: nameOrID, db)
            guard let row = try Row.fetchOne(db, sql: Self.familySQL + " WHERE f.id = ?", arguments: [id]) else {
                throw Failure(.familyUnknown, "There is no family of that name or ID.")
            }
            return Self.read(row)
        }
    }

    private static func read(_ row: Row) -> Family {
        Family(id: row[0], name: row[1], members: row[2], artworks: row[3], createdAt: row[4])
    }

    /// Returns the members of a family, in the order in which they joined.
    package func members(of family: Family) async throws -> [Member] {
        try await families.read { _, db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT u.email, m.nickname, m.role, m.joined_at FROM storytelling_members m
                    LEFT JOIN accounts_users u ON u.uuid = m.user_id WHERE m.family_id = ? ORDER BY m.joined_at, m.id
                    """, arguments: [family.id]
            ).map { Member(email: $0[0], nickname: $0[1], role: $0[2], joinedAt: $0[3]) }
        }
    }

    // MARK: Writing

    private func context(of user: String?) -> WriteContext {
        WriteContext(caller: Caller(user: user), now: accounts.now.milliseconds * 1_000) {
            UUID().uuidString.lowercased()
        }
    }

    /// Creates a family.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - owner: the address of its owner.
    ///   - password: the password of an owner who is no user yet; nil for one who is.
    /// - Returns: the family.
    /// - Throws: `user_unknown` without a password for an unknown owner; `family_refused`.
    package func create(_ name: String, owner: EmailAddress, password: Password?) async throws -> Family {
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
                if let draft { try ProjectAccounts.add(draft, transaction.db) }
                let result = try rows.call(
                    "create_family_for_user", .object(["family_name": .string(name)]), in: context, transaction.db)
                guard case .value(let text) = result else { return "" }
                return String(text.dropFirst().dropLast())
            }
        }
        return try await family(id)
    }

    /// Adds an invite in the name of the family's first owner.
    ///
    /// - Throws: `family_refused`.
    package func invite(to family: Family, as role: FamilyRole, nickname: String?) async throws -> Invite {
        let owner = try await families.read { _, db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT user_id FROM storytelling_members WHERE family_id = ? AND role = 'owner'
                    ORDER BY joined_at, id LIMIT 1
                    """, arguments: [family.id])
        }
        let context = context(of: owner)
        var members: [String: JSONValue] = ["family_id": .string(family.id), "role": .string(role.rawValue)]
        if let nickname { members["nickname"] = .string(nickname) }
        let body = JSONValue.object(members)
        return try await refusing {
            try await families.write { rows, transaction in
                let written = try rows.insert(into: "family_invites", body, in: context, transaction.db)
                guard case .text(let id) = written.changes.first?.key,
                    let row = try Row.fetchOne(
                        transaction.db, sql: "SELECT code, expires_at FROM storytelling_invites WHERE id = ?",
                        arguments: [id])
                else { throw Failure(.familyRefused, "No invite was added.") }
                return Invite(code: row[0], expiresAt: row[1])
            }
        }
    }

    /// Deletes a family with everything in it; the documents of its pictures as well.
    ///
    /// Stored bytes are gone after the next collection of garbage.
    ///
    /// - Throws: `family_has_artworks` if there are artworks that are not to be deleted.
    package func delete(_ family: Family, withArtworks: Bool) async throws {
        guard family.artworks == 0 || withArtworks else {
            throw Failure(.familyHasArtworks, "The family has artworks: \(family.artworks).")
        }
        try await families.write { _, transaction in
            try transaction.db.execute(
                sql: "DELETE FROM storytelling_families WHERE id = ?", arguments: [family.id])
        }
        _ = try await families.purge(at: accounts.now)
    }

    /// Says in the terms of this program what the rules of families refuse.
    private func refusing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as RowQueryError {
            throw Failure(.familyRefused, error.message, hint: error.hint)
        }
    }
}
