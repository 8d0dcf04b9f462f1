import FailureModel
import Foundation
package import HTTPService
package import Pipeline
import PipelineSQL
import SQL

/// The logins of apps, with pairs of JSON Web Tokens.
///
/// A refresh token can be exchanged once for the next pair.
///
/// An access token is valid while its login lasts. A login ends at logout, with a new password, with the deletion of
/// the user, and if a refresh token is used a second time, since another party must have a copy.
package struct AppLogins: AppAuthenticator {
    /// How long an access token is valid.
    package static let accessLifetime = Duration.seconds(24 * 3600)
    /// How long a refresh token is valid.
    package static let refreshLifetime = Duration.seconds(7 * 24 * 3600)
    /// Maximum number of logins of a user; a further one ends the oldest.
    package static let loginLimit = 100

    private let accounts: Accounts
    private let signer: TokenSigner

    /// Creates access to the logins of a store.
    ///
    /// - Parameters:
    ///   - accounts: the users.
    ///   - signer: signs and verifies tokens.
    package init(_ accounts: Accounts, signer: TokenSigner) {
        self.accounts = accounts
        self.signer = signer
    }

    // MARK: Access tokens

    package func identity(ofAccessToken token: String) async throws -> Identity? {
        guard let claims = await claims(of: token, .access) else { return nil }
        return try await accounts.store.read { db in
            let row = try db.row(
                """
                SELECT l.id, u.name, u.role FROM accounts_app_tokens t
                JOIN accounts_app_logins l ON l.id = t.login JOIN accounts_users u ON u.id = l."user"
                WHERE t.access = ? AND u.id = ? AND u.is_disabled = 0
                """, [claims.id, claims.user])
            return row.map {
                Identity(
                    owner: OwnerID($0[1]), role: .write, credential: .appLogin($0[0]), userRole: UserRole(stored: $0[2])
                )
            }
        }
    }

    package func isValid(login number: Int64) async throws -> Bool {
        let now = accounts.clock.now
        return try await accounts.store.read { db in
            try db.value(
                Bool.self,
                """
                SELECT EXISTS (
                    SELECT 1 FROM accounts_app_tokens t JOIN accounts_app_logins l ON l.id = t.login
                    JOIN accounts_users u ON u.id = l."user"
                    WHERE l.id = ? AND t.expires_at > ? AND u.is_disabled = 0)
                """, [number, now.milliseconds]) ?? false
        }
    }

    package func number(of owner: OwnerID) async throws -> Int64? {
        try await accounts.store.read { db in
            try db.value(Int64.self, "SELECT id FROM accounts_users WHERE name = ?", [owner.text])
        }
    }

    // MARK: Logins

    /// A pair of tokens, and the stored values of both.
    private struct Pair: Sendable {
        let access: String
        let accessID: String
        let refresh: String
        let refreshDigest: Data
        let expires: Timestamp

        func insert(login: Int64, _ db: any SQLSession) throws {
            try db.execute(
                "INSERT INTO accounts_app_tokens (access, refresh, login, expires_at) VALUES (?, ?, ?, ?)",
                [accessID, refreshDigest, login, expires.milliseconds])
        }
    }

    package func logIn(name: String, password: String, from client: LoginClient) async throws -> AppTokens {
        let user = try await accounts.verify(Login(name), password: password)
        let now = accounts.clock.now
        let pair = try await pair(for: user.number, at: now)
        try await accounts.write { transaction in
            let db = transaction.db
            try user.admit(db, at: now)
            try Self.removeExpired(at: now, db)
            let login = try db.insertedNumber(
                """
                INSERT INTO accounts_app_logins ("user", created_at, program, address) VALUES (?, ?, ?, ?) RETURNING id
                """, [user.number, now.milliseconds, client.program, client.address])
            try pair.insert(login: login, db)
            try db.execute(
                """
                DELETE FROM accounts_app_logins WHERE id IN (
                    SELECT id FROM accounts_app_logins WHERE "user" = ? ORDER BY id DESC LIMIT 1000000 OFFSET ?)
                """, [user.number, Self.loginLimit])
        }
        return AppTokens(
            access: pair.access, refresh: pair.refresh, userNumber: user.number, userName: user.name)
    }

    package func renew(_ refreshToken: String) async throws -> AppTokens {
        guard let claims = await claims(of: refreshToken, .refresh) else { throw Self.refusal }
        let now = accounts.clock.now
        let pair = try await pair(for: claims.user, at: now)
        let digest = Secret.digest(of: refreshToken)
        let user: String? = try await accounts.write { transaction in
            let db = transaction.db
            try Self.removeExpired(at: now, db)
            let row = try db.row(
                """
                SELECT t.login, t.is_used, u.name FROM accounts_app_tokens t
                JOIN accounts_app_logins l ON l.id = t.login JOIN accounts_users u ON u.id = l."user"
                WHERE t.refresh = ? AND u.id = ? AND u.is_disabled = 0
                """, [digest, claims.user])
            guard let row else { return nil }
            let login: Int64 = row[0]
            if row[1] {
                // The thief and the owner cannot be distinguished, so both must log in again.
                try db.execute("DELETE FROM accounts_app_logins WHERE id = ?", [login])
                return nil
            }
            try db.execute("UPDATE accounts_app_tokens SET is_used = 1 WHERE refresh = ?", [digest])
            try pair.insert(login: login, db)
            return row[2]
        }
        guard let user else { throw Self.refusal }
        return AppTokens(access: pair.access, refresh: pair.refresh, userNumber: claims.user, userName: user)
    }

    package func logOut(_ refreshToken: String) async throws {
        guard await claims(of: refreshToken, .refresh) != nil else { throw Self.refusal }
        let digest = Secret.digest(of: refreshToken)
        try await accounts.write { transaction in
            try transaction.db.execute(
                """
                DELETE FROM accounts_app_logins
                WHERE id = (SELECT login FROM accounts_app_tokens WHERE refresh = ?)
                """, [digest])
        }
    }

    /// Removes expired tokens, and logins without tokens.
    private static func removeExpired(at now: Timestamp, _ db: any SQLSession) throws {
        let changed = try db.execute("DELETE FROM accounts_app_tokens WHERE expires_at <= ?", [now.milliseconds])
        guard changed > 0 else { return }
        try db.execute(
            "DELETE FROM accounts_app_logins WHERE id NOT IN (SELECT login FROM accounts_app_tokens)")
    }

    private func claims(of token: String, _ kind: TokenClaims.Kind) async -> TokenClaims? {
        let claims = signer.claims(
            TokenClaims.self, of: token, atSecond: accounts.clock.now.milliseconds / 1000)
        return claims?.kind == kind && claims?.audience == nil ? claims : nil
    }

    private func pair(for user: Int64, at now: Timestamp) async throws -> Pair {
        func claims(_ kind: TokenClaims.Kind, for lifetime: Duration) -> TokenClaims {
            let issued = now.milliseconds / 1000
            return TokenClaims(
                kind: kind, user: user, expires: issued + lifetime.components.seconds, issued: issued,
                id: UUID().uuidString)
        }
        let access = claims(.access, for: Self.accessLifetime)
        let refresh = try signer.sign(claims(.refresh, for: Self.refreshLifetime))
        return Pair(
            access: try signer.sign(access), accessID: access.id, refresh: refresh,
            refreshDigest: Secret.digest(of: refresh), expires: now + Self.refreshLifetime)
    }

    /// Identical for all reasons, so that it reveals nothing.
    private static let refusal = Failure(.tokenNotValid, "The token is not valid, or has expired.")
}
