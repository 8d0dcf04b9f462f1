package import Foundation
import HTTPService
package import Pipeline
import PipelineSQL
package import SQL

/// The users of the service for apps of a project, with their sessions.
///
/// A session has a JSON Web Token for an hour, and refresh tokens that are each exchanged for the next. It ends with a
/// logout, a new password, or the deletion of the user. It also ends when a refresh token is used again after
/// ``reuseInterval``, which means that somebody has a copy. A user who is logged in to the service's own pages needs no
/// session: the token of a ``LoginSession`` lasts as long as that login, at most ``loginLifetime``.
package struct ProjectAccounts: Sendable {
    /// The lifetime of an access token.
    package static let accessLifetime = Duration.seconds(3600)
    /// The lifetime of a session without a new access token.
    package static let refreshLifetime = Duration.seconds(90 * 86_400)
    /// How long a client may reuse a refresh token after losing the response.
    package static let reuseInterval = Duration.seconds(10)
    /// How long after the login a session may set a new password.
    package static let passwordChangeLimit = Duration.seconds(86_400)
    /// The maximum number of sessions of a user; another one ends the oldest.
    package static let sessionLimit = 50
    /// The maximum number of stored refresh tokens of a session.
    package static let tokenLimit = 200

    let accounts: Accounts
    let signer: TokenSigner

    /// Creates access to the users and sessions of a store.
    ///
    /// - Parameters:
    ///   - accounts: the users.
    ///   - signer: signs and checks tokens.
    package init(_ accounts: Accounts, signer: TokenSigner) {
        self.accounts = accounts
        self.signer = signer
    }

    /// The current time for the expiry of tokens.
    package var now: Timestamp { accounts.clock.now }

    /// Returns the key of the apps, which has no other claims and does not expire.
    package func appKey() async throws -> String { try signer.sign(ProjectClaims.app) }

    // MARK: Callers

    /// Returns the bearer of a token after checking the session; nil if invalid.
    package func bearer(of token: String) async throws -> ProjectBearer? {
        guard let bearer = await bearer(namedBy: token) else { return nil }
        guard case .user(let user, let session, _) = bearer else { return bearer }
        return try await isOpen(session, of: user) ? bearer : .ended
    }

    /// Returns the bearer named by a token; nil if invalid.
    ///
    /// The session may have ended.
    package func bearer(namedBy token: String) async -> ProjectBearer? {
        let now = accounts.clock.now.milliseconds / 1000
        return signer.claims(ProjectClaims.self, of: token, atSecond: now)?.bearer
    }

    /// Returns whether a session is open.
    package func isOpen(_ session: UUID, of user: String) async throws -> Bool {
        let now = accounts.clock.now
        return try await accounts.store.read { db in try Self.isOpen(session, of: user, at: now, db) }
    }

    /// Returns whether a session is open, through a connection to the store.
    package static func isOpen(
        _ session: UUID, of user: String, at now: Timestamp, _ db: any SQLSession
    ) throws -> Bool {
        if let login = LoginSession(session) { return try isOpen(login, of: user, at: now, db) }
        return try row(of: session, of: user, db) != nil
    }

    /// Returns whether a user may only read; false for an unknown one.
    package func isReader(_ id: String) async throws -> Bool {
        let role = try await accounts.store.read { db in
            try db.value(String.self, "SELECT role FROM accounts_users WHERE uuid = ?", [id])
        }
        return role.map { UserRole(stored: $0) } == .reader
    }

    /// Returns the user with a UUID, or nil.
    package func user(_ id: String) async throws -> ProjectUser? {
        try await accounts.store.read { db in
            try db.row("SELECT \(ProjectUser.columns) FROM accounts_users u WHERE u.uuid = ?", [id], ProjectUser.init)
        }
    }

    /// Returns the user with an e-mail address, or nil.
    package func user(with email: EmailAddress) async throws -> ProjectUser? {
        try await accounts.store.read { db in
            try db.row(
                "SELECT \(ProjectUser.columns) FROM accounts_users u WHERE u.email = ?",
                [email.text], ProjectUser.init)
        }
    }

    /// Returns a session's row: its number, its start and the user's number.
    static func row(of session: UUID, of user: String, _ db: any SQLSession) throws -> SQLRow? {
        try db.row(
            """
            SELECT s.number, s.created_at, s."user" FROM accounts_project_sessions s
            JOIN accounts_users u ON u.id = s."user" WHERE s.id = ? AND u.uuid = ? AND u.is_disabled = 0
            """, [session.uuidString.lowercased(), user])
    }
}
