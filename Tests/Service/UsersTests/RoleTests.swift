import Audit
import FailureModel
import Foundation
import HTTPService
import LibCrypto
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import SQLTestSupport
import TestTraits
import Testing
import Users

extension TestAccounts {
    func add(_ name: String, as role: UserRole) async throws {
        try await accounts.add(try UserName(name), password: try Password(new: Self.password), role: role)
    }

    /// Expects that something is refused with a code.
    func expect(
        _ code: ErrorCode, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            Issue.record("nothing was refused", sourceLocation: sourceLocation)
        } catch {
            let found = (error as? APIError)?.failure.code ?? Failure(error).code
            #expect(found == code, sourceLocation: sourceLocation)
        }
    }
}

@Suite("Roles of users", .blocking, .onEveryEngine) struct RoleTests {
    private let test: TestAccounts
    private var accounts: Accounts { test.accounts }
    private let signer = TokenSigner(key: SymmetricKey(data: Data(repeating: 7, count: 32)))

    init() throws { test = try TestAccounts() }

    private func name(_ text: String) throws -> UserName { try UserName(text) }

    @Test("all credentials of a reader only read, from the moment the user becomes one")
    func reader() async throws {
        try await test.add("ada")
        let apps = AppLogins(accounts, signer: signer)
        let session = try await test.logIn("ada")
        let token = try await accounts.createToken(of: name("ada"), name: "x", role: .write, lifetime: nil).secret
        let app = try await apps.logIn(name: "ada", password: TestAccounts.password).access
        func identities() async throws -> [Identity?] {
            [
                try await accounts.identity(ofSession: session), try await accounts.identity(ofToken: token),
                try await apps.identity(ofAccessToken: app),
            ]
        }
        #expect(try await identities().map { $0?.role } == [.write, .write, .write])
        #expect(try await identities().map { $0?.userRole } == [.staff, .staff, .staff])
        try await accounts.change(name("ada"), role: .reader)
        #expect(try await identities().map { $0?.role } == [.read, .read, .read])
        try await accounts.change(name("ada"), role: .administrator)
        #expect(try await identities().map { $0?.role } == [.write, .write, .write])
        #expect(try await identities().allSatisfy { $0?.isAdministrator == true })
        #expect(try await accounts.user(name("ada")).role == .administrator)
    }

    @Test("a token that may only read does not write for an administrator")
    func readToken() async throws {
        try await test.add("ada", as: .administrator)
        let token = try await accounts.createToken(of: name("ada"), name: "x", role: .read, lifetime: nil).secret
        #expect(try await accounts.identity(ofToken: token)?.role == .read)
    }

    @Test("the last administrator who can log in stays one, unless that is forced")
    func last() async throws {
        let (ada, bob) = (try name("ada"), try name("bob"))
        try await test.add("ada", as: .administrator)
        try await test.add("bob", as: .administrator)
        try await test.add("eve")
        try await accounts.setDisabled(true, bob)
        for role in [UserRole.staff, .reader] {
            await test.expect(.lastAdministrator) { try await accounts.change(ada, role: role) }
        }
        await test.expect(.lastAdministrator) { try await accounts.setDisabled(true, ada) }
        await test.expect(.lastAdministrator) { _ = try await accounts.delete(ada, withDocuments: true) }
        await test.expect(.lastAdministrator) { try await accounts.checkAdministrator(besides: ada) }
        // Both at once are refused as a whole.
        await test.expect(.lastAdministrator) {
            try await accounts.change(ada, role: .administrator, isDisabled: true)
        }
        #expect(try await accounts.user(ada).role == .administrator)
        #expect(try await !accounts.user(ada).isDisabled)
        try await accounts.change(ada, role: .administrator)
        try await accounts.change(name("eve"), role: .reader)
        try await accounts.setDisabled(true, name("eve"))
        try await accounts.setDisabled(false, bob)
        try await accounts.change(ada, role: .staff)
        await test.expect(.lastAdministrator) { try await accounts.change(bob, role: .staff) }
        try await accounts.change(bob, role: .staff, evenLast: true)
        #expect(try await accounts.delete(bob, withDocuments: false) == 0)
        await test.expect(.userUnknown) { try await accounts.change(bob, role: .staff) }
    }

    @Test("two administrators who demote each other at once do not both succeed")
    func racing() async throws {
        let names = [try name("ada"), try name("bob")]
        for name in names { try await test.add(name.text, as: .administrator) }
        let refused = await withTaskGroup(of: Bool.self) { group in
            for name in names {
                group.addTask { [accounts] in
                    do { try await accounts.change(name, role: .staff) } catch { return true }
                    return false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 1)
        #expect(try await accounts.users().count { $0.role == .administrator } == 1)
    }

    @Test("users of a store without roles become staff, and can log in as before")
    func migration() async throws {
        let old = DomainSchema("accounts", migrations: Array(Accounts.schema.migrations.prefix(3)))
        let folder = try TemporaryFolder()
        let store = try SQLStore.empty(at: folder.path + "/catalogue.sqlite", domains: [old, AuditLog.schema])
        // As an earlier program wrote it.
        let hash = try await test.store.read { try $0.value(String.self, "SELECT password FROM accounts_users") }
        #expect(hash == nil)
        try await test.add("ada")
        let stored = try await test.store.read { try $0.value(String.self, "SELECT password FROM accounts_users") }
        try await store.write { transaction in
            try transaction.db.execute(
                """
                INSERT INTO accounts_users (name, password, created_at, updated_at, uuid) VALUES ('ada', ?1, 1, 1, 'u')
                """, [stored])
        }
        try await Task.detached { try SQLStore.migrate(store.database, [Accounts.schema, AuditLog.schema]) }.value
        let accounts = Accounts(store, hasher: test.hasher, clock: test.clock)
        let user = try await accounts.user(name("ada"))
        #expect(user.role == .staff && user.loggedInAt == nil)
        let session = try await accounts.logIn(name: "ada", password: TestAccounts.password, replacing: nil)
        #expect(try await accounts.identity(ofSession: session)?.userRole == .staff)
        #expect(try await accounts.user(name("ada")).loggedInAt == test.clock.now)
        try await accounts.change(name("ada"), role: .administrator)
        #expect(try await accounts.invite(as: .reader).invitation.role == .reader)
    }

    @Test("users are listed in parts, with the bytes of what belongs to them")
    func list() async throws {
        for name in ["ada", "bob", "cleo"] { try await test.add(name) }
        for size in [3, 4] as [Int64] {
            let document = NewDocument(
                id: DocumentID(UUID()), owner: "bob", kind: "memo", fileName: "a.txt", mediaType: "text/plain",
                content: ContentID(of: Data("\(size)".utf8)), byteCount: size)
            _ = try await test.store.add(document, at: test.clock.now)
        }
        #expect(try await accounts.users(limit: 2).map(\.name) == ["ada", "bob"])
        let rest = try await accounts.users(after: "ada", limit: 2)
        #expect(rest.map(\.name) == ["bob", "cleo"])
        #expect(rest.map(\.bytes) == [7, 0] && rest.map(\.documents) == [2, 0])
        #expect(try await accounts.users(after: "cleo").isEmpty)
    }
}

@Suite("Own password and sessions", .blocking, .onEveryEngine) struct OwnAccessTests {
    private let test: TestAccounts
    private var accounts: Accounts { test.accounts }
    private let signer = TokenSigner(key: SymmetricKey(data: Data(repeating: 7, count: 32)))
    private let next = "another horse battery"

    init() throws { test = try TestAccounts() }

    @Test("a new password needs the old one, and ends all sessions but the one that sets it")
    func change() async throws {
        let ada = try UserName("ada")
        try await test.add("ada")
        let apps = AppLogins(accounts, signer: signer)
        let (own, other) = (try await test.logIn("ada"), try await test.logIn("ada"))
        let app = try await apps.logIn(name: "ada", password: TestAccounts.password).access
        let identity = try #require(try await accounts.identity(ofSession: own))
        let kept = KeptLogin(of: identity)
        let new = try Password(new: next)
        await test.expect(.passwordWrong) {
            try await accounts.changePassword(of: ada, from: "wrong", to: new, keeping: kept)
        }
        await test.expect(.passwordUnsuitable) {
            try await accounts.changePassword(
                of: ada, from: TestAccounts.password, to: try Password(new: TestAccounts.password), keeping: kept)
        }
        #expect(try await accounts.identity(ofSession: other) != nil)
        try await accounts.changePassword(of: ada, from: TestAccounts.password, to: new, keeping: kept)
        #expect(try await accounts.identity(ofSession: own) == identity)
        #expect(try await accounts.identity(ofSession: other) == nil)
        #expect(try await apps.identity(ofAccessToken: app) == nil)
        #expect(await test.refusal("ada") == .loginFailed)
        #expect(await test.refusal("ada", next) == nil)
    }

    @Test("an app's login that sets a new password goes on")
    func changeInApp() async throws {
        let ada = try UserName("ada")
        try await test.add("ada")
        let apps = AppLogins(accounts, signer: signer)
        let browser = try await test.logIn("ada")
        let app = try await apps.logIn(name: "ada", password: TestAccounts.password).access
        let identity = try #require(try await apps.identity(ofAccessToken: app))
        try await accounts.changePassword(
            of: ada, from: TestAccounts.password, to: try Password(new: next), keeping: KeptLogin(of: identity))
        #expect(try await apps.identity(ofAccessToken: app) != nil)
        #expect(try await accounts.identity(ofSession: browser) == nil)
    }

    @Test("the old password is not guessed faster than at a login, and counts as one")
    func throttle() async throws {
        let ada = try UserName("ada")
        try await test.add("ada")
        let new = try Password(new: next)
        for _ in 0..<5 {
            await test.expect(.passwordWrong) {
                try await accounts.changePassword(of: ada, from: "wrong", to: new, keeping: .none)
            }
        }
        await test.expect(.tooManyRequests) {
            try await accounts.changePassword(of: ada, from: TestAccounts.password, to: new, keeping: .none)
        }
        #expect(await test.refusal("ada") == .tooManyRequests)
    }

    @Test("sessions of browsers and apps are listed and ended by their users only")
    func sessions() async throws {
        let (ada, bob) = (try UserName("ada"), try UserName("bob"))
        try await test.add("ada")
        try await test.add("bob")
        let apps = AppLogins(accounts, signer: signer)
        let browser = try await test.logIn("ada")
        let begun = test.clock.now
        test.clock.advance(by: .seconds(60))
        let app = try await apps.logIn(name: "ada", password: TestAccounts.password)
        let sessions = try await accounts.sessions(of: ada)
        #expect(sessions.map(\.id.kind) == [.app, .browser])
        #expect(sessions.map(\.createdAt) == [test.clock.now, begun])
        #expect(sessions[0].usedAt == test.clock.now)
        #expect(try await accounts.sessions(of: bob).isEmpty)
        #expect(sessions.allSatisfy { UserSession.ID($0.id.description) == $0.id })
        for text in ["", "browser", "browser-", "browser-01", "browser--1x", "phone-1", "browser-1-1"] {
            #expect(UserSession.ID(text) == nil)
        }
        await test.expect(.sessionUnknown) { try await accounts.endSession(sessions[0].id, of: bob) }
        test.clock.advance(by: .seconds(3600))
        _ = try await apps.renew(app.refresh)
        #expect(try await accounts.sessions(of: ada).first?.usedAt == test.clock.now)
        try await accounts.endSession(sessions[0].id, of: ada)
        await test.expect(.sessionUnknown) { try await accounts.endSession(sessions[0].id, of: ada) }
        #expect(try await accounts.sessions(of: ada).map(\.id) == [sessions[1].id])
        #expect(try await accounts.identity(ofSession: browser) != nil)
        try await accounts.endSessions(of: ada)
        #expect(try await accounts.identity(ofSession: browser) == nil)
        test.clock.advance(by: Accounts.idleLimit)
        #expect(try await accounts.sessions(of: ada).isEmpty)
        await test.expect(.userUnknown) { _ = try await accounts.sessions(of: try UserName("eve")) }
    }
}
