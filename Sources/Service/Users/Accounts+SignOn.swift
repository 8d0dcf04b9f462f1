import Audit
import FailureModel
package import HTTPService
import Pipeline
import PipelineSQL
import SQL

/// Users whom a proxy logs in.
extension Accounts {
    /// Minimum time between two updates of the time of the last login.
    private static let signOnResolution = idleLimit
    /// The number of names to try for a user created by an e-mail address.
    private static let nameLimit = 99

    /// A user as the proxy names it.
    private enum SignedOn: Sendable {
        case name(UserName)
        case email(EmailAddress)

        init(_ login: String) throws(Failure) {
            do {
                self = login.contains("@") ? .email(try EmailAddress(login)) : .name(try UserName(login))
            } catch {
                throw Failure(
                    .signOnRefused, "What the proxy names is neither a user's name nor an e-mail address.")
            }
        }
    }

    /// A user found by the name from the proxy.
    private struct Found {
        let number: Int64
        let name: String
        let role: UserRole
        let isDisabled: Bool
        let loggedInAt: Int64?
        let groups: [OwnerID]
    }

    package func identity(signedOnAs login: String, creating role: UserRole?) async throws -> Identity {
        let login = try SignedOn(login)
        var user = try await store.read { db in try Self.user(login, db) }
        if user == nil {
            guard let role else {
                throw Failure(
                    .signOnRefused,
                    "You are logged in, but not a user of this service; ask an administrator to add you.")
            }
            user = try await create(login, role)
        }
        guard let user, !user.isDisabled else {
            throw Failure(.signOnRefused, "This user is disabled; ask an administrator.")
        }
        await recordLogin(of: user)
        return Identity(
            owner: OwnerID(user.name), role: .write, credential: .signOn(user.number), userRole: user.role,
            groups: user.groups)
    }

    /// Returns the groups of a user; `nil` if the user is disabled or gone.
    func groups(ofSignedOn number: Int64) async throws -> [OwnerID]? {
        try await store.read { db in
            let sql = "SELECT \(Self.groupNames(db.dialect)) FROM accounts_users u WHERE id = ? AND is_disabled = 0"
            return try db.row(sql, [number]) { Self.owners(joined: $0[0]) }
        }
    }

    private static func user(_ login: SignedOn, _ db: any SQLSession) throws -> Found? {
        let (column, value) =
            switch login {
            case .name(let name): ("name", name.text)
            case .email(let email): ("email", email.text)
            }
        let row = try db.row(
            """
            SELECT id, name, role, is_disabled, logged_in_at, \(groupNames(db.dialect)) FROM accounts_users u
            WHERE \(column) = ?
            """, [value])
        return row.map {
            Found(
                number: $0[0], name: $0[1], role: UserRole(stored: $0[2]), isDisabled: $0[3], loggedInAt: $0[4],
                groups: owners(joined: $0[5]))
        }
    }

    /// Creates a user, unless another request has.
    private func create(_ login: SignedOn, _ role: UserRole) async throws -> Found? {
        let now = clock.now
        return try await write { [isTaken] transaction in
            let db = transaction.db
            if let user = try Self.user(login, db) { return user }
            let (names, email): ([UserName], EmailAddress?) =
                switch login {
                case .name(let name): ([name], nil)
                case .email(let email): (Self.names(for: email), email)
                }
            // What belongs to a watched folder's owner, for example, must not become the property of whoever logs in.
            let isAdded = try names.contains { name in
                try !StoredDocuments(db).exist(of: name.owner) && !isTaken(name.owner, db)
                    && Self.insert(name, hash: Self.noPassword, role: role, email: email?.text, at: now, db)
            }
            guard isAdded else {
                throw Failure(
                    .signOnRefused, "The name belongs to an owner of documents; an administrator must add this user.")
            }
            let user = try Self.user(login, db)
            if let user {
                let actor = AuditActor(owner: OwnerID(user.name), credential: "sign-on")
                try AuditLog.insert(.userAdded, about: user.name, detail: role.rawValue, by: actor, at: now, db)
            }
            return user
        }
    }

    /// Returns names for a user with an e-mail address, such as `ada`, `ada-2`, `ada-3`.
    private static func names(for email: EmailAddress) -> [UserName] {
        let local = email.text.prefix { $0 != "@" }.replacing(/[^a-z0-9._\-]/, with: "-").drop { "._-".contains($0) }
        let base = local.isEmpty ? "user" : String(local.prefix(60))
        return ([base] + (2...nameLimit).map { "\(base)-\($0)" }).compactMap { try? UserName($0) }
    }

    /// Records a login, since the proxy reports none: a request after a pause.
    private func recordLogin(of user: Found) async {
        let now = clock.now
        let last = user.loggedInAt.map(Timestamp.init(milliseconds:))
        if let last, now - last < Self.signOnResolution { return }
        // A full disk must not prevent reading, and nothing depends on the time.
        _ = try? await store.write { transaction in
            try transaction.db.execute(
                "UPDATE accounts_users SET logged_in_at = ? WHERE id = ?", [now.milliseconds, user.number])
        }
    }
}
