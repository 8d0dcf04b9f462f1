package import Audit
import FailureModel
import HTTPService
import Pipeline
import PipelineSQL
import SQL

extension Accounts {
    /// Returns the sessions of a user, last used first.
    ///
    /// - Throws: `user_unknown`.
    package func sessions(of name: UserName) async throws -> [UserSession] {
        let now = clock.now
        return try await store.read { db in
            let user = try Self.number(of: name, db)
            func sessions(_ kind: UserSession.Kind, _ sql: String, _ arguments: SQLArguments) throws -> [UserSession] {
                try db.rows(sql, [user] + arguments) {
                    UserSession(
                        id: UserSession.ID(kind, $0[0]), createdAt: Timestamp(milliseconds: $0[1]),
                        usedAt: Timestamp(milliseconds: $0[2]), client: LoginClient(program: $0[3], address: $0[4]))
                }
            }
            let browsers = try sessions(
                .browser,
                """
                SELECT id, created_at, used_at, program, address FROM accounts_sessions
                WHERE "user" = ? AND used_at > ? AND created_at > ?
                """, [(now - Self.idleLimit).milliseconds, (now - Self.ageLimit).milliseconds])
            // A pair of tokens begins its lifetime when the one before is exchanged.
            let apps = try sessions(
                .app,
                """
                SELECT l.id, l.created_at, max(t.expires_at) - CAST(?3 AS \(db.dialect.integer)), l.program, l.address
                FROM accounts_app_logins l JOIN accounts_app_tokens t ON t.login = l.id
                WHERE l."user" = ?1 GROUP BY l.id, l.created_at, l.program, l.address HAVING max(t.expires_at) > ?2
                """, [now.milliseconds, AppLogins.refreshLifetime.wholeMilliseconds])
            let projects = try sessions(
                .family,
                """
                SELECT s.number, s.created_at, max(t.expires_at) - CAST(?3 AS \(db.dialect.integer)), s.program, s.address
                FROM accounts_project_sessions s JOIN accounts_project_tokens t ON t.session = s.number
                WHERE s."user" = ?1 GROUP BY s.number, s.created_at, s.program, s.address HAVING max(t.expires_at) > ?2
                """, [now.milliseconds, ProjectAccounts.refreshLifetime.wholeMilliseconds])
            return (browsers + apps + projects).sorted { ($0.usedAt, $0.createdAt) > ($1.usedAt, $1.createdAt) }
        }
    }

    /// Ends a session of a user.
    ///
    /// - Throws: `user_unknown`; `session_unknown` if it has ended, or belongs to another user.
    package func endSession(
        _ id: UserSession.ID, of name: UserName, by actor: AuditActor = .commandLine
    ) async throws {
        let now = clock.now
        let table =
            switch id.kind {
            case .browser: "accounts_sessions WHERE id"
            case .app: "accounts_app_logins WHERE id"
            case .family: "accounts_project_sessions WHERE number"
            }
        try await write { transaction in
            let user = try Self.number(of: name, transaction.db)
            let changed = try transaction.db.execute(
                "DELETE FROM \(table) = ? AND \"user\" = ?", [id.number, user])
            guard changed == 1 else { throw Failure(.sessionUnknown, "There is no session \(id) of \(name).") }
            try AuditLog.insert(
                .sessionsEnded, about: name.text, detail: id.description, by: actor, at: now, transaction.db)
        }
    }

    /// Ends the sessions of a user, except for one; API tokens stay valid.
    ///
    /// - Throws: `user_unknown`.
    package func endSessions(
        of name: UserName, keeping kept: KeptLogin = .none, by actor: AuditActor = .commandLine
    ) async throws {
        let now = clock.now
        try await write { transaction in
            let db = transaction.db
            let count = try Self.endLogins(of: try Self.number(of: name, db), keeping: kept, db)
            try AuditLog.insert(.sessionsEnded, about: name.text, detail: "\(count)", by: actor, at: now, db)
        }
    }

    /// Replaces a user's password at the user's own request, and ends all other sessions.
    ///
    /// Wrong guesses count as failed logins of the user.
    ///
    /// - Parameters:
    ///   - name: the user's name.
    ///   - old: the old password as typed.
    ///   - new: the new password.
    ///   - kept: the session that goes on.
    ///   - actor: the user, for the log.
    /// - Throws: `password_wrong`; `password_unsuitable` if both are the same; `too_many_requests`.
    package func changePassword(
        of name: UserName, from old: String, to new: Password, keeping kept: KeptLogin,
        by actor: AuditActor = .commandLine
    ) async throws {
        let now = clock.now
        let user: Verified
        do {
            user = try await verify(Login(name.text), password: old)
        } catch let error as Failure where error.code == .loginFailed {
            throw Failure(.passwordWrong, "The old password is wrong.")
        }
        guard Password(typed: old) != new else {
            throw Failure(.passwordUnsuitable, "The new password is the old one.")
        }
        let hash = try await hasher.hash(new)
        try await write { transaction in
            let db = transaction.db
            try user.admit(db, at: now, isLogin: false)
            try db.execute("UPDATE accounts_users SET password = ? WHERE id = ?", [hash, user.number])
            try Self.endLogins(of: user.number, keeping: kept, db)
            try AuditLog.insert(.passwordChanged, about: name.text, by: actor, at: now, db)
        }
    }
}
