import FailureModel
package import Foundation
package import GRDB
package import Pipeline
import PipelineSQLite

/// What a user changes about itself.
package struct ProjectUserChange: Sendable {
    /// The new e-mail address; nil for the old one.
    package var email: EmailAddress?
    /// The new password; nil for the old one.
    package var password: Password?
    /// Makes the new metadata of the old; both are JSON objects.
    package var metadata: (@Sendable (String) throws -> String)?

    /// Creates a change of nothing.
    package init() {}
}

extension ProjectAccounts {
    /// A user before it is added: the hash is made outside the transaction that adds it.
    package struct UserDraft: Sendable {
        /// The user as it will be.
        package let user: ProjectUser
        fileprivate let hash: String
    }

    /// Prepares a user who is known by an e-mail address.
    ///
    /// - Parameters:
    ///   - email: the address.
    ///   - password: the password.
    ///   - metadata: what the app keeps with the user, a JSON object.
    /// - Returns: what to add.
    /// - Throws: ``ProjectAccountError/metadataTooLarge``; `too_many_requests` while too many passwords are being checked.
    package func draft(email: EmailAddress, password: Password, metadata: String = "{}") async throws -> UserDraft {
        let now = accounts.clock.now
        let user = ProjectUser(
            id: UUID().uuidString.lowercased(), email: email.text, metadata: try Self.checked(metadata), createdAt: now,
            updatedAt: now)
        return UserDraft(user: user, hash: try await accounts.hasher.hash(password))
    }

    /// Adds a user that was prepared.
    ///
    /// The name, by which documents belong to it, is made of the UUID: one made of the address could be that of an owner of
    /// documents already, and would show the address to whoever lists users.
    ///
    /// - Throws: `user_exists` if another user has the address.
    package static func add(_ draft: UserDraft, _ db: Database) throws {
        let user = draft.user
        let name = try UserName("user-\(user.id)")
        try db.execute(
            sql: """
                INSERT INTO accounts_users (name, password, created_at, updated_at, uuid, email, metadata)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
            arguments: [
                name.text, draft.hash, user.createdAt.milliseconds, user.updatedAt.milliseconds, user.id, user.email,
                user.metadata,
            ])
        guard db.changesCount == 1 else { throw emailTaken }
    }

    /// Adds a user without a password, who cannot log in before one is set on the command line.
    ///
    /// - Parameters:
    ///   - email: the address by which the user is known.
    ///   - id: the UUID, which must be new: documents may still belong to an earlier user with a known one.
    ///   - now: the current time.
    ///   - db: the connection, in a transaction.
    /// - Throws: `user_exists` if another user has the address.
    package static func addWithoutPassword(
        _ email: EmailAddress, as id: String, at now: Timestamp, _ db: Database
    ) throws {
        let user = ProjectUser(
            id: id, email: email.text, metadata: "{}", createdAt: now, updatedAt: now)
        // What is no hash is that of no password.
        try add(UserDraft(user: user, hash: ""), db)
    }

    /// Changes a user in the name of one of its sessions; a new password ends all others, and all logins.
    ///
    /// - Throws: ``ProjectAccountError``: `sessionEnded`, `samePassword`, `metadataTooLarge`, and `loginTooOld` for a new
    ///   password long after the login, since whoever has the token would keep the account; `user_exists` if another user has
    ///   the address.
    package func change(_ id: String, in session: UUID, _ change: ProjectUserChange) async throws -> ProjectUser {
        let now = accounts.clock.now
        let hash = try await newHash(change.password, of: id, in: session, at: now)
        return try await accounts.store.write { transaction in
            let db = transaction.db
            guard let row = try Self.row(of: session, of: id, db), let old = try Self.user(row[2], db) else {
                throw ProjectAccountError.sessionEnded
            }
            let number: Int64 = row[2]
            let metadata = try change.metadata.map { try Self.checked(try $0(old.metadata)) }
            do {
                try db.execute(
                    sql: """
                        UPDATE accounts_users SET email = coalesce(?, email), metadata = coalesce(?, metadata),
                            password = coalesce(?, password), updated_at = ? WHERE id = ?
                        """, arguments: [change.email?.text, metadata, hash, now.milliseconds, number])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                throw Self.emailTaken
            }
            if hash != nil { try Accounts.endLogins(of: number, keeping: row[0], db) }
            return try Self.user(number, db) ?? old
        }
    }

    /// Returns the hash of a new password, after checking that it may be set; nil if there is none.
    private func newHash(
        _ password: Password?, of id: String, in session: UUID, at now: Timestamp
    ) async throws -> String? {
        guard let password else { return nil }
        let old: (began: Timestamp, hash: String)? = try await accounts.store.read { db in
            guard let row = try Self.row(of: session, of: id, db) else { return nil }
            let hash = try String.fetchOne(
                db, sql: "SELECT password FROM accounts_users WHERE id = ?", arguments: [row[2] as Int64])
            return hash.map { (Timestamp(milliseconds: row[1]), $0) }
        }
        guard let old else { throw ProjectAccountError.sessionEnded }
        guard now - old.began <= Self.passwordChangeLimit else { throw ProjectAccountError.loginTooOld }
        guard try await !accounts.hasher.matches(password, old.hash) else { throw ProjectAccountError.samePassword }
        return try await accounts.hasher.hash(password)
    }

    /// Returns the e-mail addresses of those of some users that have one, by UUID.
    package static func emails(of users: [String], _ db: Database) throws -> [String: String] {
        let ids = String(decoding: try JSONEncoder().encode(users), as: UTF8.self)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT uuid, email FROM accounts_users
                WHERE email IS NOT NULL AND uuid IN (SELECT value FROM json_each(?))
                """, arguments: [ids])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    private static func user(_ number: Int64, _ db: Database) throws -> ProjectUser? {
        try Row.fetchOne(
            db, sql: "SELECT \(ProjectUser.columns) FROM accounts_users u WHERE u.id = ?", arguments: [number]
        ).map(ProjectUser.init)
    }

    private static func checked(_ metadata: String) throws -> String {
        guard metadata.utf8.count <= ProjectUser.metadataLimit else { throw ProjectAccountError.metadataTooLarge }
        return metadata
    }

    private static let emailTaken = Failure(.userExists, "There is a user with this e-mail address already.")

    /// Ends the sessions of a user, and the user itself if nothing else in the store belongs to it.
    ///
    /// - Parameters:
    ///   - id: the UUID.
    ///   - owns: returns whether an owner has something that accounts do not know of.
    ///   - db: the connection, in a transaction.
    /// - Throws: what `owns` throws; the database's errors.
    package static func end(_ id: String, unless owns: (OwnerID, Database) throws -> Bool, _ db: Database) throws {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT u.id, u.name,
                    EXISTS (SELECT 1 FROM accounts_tokens t WHERE t.user = u.id AND t.revoked_at IS NULL)
                FROM accounts_users u WHERE uuid = ?
                """, arguments: [id])
        guard let row else { return }
        let number: Int64 = row[0]
        let owner = OwnerID(row[1])
        if try row[2] || StoredDocuments(db).exist(of: owner) || owns(owner, db) {
            try db.execute(sql: "DELETE FROM accounts_project_sessions WHERE user = ?", arguments: [number])
        } else {
            try db.execute(sql: "DELETE FROM accounts_users WHERE id = ?", arguments: [number])
        }
    }
}
