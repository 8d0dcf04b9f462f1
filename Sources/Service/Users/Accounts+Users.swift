import FailureModel
import Foundation
package import Pipeline
import PipelineSQL
package import SQL

/// A user.
package struct User: Hashable, Sendable {
    /// The name, which is also the owner of the user's documents.
    package let name: String
    /// The e-mail address that a project's apps use for the user, if any.
    package let email: String?
    /// Whether the user can neither log in nor use tokens.
    package let isDisabled: Bool
    /// When the user was added.
    package let createdAt: Timestamp
    /// The number of the user's documents.
    package let documents: Int
}

extension Accounts {
    /// Returns all users, sorted by name.
    package func users() async throws -> [User] {
        try await store.read { db in
            let documents = try StoredDocuments(db).countsByOwner()
            return try db.rows(
                "SELECT name, is_disabled, created_at, email FROM accounts_users ORDER BY name"
            ) {
                User(
                    name: $0[0], email: $0[3], isDisabled: $0[1], createdAt: Timestamp(milliseconds: $0[2]),
                    documents: documents[OwnerID($0[0])] ?? 0)
            }
        }
    }

    /// Adds a user.
    ///
    /// Existing documents of an owner with this name then belong to the user.
    ///
    /// - Throws: `user_exists`.
    package func add(_ name: UserName, password: Password) async throws {
        let hash = try await hasher.hash(password)
        let now = clock.now
        try await write { transaction in
            let changed = try transaction.db.execute(
                """
                INSERT INTO accounts_users (name, password, created_at, updated_at, uuid)
                VALUES (?1, ?2, ?3, ?3, ?4) ON CONFLICT DO NOTHING
                """, [name.text, hash, now.milliseconds, UUID().uuidString.lowercased()])
            guard changed == 1 else {
                throw Failure(.userExists, "There is a user \(name) already.")
            }
        }
    }

    /// Replaces a user's password.
    ///
    /// The user's sessions and app logins end; API tokens stay valid.
    ///
    /// - Throws: `user_unknown`.
    package func setPassword(_ password: Password, of name: UserName) async throws {
        let hash = try await hasher.hash(password)
        try await write { transaction in
            let user = try Self.number(of: name, transaction.db)
            try transaction.db.execute(
                "UPDATE accounts_users SET password = ? WHERE id = ?", [hash, user])
            try Self.endLogins(of: user, transaction.db)
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
    /// - Throws: `user_unknown`.
    package func setDisabled(_ isDisabled: Bool, _ name: UserName) async throws {
        try await write { transaction in
            let user = try Self.number(of: name, transaction.db)
            try transaction.db.execute(
                "UPDATE accounts_users SET is_disabled = ? WHERE id = ?", [isDisabled, user])
            if isDisabled { try Self.endLogins(of: user, transaction.db) }
        }
    }

    /// Deletes a user with its sessions, logins and tokens.
    ///
    /// - Parameters:
    ///   - name: the user's name.
    ///   - withDocuments: whether to delete the user's documents, too.
    /// - Returns: the number of deleted documents.
    /// - Throws: `user_unknown`; `user_has_documents` if there are documents that must be kept.
    package func delete(_ name: UserName, withDocuments: Bool) async throws -> Int {
        let now = clock.now
        return try await write { transaction in
            let user = try Self.number(of: name, transaction.db)
            let documents = try transaction.stored.documents(DocumentQuery(in: .owner(name.owner), limit: .max))
            guard documents.isEmpty || withDocuments else {
                throw Failure(
                    .userHasDocuments,
                    "\(name) has \(documents.count) \(documents.count == 1 ? "document" : "documents").")
            }
            for document in documents { try transaction.delete(document.id, in: .owner(name.owner), at: now) }
            try transaction.db.execute("DELETE FROM accounts_users WHERE id = ?", [user])
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

    /// Ends a user's sessions and app logins, except for one project session.
    static func endLogins(of user: Int64, keeping session: Int64? = nil, _ db: any SQLSession) throws {
        try db.execute("DELETE FROM accounts_sessions WHERE \"user\" = ?", [user])
        try db.execute("DELETE FROM accounts_app_logins WHERE \"user\" = ?", [user])
        try db.execute(
            "DELETE FROM accounts_project_sessions WHERE \"user\" = ? AND number IS DISTINCT FROM ?", [user, session])
    }
}
