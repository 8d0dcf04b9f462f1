package import Pipeline
package import PipelineSQL
import SQL

/// The users of the service with their passwords, API tokens and sessions.
///
/// They are stored in the store's database.
///
/// A user is an owner: its name is the owner of its documents, here and in the `--owner` option of every command.
package struct Accounts: Sendable {
    /// The database tables; they store only digests of secrets and hashes of passwords.
    package static let schema = DomainSchema(
        "accounts",
        migrations: [
            DomainSchema.Migration("users") { db in
                try db.script(
                    """
                    CREATE TABLE accounts_users (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        name TEXT NOT NULL UNIQUE,
                        password TEXT NOT NULL,
                        is_disabled INTEGER NOT NULL DEFAULT 0 CHECK (is_disabled IN (0, 1)),
                        created_at INTEGER NOT NULL
                    ) STRICT;
                    -- Numbers are not used twice: a request in progress may still go by one.
                    CREATE TABLE accounts_tokens (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        user INTEGER NOT NULL REFERENCES accounts_users (id) ON DELETE CASCADE,
                        digest BLOB NOT NULL UNIQUE,
                        name TEXT NOT NULL,
                        role TEXT NOT NULL CHECK (role IN ('read', 'write')),
                        created_at INTEGER NOT NULL,
                        used_at INTEGER,
                        expires_at INTEGER,
                        revoked_at INTEGER
                    ) STRICT;
                    CREATE INDEX accounts_tokens_by_user ON accounts_tokens (user);
                    CREATE TABLE accounts_sessions (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        user INTEGER NOT NULL REFERENCES accounts_users (id) ON DELETE CASCADE,
                        digest BLOB NOT NULL UNIQUE,
                        created_at INTEGER NOT NULL,
                        used_at INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX accounts_sessions_by_user ON accounts_sessions (user);
                    -- Failed logins by the digest of the name: people type passwords there by mistake.
                    CREATE TABLE accounts_failures (
                        name BLOB NOT NULL PRIMARY KEY,
                        count INTEGER NOT NULL,
                        last_at INTEGER NOT NULL
                    ) STRICT;
                    """)
            },
            DomainSchema.Migration("app_logins") { db in
                try db.script(
                    """
                    CREATE TABLE accounts_app_logins (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        user INTEGER NOT NULL REFERENCES accounts_users (id) ON DELETE CASCADE,
                        created_at INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX accounts_app_logins_by_user ON accounts_app_logins (user);
                    -- The pairs of tokens that a login has had; used ones are kept to recognise their reuse.
                    CREATE TABLE accounts_app_tokens (
                        access TEXT NOT NULL PRIMARY KEY,
                        refresh BLOB NOT NULL UNIQUE,
                        login INTEGER NOT NULL REFERENCES accounts_app_logins (id) ON DELETE CASCADE,
                        is_used INTEGER NOT NULL DEFAULT 0 CHECK (is_used IN (0, 1)),
                        expires_at INTEGER NOT NULL
                    ) STRICT;
                    CREATE INDEX accounts_app_tokens_by_login ON accounts_app_tokens (login);
                    CREATE INDEX accounts_app_tokens_by_expiry ON accounts_app_tokens (expires_at);
                    """)
            },
            projectTables,
        ])

    let store: SQLStore
    let hasher: PasswordHasher
    let clock: any PipelineClock

    /// Creates access to the users of a store.
    ///
    /// - Parameters:
    ///   - store: a store opened with ``schema``.
    ///   - hasher: hashes and verifies passwords.
    ///   - clock: determines when sessions and tokens expire.
    package init(
        _ store: SQLStore, hasher: PasswordHasher = .standard, clock: any PipelineClock = SystemClock()
    ) {
        self.store = store
        self.hasher = hasher
        self.clock = clock
    }
}
