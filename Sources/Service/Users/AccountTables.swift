import SQL

/// The tables of users in both dialects.
///
/// SQLite has the released steps to them, PostgreSQL all of them at once up to those of project users.
enum AccountTables {
    static let first = """
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
        """

    static let appLogins = """
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
        """

    /// The tables of users and sessions for apps of a project.
    static let projectUsers = """
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
        """

    /// Returns the step to programs and addresses of logins.
    static func clients(_ dialect: SQLDialect) -> String {
        ["accounts_sessions", "accounts_app_logins", "accounts_project_sessions"].map { table in
            """
            ALTER TABLE \(table) ADD COLUMN program \(dialect.text);
            ALTER TABLE \(table) ADD COLUMN address \(dialect.text);

            """
        }.joined()
    }

    /// Returns the step to groups.
    static func groups(_ dialect: SQLDialect) -> String {
        """
        CREATE TABLE accounts_groups (
            id \(dialect.numbering),
            name \(dialect.text) NOT NULL UNIQUE,
            created_at \(dialect.integer) NOT NULL
        ) \(dialect.tableOptions);
        CREATE TABLE accounts_members (
            "group" \(dialect.integer) NOT NULL REFERENCES accounts_groups (id) ON DELETE CASCADE,
            "user" \(dialect.integer) NOT NULL REFERENCES accounts_users (id) ON DELETE CASCADE,
            PRIMARY KEY ("user", "group")
        ) \(dialect.tableOptions);
        CREATE INDEX accounts_members_by_group ON accounts_members ("group");
        """
    }

    /// Returns the step to recoveries of passwords.
    static func recoveries(_ dialect: SQLDialect) -> String {
        """
        -- The last proof sent to each user's mailbox, as digests of the link's secret and of the code.
        CREATE TABLE accounts_recoveries (
            "user" \(dialect.integer) NOT NULL PRIMARY KEY REFERENCES accounts_users (id) ON DELETE CASCADE,
            link \(dialect.bytes) NOT NULL UNIQUE,
            code \(dialect.bytes) NOT NULL,
            attempts \(dialect.integer) NOT NULL,
            created_at \(dialect.integer) NOT NULL,
            expires_at \(dialect.integer) NOT NULL
        ) \(dialect.tableOptions);
        CREATE INDEX accounts_recoveries_by_expiry ON accounts_recoveries (expires_at);
        """
    }

    /// Returns the step to roles, the time of the last login, and invitations.
    ///
    /// Users of before are staff.
    static func roles(_ dialect: SQLDialect) -> String {
        """
        ALTER TABLE accounts_users ADD COLUMN role \(dialect.text) NOT NULL DEFAULT 'staff'
            CHECK (role IN ('reader', 'staff', 'administrator'));
        ALTER TABLE accounts_users ADD COLUMN logged_in_at \(dialect.integer);
        CREATE TABLE accounts_invitations (
            id \(dialect.numbering),
            digest \(dialect.bytes) NOT NULL UNIQUE,
            role \(dialect.text) NOT NULL CHECK (role IN ('reader', 'staff', 'administrator')),
            email \(dialect.text),
            -- The administrator; NULL for an invitation by a command.
            creator \(dialect.integer) REFERENCES accounts_users (id) ON DELETE CASCADE,
            created_at \(dialect.integer) NOT NULL,
            expires_at \(dialect.integer) NOT NULL,
            -- Used ones are kept for a while, so that the page can say so.
            used_at \(dialect.integer)
        ) \(dialect.tableOptions);
        CREATE INDEX accounts_invitations_by_creator ON accounts_invitations (creator);
        CREATE INDEX accounts_invitations_by_expiry ON accounts_invitations (expires_at);
        """
    }
}
