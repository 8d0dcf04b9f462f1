package import HTTPService
package import Pipeline
import PipelineSQL
import SQL

/// The token of a user who is logged in to the service's own pages.
package struct LoginToken: Sendable, Hashable {
    /// The token for the API of apps.
    package let accessToken: String
    /// When it expires.
    package let expires: Timestamp
    /// The user's UUID in lower case.
    package let user: String
    /// The user's name.
    package let name: String
}

extension ProjectAccounts {
    /// The lifetime of a login's token.
    ///
    /// The page asks for the next one while the login lasts.
    package static let loginLifetime = Duration.seconds(600)

    /// Returns a token for the user who is logged in to the service's own pages.
    ///
    /// It is valid while the login lasts, and there is no refresh token.
    ///
    /// - Parameter identity: who makes the request.
    /// - Returns: the token; nil for a request that is not by a user who has logged in with a browser.
    /// - Throws: the store's errors.
    package func token(ofLogin identity: Identity) async throws -> LoginToken? {
        let session: LoginSession
        switch identity.credential {
        case .session(let number): session = .browser(number)
        case .signOn(let number): session = .signOn(number)
        case .none, .local, .token, .appLogin: return nil
        }
        let now = accounts.clock.now
        let user = try await accounts.store.read { db in
            try db.row(
                "SELECT \(ProjectUser.columns) FROM accounts_users u WHERE u.name = ? AND u.is_disabled = 0",
                [identity.owner.text], ProjectUser.init)
        }
        guard let user else { return nil }
        let claims = ProjectClaims.access(of: user, in: session.id, at: now, for: Self.loginLifetime)
        return LoginToken(
            accessToken: try signer.sign(claims), expires: Timestamp(milliseconds: (claims.expires ?? 0) * 1000),
            user: user.id, name: identity.owner.text)
    }

    /// Returns whether a login to the service's own pages lasts.
    static func isOpen(_ session: LoginSession, of user: String, at now: Timestamp, _ db: any SQLSession) throws -> Bool
    {
        switch session {
        case .browser(let number):
            try db.hasRow(
                """
                SELECT 1 FROM accounts_sessions s JOIN accounts_users u ON u.id = s."user"
                WHERE s.id = ? AND u.uuid = ? AND u.is_disabled = 0 AND s.used_at > ? AND s.created_at > ?
                """,
                [
                    number, user, (now - Accounts.idleLimit).milliseconds, (now - Accounts.ageLimit).milliseconds,
                ])
        case .signOn(let number):
            try db.hasRow(
                "SELECT 1 FROM accounts_users WHERE id = ? AND uuid = ? AND is_disabled = 0", [number, user])
        }
    }
}
