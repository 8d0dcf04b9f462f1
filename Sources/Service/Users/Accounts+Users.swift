package import Audit
import FailureModel
import Foundation
package import HTTPService
package import Pipeline
import PipelineSQL
package import SQL

/// A user.
package struct User: Hashable, Sendable {
    /// The name, which is also the owner of the user's documents.
    package let name: String
    /// The e-mail address that a project's apps use for the user, if any.
    package let email: String?
    /// The role.
    package let role: UserRole
    /// Whether the user can neither log in nor use tokens.
    package let isDisabled: Bool
    /// When the user was added.
    package let createdAt: Timestamp
    /// When the user last logged in; nil if never since the service keeps this.
    package let loggedInAt: Timestamp?
    /// The number of the user's documents.
    package let documents: Int
    /// The size of the documents and what was made of them, in bytes.
    ///
    /// Bytes that several documents share count for each of them.
    package let bytes: Int64
}

extension User: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, email, role, isDisabled = "disabled", documents, bytes, createdAt, loggedInAt
    }

    /// Encodes the user as in the answers of the service and of commands.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(email, forKey: .email)
        try container.encode(role, forKey: .role)
        try container.encode(isDisabled, forKey: .isDisabled)
        try container.encode(documents, forKey: .documents)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(createdAt.date, forKey: .createdAt)
        try container.encodeIfPresent(loggedInAt?.date, forKey: .loggedInAt)
    }
}

extension Accounts {
    /// Returns users, sorted by name.
    ///
    /// - Parameters:
    ///   - name: the name before the first one; nil for the first of all.
    ///   - limit: the maximum number of users.
    /// - Returns: the users.
    /// - Throws: the store's errors.
    package func users(after name: String? = nil, limit: Int = .max) async throws -> [User] {
        try await store.read { db in
            try Self.users(
                "WHERE name > ? ORDER BY name LIMIT ?", [name ?? "", Int64(limit)], db)
        }
    }

    /// Returns a user.
    ///
    /// - Throws: `user_unknown`.
    package func user(_ name: UserName) async throws -> User {
        try await store.read { db in try Self.user(name, db) }
    }

    private static func user(_ name: UserName, _ db: any SQLSession) throws -> User {
        guard let user = try users("WHERE name = ?", [name.text], db).first else {
            throw Failure(.userUnknown, "There is no user \(name).")
        }
        return user
    }

    private static func users(_ clause: String, _ arguments: SQLArguments, _ db: any SQLSession) throws -> [User] {
        let rows = try db.rows(
            "SELECT name, email, role, is_disabled, created_at, logged_in_at FROM accounts_users \(clause)", arguments
        ) { $0 }
        let usage = try StoredDocuments(db).usage(of: rows.map { OwnerID($0[0]) })
        return rows.map { row in
            let used = usage[OwnerID(row[0])]
            return User(
                name: row[0], email: row[1], role: UserRole(stored: row[2]), isDisabled: row[3],
                createdAt: Timestamp(milliseconds: row[4]),
                loggedInAt: (row[5] as Int64?).map(Timestamp.init(milliseconds:)), documents: used?.documents ?? 0,
                bytes: used?.bytes ?? 0)
        }
    }

    /// Adds a user.
    ///
    /// Existing documents of an owner with this name then belong to the user.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - password: the password; nil for a user whom only the proxy logs in.
    ///   - role: the role.
    ///   - actor: who adds the user.
    /// - Throws: `user_exists`.
    package func add(
        _ name: UserName, password: Password?, role: UserRole = .staff, by actor: AuditActor = .commandLine
    ) async throws {
        let hash = if let password { try await hasher.hash(password) } else { Self.noPassword }
        let now = clock.now
        try await write { transaction in
            guard try Self.insert(name, hash: hash, role: role, at: now, transaction.db) else {
                throw Failure(.userExists, "There is a user \(name) already.")
            }
            try AuditLog.insert(
                .userAdded, about: name.text, detail: role.rawValue, by: actor, at: now, transaction.db)
        }
    }

    /// The stored text of a user without a password, which no password matches.
    static let noPassword = ""

    /// Inserts a user, or returns false if the name or the address is taken.
    static func insert(
        _ name: UserName, hash: String, role: UserRole, email: String? = nil, at now: Timestamp, _ db: any SQLSession
    ) throws -> Bool {
        try db.execute(
            """
            INSERT INTO accounts_users (name, password, created_at, updated_at, uuid, role, email)
            VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """,
            [name.text, hash, now.milliseconds, UUID().uuidString.lowercased(), role.rawValue, email]) == 1
    }

    /// Replaces a user's password.
    ///
    /// The user's sessions and app logins end; API tokens stay valid.
    ///
    /// - Throws: `user_unknown`.
    package func setPassword(_ password: Password, of name: UserName) async throws {
        let hash = try await hasher.hash(password)
        let now = clock.now
        try await write { transaction in
            let user = try Self.number(of: name, transaction.db)
            try transaction.db.execute(
                "UPDATE accounts_users SET password = ? WHERE id = ?", [hash, user])
            try Self.endLogins(of: user, transaction.db)
            try AuditLog.insert(.passwordChanged, about: name.text, by: .commandLine, at: now, transaction.db)
            // Failed guesses by others must not lock the user out.
            try LoginThrottle.forget(name.text, transaction.db)
            let email = try transaction.db.value(String.self, "SELECT email FROM accounts_users WHERE id = ?", [user])
            if let email { try LoginThrottle.forget(email, transaction.db) }
        }
    }

    /// Disables or enables a user.
    ///
    /// Disabling ends the user's sessions and app logins; API tokens are refused until the user is enabled again.
    ///
    /// - Throws: as ``change(_:role:isDisabled:evenLast:by:)``.
    package func setDisabled(
        _ isDisabled: Bool, _ name: UserName, evenLast: Bool = false, by actor: AuditActor = .commandLine
    ) async throws {
        try await change(name, isDisabled: isDisabled, evenLast: evenLast, by: actor)
    }

    /// Changes a user's role or state, at once for all of the user's credentials.
    ///
    /// Open invitations by somebody who is no longer an administrator, or is disabled, end.
    ///
    /// - Parameters:
    ///   - name: the user's name.
    ///   - role: the new role; nil to keep it.
    ///   - isDisabled: the new state; nil to keep it.
    ///   - evenLast: whether the last administrator may be changed.
    ///   - actor: who changes the user.
    /// - Returns: the changed user.
    /// - Throws: `user_unknown`; `last_administrator`.
    @discardableResult
    package func change(
        _ name: UserName, role: UserRole? = nil, isDisabled: Bool? = nil, evenLast: Bool = false,
        by actor: AuditActor = .commandLine
    ) async throws -> User {
        let now = clock.now
        return try await write { transaction in
            let db = transaction.db
            let user = try Self.number(of: name, db)
            let before = try Self.user(name, db)
            let loses = role.map { $0 != .administrator } == true || isDisabled == true
            if loses, !evenLast { try Self.checkAdministrator(besides: user, db) }
            try db.execute(
                "UPDATE accounts_users SET role = coalesce(?, role), is_disabled = coalesce(?, is_disabled) WHERE id = ?",
                [role?.rawValue, isDisabled.map { $0 ? 1 : 0 as Int64 }, user])
            if loses { try Self.withdrawInvitations(of: user, by: actor, at: now, db) }
            if isDisabled == true { try Self.endLogins(of: user, db) }
            let after = try Self.user(name, db)
            if after.role != before.role {
                let detail = "\(before.role.rawValue) to \(after.role.rawValue)"
                try AuditLog.insert(.roleChanged, about: name.text, detail: detail, by: actor, at: now, db)
            }
            if after.isDisabled != before.isDisabled {
                let action = after.isDisabled ? AuditAction.userDisabled : .userEnabled
                try AuditLog.insert(action, about: name.text, by: actor, at: now, db)
            }
            return after
        }
    }

    /// Checks that there is another administrator, if a user who leaves is one.
    ///
    /// - Throws: `user_unknown`; `last_administrator`.
    package func checkAdministrator(besides name: UserName) async throws {
        try await store.read { db in try Self.checkAdministrator(besides: try Self.number(of: name, db), db) }
    }

    /// Checks in a transaction that a user who leaves is not the last administrator.
    ///
    /// - Throws: `last_administrator`.
    static func checkAdministrator(besides user: Int64, _ db: any SQLSession) throws {
        let others = try db.row(
            """
            SELECT EXISTS (SELECT 1 FROM accounts_users WHERE id = ?1 AND role = 'administrator' AND is_disabled = 0),
                EXISTS (SELECT 1 FROM accounts_users WHERE id <> ?1 AND role = 'administrator' AND is_disabled = 0)
            """, [user])
        guard let others, others[0], !others[1] else { return }
        throw Failure(
            .lastAdministrator,
            "This is the only administrator who can log in; make another user an administrator first.")
    }

    /// Deletes a user with its sessions, logins and tokens.
    ///
    /// - Parameters:
    ///   - name: the user's name.
    ///   - withDocuments: whether to delete the user's documents, too.
    ///   - evenLast: whether the last administrator may be deleted.
    /// - Returns: the number of deleted documents.
    /// - Throws: `user_unknown`; `user_has_documents` if there are documents that must be kept; `last_administrator`.
    package func delete(_ name: UserName, withDocuments: Bool, evenLast: Bool = false) async throws -> Int {
        let now = clock.now
        return try await write { transaction in
            let user = try Self.number(of: name, transaction.db)
            if !evenLast { try Self.checkAdministrator(besides: user, transaction.db) }
            let documents = try transaction.stored.documents(DocumentQuery(in: .owner(name.owner), limit: .max))
            guard documents.isEmpty || withDocuments else {
                throw Failure(
                    .userHasDocuments,
                    "\(name) has \(documents.count) \(documents.count == 1 ? "document" : "documents").")
            }
            for document in documents { try transaction.delete(document.id, in: .owner(name.owner), at: now) }
            try transaction.db.execute("DELETE FROM accounts_users WHERE id = ?", [user])
            try AuditLog.insert(.userDeleted, about: name.text, by: .commandLine, at: now, transaction.db)
            return documents.count
        }
    }

    /// Returns the user name of a login.
    ///
    /// - Parameter login: the name, or the e-mail address.
    /// - Returns: the name, which need not be that of an existing user.
    /// - Throws: `user_unknown` for an address without a user; `malformed_user_name`, `malformed_email`.
    package func name(of login: String) async throws -> UserName {
        guard login.contains("@") else { return try UserName(login) }
        let email = try EmailAddress(login)
        let name = try await store.read { db in
            try db.value(String.self, "SELECT name FROM accounts_users WHERE email = ?", [email.text])
        }
        guard let name else { throw Failure(.userUnknown, "There is no user with this e-mail address.") }
        return try UserName(name)
    }

    /// Sets the e-mail address of a user, replacing an earlier one.
    ///
    /// - Throws: `user_unknown`; `user_exists` if another user has the address.
    package func setEmail(_ email: EmailAddress, of name: UserName) async throws {
        let now = clock.now
        try await write { transaction in
            let user = try Self.number(of: name, transaction.db)
            do {
                try transaction.db.execute(
                    "UPDATE accounts_users SET email = ?, updated_at = ? WHERE id = ?",
                    [email.text, now.milliseconds, user])
            } catch let error as SQLError where error.kind == .uniqueViolation {
                throw Failure(.userExists, "There is a user with this e-mail address already.")
            }
        }
    }

    /// Checks that a user exists.
    ///
    /// - Throws: `user_unknown`.
    package func check(_ name: UserName) async throws {
        _ = try await store.read { try Self.number(of: name, $0) }
    }

    /// Returns the row number of a user.
    ///
    /// - Throws: `user_unknown`.
    static func number(of name: UserName, _ db: any SQLSession) throws -> Int64 {
        let sql = "SELECT id FROM accounts_users WHERE name = ?"
        guard let number = try db.value(Int64.self, sql, [name.text]) else {
            throw Failure(.userUnknown, "There is no user \(name).")
        }
        return number
    }

    /// Returns the UUID of a user, or nil, within a transaction.
    package static func identifier(of name: UserName, _ db: any SQLSession) throws -> String? {
        try db.value(String.self, "SELECT uuid FROM accounts_users WHERE name = ?", [name.text])
    }

    /// Returns the UUID of the user with an address, or nil, within a transaction.
    package static func identifier(of address: EmailAddress, _ db: any SQLSession) throws -> String? {
        try db.value(String.self, "SELECT uuid FROM accounts_users WHERE email = ?", [address.text])
    }

    /// Returns whether a user with a UUID exists, within a transaction.
    package static func hasUser(_ identifier: String, _ db: any SQLSession) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM accounts_users WHERE uuid = ?)"
        return try db.value(Bool.self, sql, [identifier]) ?? false
    }

    /// Ends a user's sessions and app logins, except for one, and returns their number.
    @discardableResult
    static func endLogins(of user: Int64, keeping kept: KeptLogin = .none, _ db: any SQLSession) throws -> Int {
        let browsers = try db.execute(
            "DELETE FROM accounts_sessions WHERE \"user\" = ? AND id IS DISTINCT FROM ?", [user, kept.session])
        let apps = try db.execute(
            "DELETE FROM accounts_app_logins WHERE \"user\" = ? AND id IS DISTINCT FROM ?", [user, kept.app])
        let projects = try db.execute(
            "DELETE FROM accounts_project_sessions WHERE \"user\" = ? AND number IS DISTINCT FROM ?",
            [user, kept.project])
        return browsers + apps + projects
    }
}
