import Users
import LibCrypto
import FailureModel
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import SQLTestSupport
import Testing

@Suite("Users and sessions of apps of families", .onEveryEngine) struct ProjectAccountTests {
    private let test: TestAccounts
    private let accounts: ProjectAccounts

    init() async throws {
        test = try TestAccounts()
        accounts = ProjectAccounts(
            test.accounts, signer: TokenSigner(key: SymmetricKey(data: Data(repeating: 7, count: 32))))
    }

    @discardableResult
    private func add(_ email: String) async throws -> ProjectUser {
        let draft = try await accounts.draft(
            email: try EmailAddress(email), password: try Password(new: TestAccounts.password))
        try await test.store.write { try ProjectAccounts.add(draft, $0.db) }
        return draft.user
    }

    private func signIn(_ email: String) async throws -> ProjectSession {
        try await accounts.signIn(email: email, password: TestAccounts.password)
    }

    private func isOpen(_ session: ProjectSession) async throws -> Bool {
        guard case .user = try await accounts.bearer(of: session.accessToken) else { return false }
        return true
    }

    @Test("an address is kept in small letters")
    func address() throws {
        #expect(try EmailAddress("Ada.L+x@Mail.Example.ORG").text == "ada.l+x@mail.example.org")
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", "ada", "@b.c", "a@", "a@b@c", "a b@c.d", "a@b..c", "a@-b.c", "a@b-.c", "ä@b.c", "a\u{0}@b.c", "a@b.c\n",
            String(repeating: "a", count: 65) + "@b.c", "a@" + String(repeating: "b.", count: 130) + "c",
        ])
    func noAddress(text: String) {
        let error = #expect(throws: Failure.self) { try EmailAddress(text) }
        #expect(error?.code == .malformedEmail)
    }

    @Test("two users cannot have one address, however it is written")
    func unique() async throws {
        try await add("ada@example.org")
        let error = await #expect(throws: Failure.self) { try await add("ADA@example.org") }
        #expect(error?.code == .userExists)
    }

    @Test("a user with an address has a name of its own, and logs in to the service's pages by the address")
    func name() async throws {
        let user = try await add("ada@example.org")
        #expect(try await test.accounts.users().map(\.name) == ["user-\(user.id)"])
        #expect(
            try await test.accounts.identity(ofSession: try await test.logIn(" Ada@Example.org "))?.owner
                == OwnerID("user-\(user.id)"))
        #expect(try await test.logIn("user-\(user.id)") != "")
        // A name is no address.
        await #expect(throws: Failure.self) { try await signIn("user-\(user.id)") }
    }

    @Test("users from before have a UUID each, which is a valid one")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/catalogue.sqlite"
        let old = DomainSchema("accounts", migrations: Array(Accounts.schema.migrations.prefix(2)))
        let store = try SQLStore(path: path, domains: [old])
        try await store.write { transaction in
            for name in ["ada", "ben"] {
                try transaction.db.execute(
                    "INSERT INTO accounts_users (name, password, created_at) VALUES (?, '', 5)", [name])
            }
        }
        let rows = try await SQLStore(path: path, domains: [Accounts.schema]).read { db in
            try db.values(String.self, "SELECT uuid FROM accounts_users WHERE updated_at = 5 AND email IS NULL")
        }
        #expect(Set(rows).count == 2)
        for text in rows {
            #expect(UUID(uuidString: text) != nil)
            #expect(text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        }
    }

    @Test("a new password, disabling and deleting a user each end its sessions and no others")
    func endings() async throws {
        let user = try await add("ada@example.org")
        try await add("ben@example.org")
        let name = try UserName("user-\(user.id)")
        let other = try await signIn("ben@example.org")
        var session = try await signIn("ada@example.org")
        try await test.accounts.setPassword(try Password(new: TestAccounts.password), of: name)
        #expect(try await !isOpen(session))
        session = try await signIn("ada@example.org")
        try await test.accounts.setDisabled(true, name)
        #expect(try await !isOpen(session))
        await #expect(throws: ProjectAccountError.refreshTokenUnknown) {
            try await accounts.renew(session.refreshToken)
        }
        await #expect(throws: Failure.self) { try await signIn("ada@example.org") }
        try await test.accounts.setDisabled(false, name)
        #expect(try await !isOpen(session))
        session = try await signIn("ada@example.org")
        _ = try await test.accounts.delete(name, withDocuments: false)
        #expect(try await !isOpen(session))
        #expect(try await isOpen(other))
    }

    @Test("a user has a limited number of sessions, and a session a limited number of tokens")
    func limits() async throws {
        try await add("ada@example.org")
        let first = try await signIn("ada@example.org")
        var newest = first
        for _ in 0..<ProjectAccounts.sessionLimit { newest = try await signIn("ada@example.org") }
        #expect(try await !isOpen(first))
        #expect(try await isOpen(newest))
        for _ in 0..<(ProjectAccounts.tokenLimit + 20) {
            newest = try await accounts.renew(newest.refreshToken)
            test.clock.advance(by: .seconds(60))
        }
        #expect(try await isOpen(newest))
        let kept = try await test.store.read { try $0.count("accounts_project_tokens") }
        #expect(kept == ProjectAccounts.tokenLimit + ProjectAccounts.sessionLimit - 1)
    }

    @Test("a session that is not used for long has ended, and nothing of it is kept")
    func expiry() async throws {
        try await add("ada@example.org")
        let session = try await signIn("ada@example.org")
        test.clock.advance(by: ProjectAccounts.refreshLifetime)
        await #expect(throws: ProjectAccountError.refreshTokenUnknown) {
            try await accounts.renew(session.refreshToken)
        }
        #expect(try await test.store.read { try $0.count("accounts_project_sessions") } == 0)
    }

    @Test("neither passwords nor tokens are stored")
    func dump() async throws {
        try await add("ada@example.org")
        let session = try await accounts.renew(try await signIn("ada@example.org").refreshToken)
        let dump = try await test.store.read { db in
            try ["accounts_users", "accounts_project_sessions", "accounts_project_tokens"].map { try db.dumpedRows($0) }
                .joined()
        }
        #expect(dump.contains("ada@example.org"))
        for secret in [TestAccounts.password, session.refreshToken, session.accessToken] {
            #expect(!dump.contains(secret))
        }
    }
}
