package import Audit
import FailureModel
import Foundation
package import HTTPService
package import Pipeline
import PipelineSQL
package import SQL

extension Accounts {
    /// How long the page says that an invitation has ended, after its expiry.
    private static let invitationMemory = Duration.seconds(30 * 86_400)
    /// Maximum number of open invitations.
    package static let invitationLimit = 1_000

    /// Invites somebody to become a user.
    ///
    /// - Parameters:
    ///   - role: the role of the future user.
    ///   - email: the address of the future user, if any; nothing is sent to it.
    ///   - creator: the administrator who invites; nil for a command.
    ///   - actor: who invites, for the log.
    /// - Returns: the invitation with its secret, which cannot be retrieved again.
    /// - Throws: `user_exists` if a user has the address; `too_many_requests` beyond the limit of open invitations.
    package func invite(
        as role: UserRole, email: EmailAddress? = nil, by creator: UserName? = nil,
        actor: AuditActor = .commandLine
    ) async throws -> (invitation: Invitation, secret: String) {
        let (secret, now) = (Secret(), clock.now)
        let expiry = now + Invitation.lifetime
        let invitation = try await write { [digest = secret.digest] transaction in
            let db = transaction.db
            let number = try creator.map { try Self.number(of: $0, db) }
            try db.execute(
                "DELETE FROM accounts_invitations WHERE expires_at <= ?", [(now - Self.invitationMemory).milliseconds])
            let open = "SELECT count(*) FROM accounts_invitations WHERE used_at IS NULL AND expires_at > ?"
            guard try db.value(Int.self, open, [now.milliseconds]) ?? 0 < Self.invitationLimit else {
                throw APIError(
                    Failure(.tooManyRequests, "\(Self.invitationLimit) invitations are open; withdraw some."),
                    retryAfter: 3600)
            }
            if let email, try Self.identifier(of: email, db) != nil {
                throw Failure(.userExists, "There is a user with this e-mail address already.")
            }
            let id = try db.insertedNumber(
                """
                INSERT INTO accounts_invitations (digest, role, email, creator, created_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?) RETURNING id
                """, [digest, role.rawValue, email?.text, number, now.milliseconds, expiry.milliseconds])
            try AuditLog.insert(
                .invited, about: Self.subject(id), detail: role.rawValue, by: actor, at: now, db)
            return Invitation(
                number: id, role: role, email: email?.text, creator: creator?.text, createdAt: now, expiresAt: expiry)
        }
        return (invitation, secret.text)
    }

    /// Returns the open invitations, newest first.
    package func invitations() async throws -> [Invitation] {
        let now = clock.now
        return try await store.read { db in
            try db.rows(
                """
                SELECT \(Self.invitationColumns) WHERE i.used_at IS NULL AND i.expires_at > ? ORDER BY i.id DESC
                """, [now.milliseconds], Invitation.init)
        }
    }

    /// Withdraws an open invitation.
    ///
    /// - Throws: `invitation_unknown` if it has ended, or never was.
    package func withdrawInvitation(_ number: Int64, by actor: AuditActor = .commandLine) async throws {
        let now = clock.now
        try await write { transaction in
            let changed = try transaction.db.execute(
                "DELETE FROM accounts_invitations WHERE id = ? AND used_at IS NULL AND expires_at > ?",
                [number, now.milliseconds])
            guard changed == 1 else { throw Failure(.invitationUnknown, "There is no open invitation \(number).") }
            try AuditLog.insert(
                .invitationWithdrawn, about: Self.subject(number), by: actor, at: now, transaction.db)
        }
    }

    /// Withdraws the open invitations of a user who may no longer invite.
    static func withdrawInvitations(
        of creator: Int64, by actor: AuditActor, at now: Timestamp, _ db: any SQLSession
    ) throws {
        let open = try db.values(
            Int64.self,
            "SELECT id FROM accounts_invitations WHERE creator = ? AND used_at IS NULL AND expires_at > ? ORDER BY id",
            [creator, now.milliseconds])
        try db.execute("DELETE FROM accounts_invitations WHERE creator = ? AND used_at IS NULL", [creator])
        for number in open {
            try AuditLog.insert(.invitationWithdrawn, about: subject(number), by: actor, at: now, db)
        }
    }

    /// The invitation in the log, where an address has no place.
    private static func subject(_ number: Int64) -> String { "invitation \(number)" }

    /// Returns what the link with a secret leads to.
    package func invitation(_ secret: String) async throws -> Invitation.State {
        let (digest, now) = (Secret.digest(of: secret), clock.now)
        return try await store.read { db in try Self.invitation(digest, at: now, db) }
    }

    /// Makes the bearer of an invitation a user, and begins a session.
    ///
    /// - Parameters:
    ///   - secret: the secret of the invitation, which ends.
    ///   - name: the name that the user has chosen.
    ///   - password: the password that the user has chosen.
    ///   - client: the program and address of the user.
    ///   - isTaken: returns whether an owner has belongings, although there may be no such user.
    /// - Returns: the secret of the session.
    /// - Throws: `invitation_unknown`, `invitation_ended`; `user_exists` if the name is taken.
    package func accept(
        _ secret: String, name: UserName, password: Password, from client: LoginClient = .unknown,
        isTaken: @escaping @Sendable (OwnerID, any SQLSession) throws -> Bool = { _, _ in false }
    ) async throws -> String {
        let (digest, session) = (Secret.digest(of: secret), Secret())
        // A wrong link must not cost the work of a hash.
        _ = try await store.read { [now = clock.now] db in try Self.openInvitation(digest, at: now, db) }
        let hash = try await hasher.hash(password)
        let now = clock.now
        try await write { [sessionDigest = session.digest] transaction in
            let db = transaction.db
            let invitation = try Self.openInvitation(digest, at: now, db)
            // What belongs to a watched folder's owner, for example, must not become the property of whoever is invited.
            guard try !StoredDocuments(db).exist(of: name.owner), try !isTaken(name.owner, db),
                try Self.insert(
                    name, hash: hash, role: invitation.role, email: invitation.email, at: now, db)
            else {
                if let email = invitation.email, try Self.identifier(of: try EmailAddress(email), db) != nil {
                    throw Failure(.userExists, "There is a user with the e-mail address of the invitation already.")
                }
                throw Failure(.userExists, "The name \(name) is taken already; choose another one.")
            }
            try db.execute(
                "UPDATE accounts_invitations SET used_at = ? WHERE id = ?", [now.milliseconds, invitation.number])
            let user = try Self.number(of: name, db)
            try db.execute("UPDATE accounts_users SET logged_in_at = ? WHERE id = ?", [now.milliseconds, user])
            try Self.beginSession(of: user, sessionDigest, from: client, at: now, db)
            let subject = Self.subject(invitation.number)
            try AuditLog.insert(
                .invitationAccepted, about: name.text, detail: invitation.role.rawValue,
                by: AuditActor(owner: name.owner, credential: subject), at: now, db)
        }
        return session.text
    }

    private static let invitationColumns = """
        i.id, i.role, i.email, u.name, i.created_at, i.expires_at, i.used_at
        FROM accounts_invitations i LEFT JOIN accounts_users u ON u.id = i.creator
        """

    private static func invitation(
        _ digest: Data, at now: Timestamp, _ db: any SQLSession
    ) throws -> Invitation.State {
        let row = try db.row("SELECT \(invitationColumns) WHERE i.digest = ?", [digest])
        guard let row else { return .unknown }
        if row[6] as Int64? != nil { return .used }
        let invitation = Invitation(row)
        return invitation.expiresAt > now ? .open(invitation) : .expired
    }

    private static func openInvitation(
        _ digest: Data, at now: Timestamp, _ db: any SQLSession
    ) throws -> Invitation {
        switch try invitation(digest, at: now, db) {
        case .open(let invitation): return invitation
        case .used: throw Failure(.invitationEnded, "This invitation was used already.")
        case .expired: throw Failure(.invitationEnded, "This invitation has expired.")
        case .unknown: throw Failure(.invitationUnknown, "There is no such invitation, or it was withdrawn.")
        }
    }
}

extension Invitation {
    fileprivate init(_ row: SQLRow) {
        self.init(
            number: row[0], role: UserRole(stored: row[1]), email: row[2], creator: row[3],
            createdAt: Timestamp(milliseconds: row[4]), expiresAt: Timestamp(milliseconds: row[5]))
    }
}
