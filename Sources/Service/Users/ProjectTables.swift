import PipelineSQL
import SQL

extension Accounts {
    /// The tables of users and sessions for apps of a project.
    static let projectTables = DomainSchema.Migration("project_users") { db in
        try db.script(
            """
            -- A UUID never changes, and rows of a project name a user by it.
            ALTER TABLE accounts_users ADD COLUMN uuid TEXT NOT NULL DEFAULT '';
            ALTER TABLE accounts_users ADD COLUMN email TEXT;
            ALTER TABLE accounts_users ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata));
            ALTER TABLE accounts_users ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
            UPDATE accounts_users SET updated_at = created_at, uuid = lower(
                hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
                || '-' || substr('89AB', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2)
                || '-' || hex(randomblob(6)));
            CREATE UNIQUE INDEX accounts_users_by_uuid ON accounts_users (uuid);
            CREATE UNIQUE INDEX accounts_users_by_email ON accounts_users (email);
            CREATE TABLE accounts_project_sessions (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                user INTEGER NOT NULL REFERENCES accounts_users (id) ON DELETE CASCADE,
                created_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX accounts_project_sessions_by_user ON accounts_project_sessions (user);
            -- The refresh tokens that a session has had; used ones are kept to recognise their reuse.
            CREATE TABLE accounts_project_tokens (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                digest BLOB NOT NULL UNIQUE,
                session INTEGER NOT NULL REFERENCES accounts_project_sessions (number) ON DELETE CASCADE,
                used_at INTEGER,
                expires_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX accounts_project_tokens_by_session ON accounts_project_tokens (session);
            CREATE INDEX accounts_project_tokens_by_expiry ON accounts_project_tokens (expires_at);
            """)
    }
}
