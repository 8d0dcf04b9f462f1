package import Foundation
package import HTTPService
import Pipeline
import PipelineSQL
package import SQL

extension ProjectAccounts {
    /// A prepared session, with tokens signed before the transaction that starts it.
    package struct SessionDraft: Sendable {
        /// The tokens for the app.
        package let session: ProjectSession
        fileprivate let id: UUID
        fileprivate let now: Timestamp
        fileprivate let client: LoginClient
    }

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - email: the e-mail address as typed.
    ///   - password: the password as typed.
    ///   - client: the program and address of the login.
    /// - Returns: the tokens of the session.
    /// - Throws: `login_failed`; `too_many_requests` after too many failures, or while too many passwords are being
    /// checked.
    package func signIn(
        email: String, password: String, from client: LoginClient = .unknown
    ) async throws -> ProjectSession {
        let verified = try await accounts.verify(Login(email: email), password: password)
        let draft = try await draft(of: verified.user, from: client)
        try await accounts.write { transaction in
            try verified.admit(transaction.db, at: draft.now)
            try Self.begin(draft, transaction.db)
        }
        return draft.session
    }

    /// Prepares a session of a user.
    package func draft(of user: ProjectUser, from client: LoginClient = .unknown) async throws -> SessionDraft {
        let (id, now) = (UUID(), accounts.clock.now)
        let session = try await tokens(of: user, in: id, refresh: Secret().text, at: now)
        return SessionDraft(session: session, id: id, now: now, client: client)
    }

    /// Starts a prepared session.
    package static func begin(_ draft: SessionDraft, _ db: any SQLSession) throws {
        try Accounts.lock(db)
        try removeExpired(at: draft.now, db)
        let session = try db.value(
            Int64.self,
            """
            INSERT INTO accounts_project_sessions (id, "user", created_at, program, address)
            SELECT ?1, id, ?2, ?4, ?5 FROM accounts_users WHERE uuid = ?3 RETURNING number
            """,
            [
                draft.id.uuidString.lowercased(), draft.now.milliseconds, draft.session.user.id, draft.client.program,
                draft.client.address,
            ])
        // The user may have been deleted meanwhile.
        guard let session else { return }
        try add(Secret.digest(of: draft.session.refreshToken), to: session, at: draft.now, db)
        try db.execute(
            """
            DELETE FROM accounts_project_sessions WHERE number IN (
                SELECT s.number FROM accounts_project_sessions s JOIN accounts_users u ON u.id = s."user"
                WHERE u.uuid = ? ORDER BY s.number DESC LIMIT 1000000 OFFSET ?)
            """, [draft.session.user.id, sessionLimit])
    }

    // MARK: Renewal

    /// The outcome of exchanging a refresh token.
    private enum Exchange: Sendable {
        case next(ProjectUser, session: UUID)
        case unknown
        case used
    }

    /// Exchanges a refresh token for the next tokens of its session.
    ///
    /// - Throws: ``ProjectAccountError``: `refreshTokenUnknown`; `refreshTokenUsed`, and the session has ended.
    package func renew(_ refreshToken: String) async throws -> ProjectSession {
        guard refreshToken.utf8.count == 64 else { throw ProjectAccountError.refreshTokenUnknown }
        let (digest, now) = (Secret.digest(of: refreshToken), accounts.clock.now)
        let successor = signer.successor(of: refreshToken)
        let next = Secret.digest(of: successor)
        // Malformed tokens must not make others wait for the database file.
        guard try await accounts.store.read({ try Self.row(ofToken: digest, $0) != nil }) else {
            throw ProjectAccountError.refreshTokenUnknown
        }
        let exchange = try await accounts.write { transaction in
            try Self.exchange(digest, for: next, at: now, transaction.db)
        }
        switch exchange {
        case .unknown: throw ProjectAccountError.refreshTokenUnknown
        case .used: throw ProjectAccountError.refreshTokenUsed
        case .next(let user, let session): return try await tokens(of: user, in: session, refresh: successor, at: now)
        }
    }

    private static func row(ofToken digest: Data, _ db: any SQLSession) throws -> SQLRow? {
        try db.row(
            """
            SELECT \(ProjectUser.columns), s.number, s.id, t.used_at
            FROM accounts_project_tokens t JOIN accounts_project_sessions s ON s.number = t.session
            JOIN accounts_users u ON u.id = s."user" WHERE t.digest = ? AND u.is_disabled = 0
            """, [digest])
    }

    private static func exchange(
        _ digest: Data, for next: Data, at now: Timestamp, _ db: any SQLSession
    ) throws -> Exchange {
        try removeExpired(at: now, db)
        guard let row = try row(ofToken: digest, db), let session = UUID(uuidString: row[6]) else { return .unknown }
        let number: Int64 = row[5]
        if let used: Int64 = row[7] {
            guard now - Timestamp(milliseconds: used) <= reuseInterval else {
                // The thief and the owner cannot be distinguished, so both must sign in again.
                try db.execute("DELETE FROM accounts_project_sessions WHERE number = ?", [number])
                return .used
            }
        } else {
            try db.execute(
                "UPDATE accounts_project_tokens SET used_at = ? WHERE digest = ?",
                [now.milliseconds, digest])
            try add(next, to: number, at: now, db)
        }
        return .next(ProjectUser(row), session: session)
    }

    private static func add(_ digest: Data, to session: Int64, at now: Timestamp, _ db: any SQLSession) throws {
        try db.execute(
            "INSERT INTO accounts_project_tokens (digest, session, expires_at) VALUES (?, ?, ?)",
            [digest, session, (now + refreshLifetime).milliseconds])
        try db.execute(
            """
            DELETE FROM accounts_project_tokens WHERE number IN (
                SELECT number FROM accounts_project_tokens WHERE session = ? ORDER BY number DESC LIMIT 1000000 OFFSET ?)
            """, [session, tokenLimit])
    }

    /// Removes expired tokens, and sessions without tokens.
    private static func removeExpired(at now: Timestamp, _ db: any SQLSession) throws {
        let changed = try db.execute(
            "DELETE FROM accounts_project_tokens WHERE expires_at <= ?", [now.milliseconds])
        guard changed > 0 else { return }
        try db.execute(
            """
            DELETE FROM accounts_project_sessions WHERE number NOT IN (
                SELECT session FROM accounts_project_tokens)
            """)
    }

    private func tokens(
        of user: ProjectUser, in session: UUID, refresh: String, at now: Timestamp
    ) async throws -> ProjectSession {
        let claims = ProjectClaims.access(of: user, in: session, at: now, for: Self.accessLifetime)
        return ProjectSession(
            accessToken: try signer.sign(claims), refreshToken: refresh,
            expires: Timestamp(milliseconds: (claims.expires ?? 0) * 1000), user: user)
    }

    // MARK: Logout

    /// Ends sessions of a user.
    ///
    /// - Parameters:
    ///   - scope: the sessions to end.
    ///   - session: the session that makes the request.
    ///   - user: the owner of the sessions.
    /// - Throws: the store's errors.
    package func logOut(_ scope: LogoutScope, session: UUID, of user: String) async throws {
        let condition =
            switch scope {
            case .global: "CAST(?1 AS TEXT) IS NOT NULL"
            case .local: "id = ?1"
            case .others: "id <> ?1"
            }
        try await accounts.write { transaction in
            try transaction.db.execute(
                """
                DELETE FROM accounts_project_sessions
                WHERE \(condition) AND "user" = (SELECT id FROM accounts_users WHERE uuid = ?2)
                """, [session.uuidString.lowercased(), user])
        }
    }
}
