package import Pipeline
package import PipelineSQL
package import SQL

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
                try db.script(db.dialect == .sqlite ? AccountTables.first : AccountTables.postgreSQL)
            },
            DomainSchema.Migration("app_logins") { db in
                // PostgreSQL has all tables by the first migration.
                if db.dialect == .sqlite { try db.script(AccountTables.appLogins) }
            },
            DomainSchema.Migration("project_users") { db in
                if db.dialect == .sqlite { try db.script(AccountTables.projectUsers) }
            },
            DomainSchema.Migration("roles") { try $0.script(AccountTables.roles($0.dialect)) },
            DomainSchema.Migration("clients") { try $0.script(AccountTables.clients($0.dialect)) },
            DomainSchema.Migration("groups") { try $0.script(AccountTables.groups($0.dialect)) },
            DomainSchema.Migration("recoveries") { try $0.script(AccountTables.recoveries($0.dialect)) },
        ])

    let store: SQLStore
    let hasher: PasswordHasher
    let clock: any PipelineClock
    /// Returns whether an owner has belongings, although there may be no such user.
    let isTaken: @Sendable (OwnerID, any SQLSession) throws -> Bool

    /// Creates access to the users of a store.
    ///
    /// - Parameters:
    ///   - store: a store opened with ``schema``.
    ///   - hasher: hashes and verifies passwords.
    ///   - clock: determines when sessions and tokens expire; `nil` for the store's clock.
    ///   - isTaken: returns whether an owner has belongings other than documents, so that nobody else gets the name.
    package init(
        _ store: SQLStore, hasher: PasswordHasher = .standard, clock: (any PipelineClock)? = nil,
        isTaken: @escaping @Sendable (OwnerID, any SQLSession) throws -> Bool = { _, _ in false }
    ) {
        self.store = store
        self.hasher = hasher
        self.clock = clock ?? store.clock
        self.isTaken = isTaken
    }

    /// Changes users in a transaction.
    ///
    /// Nearly all of them decide by what they read: a password may be replaced while it is checked, a token is
    /// exchanged once, and the oldest session beyond a limit ends. So they run one after another, on all nodes together.
    @discardableResult
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.write { transaction in
            try Self.lock(transaction.db)
            return try body(transaction)
        }
    }

    /// Makes other transactions that change users wait for the end of this one.
    ///
    /// A transaction that changes a domain's tables as well locks those first.
    static func lock(_ db: any SQLSession) throws { try db.lock("accounts") }
}
