import FailureModel
import Foundation
package import HTTPService
import Pipeline
import PipelineSQL
import SQL

extension Accounts: Authenticator {
    /// How long a session lasts without a request.
    package static let idleLimit = Duration.seconds(2 * 3600)
    /// Maximum duration of a session.
    package static let ageLimit = Duration.seconds(12 * 3600)
    /// Maximum number of sessions of a user; another login ends the oldest.
    package static let sessionLimit = 20
    /// Minimum time between two updates of the time of last use.
    private static let useResolution = Duration.seconds(60)

    package var hasUsers: Bool {
        get async throws {
            try await store.read { db in
                try db.value(Bool.self, "SELECT EXISTS (SELECT 1 FROM accounts_users WHERE is_disabled = 0)")
                    ?? false
            }
        }
    }

    // MARK: Credentials

    /// A valid session or token from the database.
    private struct Valid {
        let identity: Identity
        let usedAt: Int64
    }

    package func identity(ofToken token: String) async throws -> Identity? {
        let digest = Secret.digest(of: token)
        guard let valid = try await self.token("t.digest", digest) else { return nil }
        await recordUse(of: valid, in: "accounts_tokens")
        return valid.identity
    }

    package func identity(ofSession session: String) async throws -> Identity? {
        let digest = Secret.digest(of: session)
        guard let valid = try await self.session("s.digest", digest) else { return nil }
        await recordUse(of: valid, in: "accounts_sessions")
        return valid.identity
    }

    package func isValid(_ identity: Identity) async throws -> Bool {
        switch identity.credential {
        case .none, .local, .appLogin: false
        case .session(let number): try await session("s.id", number)?.identity.groups == identity.groups
        case .signOn(let user): try await groups(ofSignedOn: user) == identity.groups
        case .token(let number): try await token("t.id", number)?.identity.groups == identity.groups
        }
    }

    private func token(_ column: String, _ value: some SQLBindable & Sendable) async throws -> Valid? {
        let now = clock.now
        return try await store.read { db in
            let row = try db.row(
                """
                SELECT t.id, u.name, t.role, coalesce(t.used_at, 0), u.role, \(Self.groupNames(db.dialect))
                FROM accounts_tokens t
                JOIN accounts_users u ON u.id = t."user"
                WHERE \(column) = ? AND u.is_disabled = 0 AND t.revoked_at IS NULL
                    AND (t.expires_at IS NULL OR t.expires_at > ?)
                """, [value, now.milliseconds])
            return row.map {
                Valid(
                    identity: Identity(
                        owner: OwnerID($0[1]), role: Identity.Role(rawValue: $0[2]) ?? .read, credential: .token($0[0]),
                        userRole: UserRole(stored: $0[4]), groups: Self.owners(joined: $0[5])),
                    usedAt: $0[3])
            }
        }
    }

    private func session(_ column: String, _ value: some SQLBindable & Sendable) async throws -> Valid? {
        let now = clock.now
        return try await store.read { db in
            let row = try db.row(
                """
                SELECT s.id, u.name, s.used_at, u.role, \(Self.groupNames(db.dialect))
                FROM accounts_sessions s JOIN accounts_users u ON u.id = s."user"
                WHERE \(column) = ? AND u.is_disabled = 0 AND s.used_at > ? AND s.created_at > ?
                """,
                [
                    value, (now - Self.idleLimit).milliseconds, (now - Self.ageLimit).milliseconds,
                ])
            return row.map {
                Valid(
                    identity: Identity(
                        owner: OwnerID($0[1]), role: .write, credential: .session($0[0]),
                        userRole: UserRole(stored: $0[3]), groups: Self.owners(joined: $0[4])),
                    usedAt: $0[2])
            }
        }
    }

    /// Records a use of a credential, at most once a minute.
    private func recordUse(of valid: Valid, in table: String) async {
        let now = clock.now
        guard now - Timestamp(milliseconds: valid.usedAt) >= Self.useResolution else { return }
        let number: Int64
        switch valid.identity.credential {
        case .none, .local, .signOn, .appLogin: return
        case .session(let session): number = session
        case .token(let token): number = token
        }
        // A full disk must not prevent reading.
        // It needs no lock: nothing depends on what it reads.
        _ = try? await store.write { transaction in
            try transaction.db.execute(
                "UPDATE \(table) SET used_at = ? WHERE id = ?", [now.milliseconds, number])
        }
    }

    // MARK: Sessions

    package func logIn(
        name: String, password: String, replacing session: String?, from client: LoginClient
    ) async throws -> String {
        let secret = Secret()
        let digests = (new: secret.digest, old: session.map(Secret.digest(of:)))
        let user = try await verify(Login(name), password: password)
        let now = clock.now
        try await write { transaction in
            let db = transaction.db
            try user.admit(db, at: now)
            try Self.beginSession(
                of: user.number, digests.new, replacing: digests.old, from: client, at: now, db)
        }
        return secret.text
    }

    /// Begins a session of a user, and ends expired ones and those beyond the limit.
    static func beginSession(
        of user: Int64, _ digest: Data, replacing old: Data? = nil, from client: LoginClient, at now: Timestamp,
        _ db: any SQLSession
    ) throws {
        try db.execute(
            "DELETE FROM accounts_sessions WHERE digest = ? OR used_at <= ? OR created_at <= ?",
            [
                old, (now - idleLimit).milliseconds, (now - ageLimit).milliseconds,
            ])
        try db.execute(
            """
            INSERT INTO accounts_sessions ("user", digest, created_at, used_at, program, address)
            VALUES (?, ?, ?, ?, ?, ?)
            """, [user, digest, now.milliseconds, now.milliseconds, client.program, client.address])
        try db.execute(
            """
            DELETE FROM accounts_sessions WHERE id IN (
                SELECT id FROM accounts_sessions WHERE "user" = ? ORDER BY id DESC LIMIT 1000000 OFFSET ?)
            """, [user, sessionLimit])
    }

    /// A user with a verified password.
    struct Verified: Sendable {
        let number: Int64
        let name: String
        let user: ProjectUser
        private let login: Login
        fileprivate let hash: String

        private static let sql = """
            SELECT \(ProjectUser.columns), u.id, u.name, u.password FROM accounts_users u
            WHERE (u.name = ? OR u.email = ?) AND u.is_disabled = 0
            """

        fileprivate init?(_ login: Login, _ db: any SQLSession) throws {
            guard let row = try db.row(Self.sql, [login.name, login.email]) else {
                return nil
            }
            user = ProjectUser(row)
            (number, name, hash) = (row[5], row[6], row[7])
            self.login = login
        }

        /// Admits the user in the transaction that starts the login.
        ///
        /// - Throws: `login_failed` if the user changed while the password was checked.
        func admit(_ db: any SQLSession, at now: Timestamp, isLogin: Bool = true) throws {
            let current = try Verified(login, db)
            guard current?.number == number, current?.hash == hash else { throw Accounts.refusal }
            if isLogin {
                try db.execute("UPDATE accounts_users SET logged_in_at = ? WHERE id = ?", [now.milliseconds, number])
            }
            try LoginThrottle.forget(name, db)
        }
    }

    /// Verifies a name or e-mail address and a password, with a wait after failures.
    ///
    /// - Throws: as ``Authenticator/logIn(name:password:replacing:from:)``.
    func verify(_ login: Login, password: String) async throws -> Verified {
        let now = clock.now
        try await write { try LoginThrottle.admit(login, $0.db, at: now) }
        let user = try await store.read { try Verified(login, $0) }
        guard try await hasher.matches(Password(typed: password), user?.hash), let user else { throw Self.refusal }
        return user
    }

    package func logOut(session: String) async throws {
        let digest = Secret.digest(of: session)
        try await write { transaction in
            try transaction.db.execute("DELETE FROM accounts_sessions WHERE digest = ?", [digest])
        }
    }

    /// Identical for an unknown name, a wrong password and a disabled user.
    private static let refusal = Failure(.loginFailed, "The name or the password is wrong.")
}

extension UserRole {
    /// Reads a stored role; one of a newer version allows reading only.
    init(stored text: String) { self = UserRole(rawValue: text) ?? .reader }
}
