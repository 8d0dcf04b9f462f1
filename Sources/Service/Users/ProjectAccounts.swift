package import Foundation
package import GRDB
package import Pipeline
import PipelineSQLite

/// The users of the service as apps of a project know them, with their sessions.
///
/// A session has a JSON Web Token for an hour, and refresh tokens of which each is exchanged for the next. It ends with the
/// logout, a new password, the end of the user, and when a refresh token is used again later than ``reuseInterval``: then
/// somebody has a copy.
package struct ProjectAccounts: Sendable {
    /// How long an access token is valid.
    package static let accessLifetime = Duration.seconds(3600)
    /// How long a session lasts without a new access token.
    package static let refreshLifetime = Duration.seconds(90 * 86_400)
    /// How long a refresh token may be used again, by a client whose answer was lost.
    package static let reuseInterval = Duration.seconds(10)
    /// How long after its login a session may set a new password.
    package static let passwordChangeLimit = Duration.seconds(86_400)
    /// Maximum number of sessions of a user; another one ends the oldest.
    package static let sessionLimit = 50
    /// Maximum number of refresh tokens that are kept of a session.
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

    /// The time by which tokens expire.
    package var now: Timestamp { accounts.clock.now }

    /// Returns the key of the apps, which says nothing but that and does not expire.
    package func appKey() async throws -> String { try signer.sign(ProjectClaims.app) }

    // MARK: Who asks

    /// Returns who bears a token; nil if it is not valid.
    package func bearer(of token: String) async throws -> ProjectBearer? {
        guard let bearer = await bearer(namedBy: token) else { return nil }
        guard case .user(let user, let session, _) = bearer else { return bearer }
        return try await isOpen(session, of: user) ? bearer : .ended
    }

    /// Returns whom a token names, whose session may have ended; nil if it is not valid.
    package func bearer(namedBy token: String) async -> ProjectBearer? {
        let now = accounts.clock.now.milliseconds / 1000
        return signer.claims(ProjectClaims.self, of: token, atSecond: now)?.bearer
    }

    /// Returns whether a session has not ended.
    package func isOpen(_ session: UUID, of user: String) async throws -> Bool {
        try await accounts.store.read { db in try Self.isOpen(session, of: user, db) }
    }

    /// Returns whether a session has not ended, as a connection to the store sees it.
    package static func isOpen(_ session: UUID, of user: String, _ db: Database) throws -> Bool {
        try row(of: session, of: user, db) != nil
    }

    /// Returns a user; nil if there is none.
    package func user(_ id: String) async throws -> ProjectUser? {
        try await accounts.store.read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(ProjectUser.columns) FROM accounts_users u WHERE u.uuid = ?", arguments: [id]
            ).map(ProjectUser.init)
        }
    }

    /// Returns the user with an e-mail address; nil if there is none.
    package func user(with email: EmailAddress) async throws -> ProjectUser? {
        try await accounts.store.read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(ProjectUser.columns) FROM accounts_users u WHERE u.email = ?",
                arguments: [email.text]
            ).map(ProjectUser.init)
        }
    }

    /// Returns the row of a session and its user: the number, when it began, the user's number.
    static func row(of session: UUID, of user: String, _ db: Database) throws -> Row? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT s.number, s.created_at, s.user FROM accounts_project_sessions s
                    JOIN accounts_users u ON u.id = s.user WHERE s.id = ? AND u.uuid = ? AND NOT u.is_disabled
                    """), arguments: [session.uuidString.lowercased(), user])
    }
}
