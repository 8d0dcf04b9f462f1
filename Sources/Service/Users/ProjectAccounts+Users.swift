import FailureModel
package import Foundation
package import Pipeline
import PipelineSQL
package import SQL

/// A change that a user makes to itself.
package struct ProjectUserChange: Sendable {
    /// The new e-mail address; nil to keep the old one.
    package var email: EmailAddress?
    /// The new password; nil to keep the old one.
    package var password: Password?
    /// Returns new metadata for the old; both are JSON objects.
    package var metadata: (@Sendable (String) throws -> String)?

    /// Creates an empty change.
    package init() {}
}

extension ProjectAccounts {
    /// A prepared user, with the password hashed before the transaction that adds it.
    package struct UserDraft: Sendable {
        /// The future user.
        package let user: ProjectUser
        fileprivate let hash: String
    }

    /// Prepares a user with an e-mail address.
    ///
    /// - Parameters:
    ///   - email: the address.
    ///   - password: the password.
    ///   - metadata: the app's data about the user, a JSON object.
    /// - Returns: the user to add.
    /// - Throws: ``ProjectAccountError/metadataTooLarge``; `too_many_requests` while too many passwords are being
    /// checked.
    package func draft(email: EmailAddress, password: Password, metadata: String = "{}") async throws -> UserDraft {
        let now = accounts.clock.now
        let user = ProjectUser(
            id: UUID().uuidString.lowercased(), email: email.text, metadata: try Self.checked(metadata), createdAt: now,
            updatedAt: now)
        return UserDraft(user: user, hash: try await accounts.hasher.hash(password))
    }

    /// Adds a prepared user.
    ///
    /// The name, which owns the user's documents, is derived from the UUID: one derived from the address could already
    /// own documents, and would reveal the address to anyone who lists users.
    ///
    /// - Throws: `user_exists` if another user has the address.
    package static func add(_ draft: UserDraft, _ db: any SQLSession) throws {
        try Accounts.lock(db)
        let user = draft.user
        let name = try UserName("user-\(user.id)")
        let changed = try db.execute(
            """
            INSERT INTO accounts_users (name, password, created_at, updated_at, uuid, email, metadata)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                name.text, draft.hash, user.createdAt.milliseconds, user.updatedAt.milliseconds, user.id, user.email,
                user.metadata,
            ])
        guard changed == 1 else { throw emailTaken }
    }

    /// Adds a user without a password.
    ///
    /// The user cannot log in before one is set on the command line.
    ///
    /// - Parameters:
    ///   - email: the user's address.
    ///   - id: the UUID, which must be new, since documents may still belong to an earlier user with a known one.
    ///   - now: the current time.
    ///   - db: the connection, in a transaction.
    /// - Throws: `user_exists` if another user has the address.
    package static func addWithoutPassword(
        _ email: EmailAddress, as id: String, at now: Timestamp, _ db: any SQLSession
    ) throws {
        let user = ProjectUser(
            id: id, email: email.text, metadata: "{}", createdAt: now, updatedAt: now)
        // No password matches a text that is not a hash.
        try add(UserDraft(user: user, hash: ""), db)
    }

    /// Changes a user as requested in one of its sessions.
    ///
    /// A new password ends all other sessions, and all logins.
    ///
    /// - Throws: ``ProjectAccountError``: `sessionEnded`, `samePassword`, `metadataTooLarge`, and `loginTooOld` for a
    ///   new password long after the login, since a token's thief could otherwise take over the account; `user_exists`
    ///   if another user has the address.
    package func change(_ id: String, in session: UUID, _ change: ProjectUserChange) async throws -> ProjectUser {
        let now = accounts.clock.now
        let hash = try await newHash(change.password, of: id, in: session, at: now)
        return try await accounts.write { transaction in
            let db = transaction.db
            guard let row = try Self.row(of: session, of: id, db), let old = try Self.user(row[2], db) else {
                throw ProjectAccountError.sessionEnded
            }
            let number: Int64 = row[2]
            let metadata = try change.metadata.map { try Self.checked(try $0(old.metadata)) }
            do {
                try db.execute(
                    """
                    UPDATE accounts_users SET email = coalesce(?, email), metadata = coalesce(?, metadata),
                        password = coalesce(?, password), updated_at = ? WHERE id = ?
                    """, [change.email?.text, metadata, hash, now.milliseconds, number])
            } catch let error as SQLError where error.kind == .uniqueViolation {
                throw Self.emailTaken
            }
            if hash != nil { try Accounts.endLogins(of: number, keeping: .project(row[0]), db) }
            return try Self.user(number, db) ?? old
        }
    }

    /// Returns the hash of a new password after checking it; nil if unchanged.
    private func newHash(
        _ password: Password?, of id: String, in session: UUID, at now: Timestamp
    ) async throws -> String? {
        guard let password else { return nil }
        let old: (began: Timestamp, hash: String)? = try await accounts.store.read { db in
            guard let row = try Self.row(of: session, of: id, db) else { return nil }
            let hash = try db.value(String.self, "SELECT password FROM accounts_users WHERE id = ?", [row[2] as Int64])
            return hash.map { (Timestamp(milliseconds: row[1]), $0) }
        }
        guard let old else { throw ProjectAccountError.sessionEnded }
        guard now - old.began <= Self.passwordChangeLimit else { throw ProjectAccountError.loginTooOld }
        guard try await !accounts.hasher.matches(password, old.hash) else { throw ProjectAccountError.samePassword }
        return try await accounts.hasher.hash(password)
    }

    /// Returns the e-mail addresses of those of some users that have one, by UUID.
    package static func emails(of users: [String], _ db: any SQLSession) throws -> [String: String] {
        let ids = String(decoding: try JSONEncoder().encode(users), as: UTF8.self)
        let rows = try db.rows(
            """
            SELECT uuid, email FROM accounts_users
            WHERE email IS NOT NULL AND uuid IN (\(db.dialect.elements(ofJSON: "?")))
            """, [ids])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    private static func user(_ number: Int64, _ db: any SQLSession) throws -> ProjectUser? {
        try db.row("SELECT \(ProjectUser.columns) FROM accounts_users u WHERE u.id = ?", [number], ProjectUser.init)
    }

    private static func checked(_ metadata: String) throws -> String {
        guard metadata.utf8.count <= ProjectUser.metadataLimit else { throw ProjectAccountError.metadataTooLarge }
        return metadata
    }

    private static let emailTaken = Failure(.userExists, "There is a user with this e-mail address already.")

    /// Ends a user's sessions, and removes the user unless anything else belongs to it.
    ///
    /// - Parameters:
    ///   - id: the UUID.
    ///   - owns: returns whether an owner has something unknown to accounts.
    ///   - db: the connection, in a transaction.
    /// - Throws: `last_administrator`; the errors of `owns`; the database's errors.
    package static func end(_ id: String, unless owns: (OwnerID, any SQLSession) throws -> Bool, _ db: any SQLSession)
        throws
    {
        try Accounts.lock(db)
        let row = try db.row(
            """
            SELECT u.id, u.name,
                EXISTS (SELECT 1 FROM accounts_tokens t WHERE t."user" = u.id AND t.revoked_at IS NULL)
            FROM accounts_users u WHERE uuid = ?
            """, [id])
        guard let row else { return }
        let number: Int64 = row[0]
        let owner = OwnerID(row[1])
        if try row[2] || StoredDocuments(db).exist(of: owner) || owns(owner, db) {
            try db.execute("DELETE FROM accounts_project_sessions WHERE \"user\" = ?", [number])
        } else {
            try Accounts.checkAdministrator(besides: number, db)
            try db.execute("DELETE FROM accounts_users WHERE id = ?", [number])
        }
    }
}
