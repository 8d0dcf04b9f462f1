import FailureModel
package import HTTPService
package import Pipeline
import PipelineSQL
import SQL

/// An API token, without the secret.
package struct Token: Hashable, Sendable {
    /// Whether a token is accepted.
    package enum State: String, Sendable { case active, expired, revoked }

    /// The number that identifies the token for revocation.
    package let number: Int64
    /// The user that the token acts for.
    package let owner: String
    /// The purpose of the token, as given at creation.
    package let name: String
    /// The permissions of the token.
    package let role: Identity.Role
    /// When the token was created.
    package let createdAt: Timestamp
    /// When the token was last used, to within a minute; nil if never.
    package let usedAt: Timestamp?
    /// When the token expires; nil if never.
    package let expiresAt: Timestamp?
    /// When the token was revoked; nil if never.
    package let revokedAt: Timestamp?

    /// Returns the state at a given time.
    package func state(at now: Timestamp) -> State {
        if revokedAt != nil { return .revoked }
        return expiresAt.map { $0 <= now } == true ? .expired : .active
    }
}

extension Accounts {
    /// Prefix of every token.
    private static let tokenPrefix = "fwt_"

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - owner: the user that it acts for.
    ///   - name: the purpose of the token.
    ///   - role: the permissions of the token.
    ///   - lifetime: how long it is valid; nil for no expiry.
    /// - Returns: the token with its secret, which cannot be retrieved again.
    /// - Throws: `user_unknown`.
    package func createToken(
        of owner: UserName, name: String, role: Identity.Role, lifetime: Duration?
    ) async throws -> (token: Token, secret: String) {
        let (secret, now) = (Secret(prefix: Self.tokenPrefix), clock.now)
        let token = try await write { [digest = secret.digest] transaction in
            let user = try Self.number(of: owner, transaction.db)
            let expiry = lifetime.map { now + $0 }
            let number = try transaction.db.insertedNumber(
                """
                INSERT INTO accounts_tokens ("user", digest, name, role, created_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?) RETURNING id
                """,
                [user, digest, name, role.rawValue, now.milliseconds, expiry?.milliseconds])
            return Token(
                number: number, owner: owner.text, name: name, role: role, createdAt: now,
                usedAt: nil, expiresAt: expiry, revokedAt: nil)
        }
        return (token, secret.text)
    }

    /// Returns the tokens of one user or of all users, ordered by number.
    ///
    /// - Throws: `user_unknown`.
    package func tokens(of owner: UserName?) async throws -> [Token] {
        try await store.read { db in
            if let owner { _ = try Self.number(of: owner, db) }
            return try db.rows(
                """
                SELECT t.id, u.name, t.name, t.role, t.created_at, t.used_at, t.expires_at, t.revoked_at
                FROM accounts_tokens t JOIN accounts_users u ON u.id = t."user"
                WHERE CAST(?1 AS TEXT) IS NULL OR u.name = ?1 ORDER BY t.id
                """, [owner?.text]
            ) { row in
                Token(
                    number: row[0], owner: row[1], name: row[2], role: Identity.Role(rawValue: row[3]) ?? .read,
                    createdAt: Timestamp(milliseconds: row[4]), usedAt: Self.timestamp(row[5]),
                    expiresAt: Self.timestamp(row[6]), revokedAt: Self.timestamp(row[7]))
            }
        }
    }

    /// Revokes a token permanently; repeating it changes nothing.
    ///
    /// - Throws: `token_unknown`.
    package func revokeToken(_ number: Int64) async throws {
        let now = clock.now
        try await write { transaction in
            let changed = try transaction.db.execute(
                "UPDATE accounts_tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
                [now.milliseconds, number])
            guard changed == 1 else {
                throw Failure(.tokenUnknown, "There is no token \(number).")
            }
        }
    }

    private static func timestamp(_ milliseconds: Int64?) -> Timestamp? {
        milliseconds.map(Timestamp.init(milliseconds:))
    }
}
