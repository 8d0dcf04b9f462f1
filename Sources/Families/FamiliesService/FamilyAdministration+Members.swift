package import Users
import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import RowQuery
import RowQuerySQL
package import Families
import FamiliesSQL
import SQL

/// Management of members and invites.
///
/// Changes are made on behalf of the family's first owner, so that the rules of families also apply to the command
/// line.
extension FamilyAdministration {
    // MARK: The family

    /// Renames a family.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - name: The new name.
    ///   - sharesName: Whether another family may have the same name.
    /// - Throws: `family_refused`.
    package func rename(_ family: Family, to name: String, sharesName: Bool = false) async throws {
        try await writing(family) { rows, context, db in
            if !sharesName { try Self.checkIsFree(name, rows, db) }
            _ = try rows.update(
                "families", .object(["name": .text(name)]), .rows(where: ["id": family.id]), in: context, db)
        }
    }

    /// Checks that no family has a name yet.
    ///
    /// - Throws: `family_refused`.
    static func checkIsFree(_ name: String, _ rows: FamilyRows, _ db: any SQLSession) throws {
        guard try rows.hasFamily(named: name, db) else { return }
        throw Failure(
            .familyRefused, "There is a family of that name already.",
            hint: "Choose another name, or add --duplicate for a second family of that name.")
    }

    // MARK: Members

    /// Changes the role or nickname of a member.
    ///
    /// - Parameters:
    ///   - email: The member's address.
    ///   - family: The family.
    ///   - role: The new role; `nil` keeps the role.
    ///   - nickname: The new nickname; `nil` keeps the nickname.
    /// - Throws: `user_unknown` if no member has the address; `family_refused`, also for the last owner.
    package func change(
        _ email: EmailAddress, of family: Family, role: FamilyRole?, nickname: String?
    ) async throws {
        var values: JSONObject = [:]
        if let role { values["role"] = .text(role.rawValue) }
        if let nickname { values["nickname"] = .text(nickname) }
        let body = JSONValue.object(values)
        let user = try await member(email)
        try await writing(family) { rows, context, db in
            let changed = try rows.update("family_members", body, .member(user, of: family.id), in: context, db)
            if changed.changes.isEmpty { throw Self.notAMember }
        }
    }

    /// Ends a membership; the user and its contributions remain.
    ///
    /// - Throws: `user_unknown` if no member has the address; `family_refused` for the last owner.
    package func remove(_ email: EmailAddress, from family: Family) async throws {
        let user = try await member(email)
        try await writing(family) { rows, context, db in
            let changed = try rows.delete(from: "family_members", .member(user, of: family.id), in: context, db)
            if changed.changes.isEmpty { throw Self.notAMember }
        }
    }

    private func member(_ email: EmailAddress) async throws -> String {
        guard let user = try await accounts.user(with: email) else { throw Self.notAMember }
        return user.id
    }

    private static var notAMember: Failure {
        Failure(.userUnknown, "No member of the family has this e-mail address.")
    }

    // MARK: Invites

    /// Adds an invite.
    ///
    /// - Throws: `family_refused`.
    package func invite(to family: Family, as role: FamilyRole, nickname: String?) async throws -> Invite {
        var members: JSONObject = ["family_id": .text(family.id), "role": .text(role.rawValue)]
        if let nickname { members["nickname"] = .text(nickname) }
        let body = JSONValue.object(members)
        return try await writing(family) { rows, context, db in
            let written = try rows.insert(into: "family_invites", body, in: context, db)
            guard case .text(let id) = written.changes.first?.key,
                let row = try db.row(Self.inviteSQL + " WHERE id = ?", [id])
            else { throw Failure(.familyRefused, "No invite was added.") }
            return Self.invite(row)
        }
    }

    /// Returns the valid invites of a family, latest first.
    package func invites(to family: Family) async throws -> [Invite] {
        let now = CivilTime.timestamp(microsecondsSince1970: accounts.now.milliseconds * 1_000)
        return try await families.read { _, db in
            try db.rows(
                Self.inviteSQL
                    + " WHERE family_id = ? AND used_at IS NULL AND expires_at > ? ORDER BY expires_at DESC, code",
                [family.id, now], Self.invite)
        }
    }

    /// Revokes an invite.
    ///
    /// - Throws: `family_refused` if the family has no such invite, or it is used.
    package func revoke(_ code: String, from family: Family) async throws {
        try await writing(family) { rows, context, db in
            let text = InviteCode(code)?.text ?? ""
            let used = try db.value(
                Bool.self, "SELECT used_at IS NOT NULL FROM storytelling_invites WHERE family_id = ? AND code = ?",
                [family.id, text])
            guard used == false else {
                throw Failure(
                    .familyRefused,
                    used == nil ? "The family has no invite with this code." : "The invite has been used already.",
                    hint: used == nil ? "List the invites with: formwright families invites FAMILY" : nil)
            }
            _ = try rows.delete(
                from: "family_invites", .rows(where: ["family_id": family.id, "code": text]), in: context, db)
        }
    }

    private static let inviteSQL = "SELECT code, role, nickname, expires_at FROM storytelling_invites"

    private static func invite(_ row: SQLRow) -> Invite {
        Invite(code: row[0], role: row[1], nickname: row[2], expiresAt: row[3])
    }

    // MARK: Writing

    /// Changes rows of a family on behalf of its first owner.
    private func writing<Result: Sendable>(
        _ family: Family, _ body: @escaping @Sendable (FamilyRows, WriteContext, any SQLSession) throws -> Result
    ) async throws -> Result {
        let owner = try await families.read { _, db in
            try db.value(
                String.self,
                """
                SELECT user_id FROM storytelling_members WHERE family_id = ? AND role = 'owner'
                ORDER BY joined_at, id LIMIT 1
                """, [family.id])
        }
        let context = context(of: owner)
        return try await refusing {
            try await families.write { rows, transaction in try body(rows, context, transaction.db) }
        }
    }
}

extension RowRequest {
    /// Returns a request for rows with the given values.
    static func rows(where values: [String: String]) -> RowRequest {
        var request = RowRequest()
        request.filters = values.sorted { $0.key < $1.key }.map { column, value in
            Placed(.test(FieldPath(column), isNegated: false, .compare(.equal, value)))
        }
        return request
    }

    /// Returns a request for the row of a membership.
    static func member(_ user: String, of family: String) -> RowRequest {
        rows(where: ["family_id": family, "user_id": user])
    }
}
