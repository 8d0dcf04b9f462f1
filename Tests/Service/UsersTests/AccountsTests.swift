import Users
import Audit
import FailureModel
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import SQLTestSupport
import Synchronization
import TestTraits
import Testing

/// Users on a store in a temporary folder, with a clock that the test advances and cheap hashes.
struct TestAccounts {
    private let folder: TemporaryFolder
    let store: SQLStore
    let clock = ManualClock()
    let hasher: PasswordHasher
    let accounts: Accounts

    init(logRounds: Int = 4, waiting: Int = 32) throws {
        folder = try TemporaryFolder()
        store = try SQLStore.empty(at: folder.path + "/catalogue.sqlite", domains: [Accounts.schema, AuditLog.schema])
        let cost = PasswordHash.Cost(logRounds: logRounds, blockSize: 8, parallelism: 1)
        hasher = PasswordHasher(cost: cost, limit: waiting)
        accounts = Accounts(store, hasher: hasher, clock: clock)
    }

    static let password = "correct horse battery"

    func add(_ name: String) async throws {
        try await accounts.add(try UserName(name), password: try Password(new: Self.password))
    }

    func logIn(
        _ name: String, _ password: String = TestAccounts.password, replacing session: String? = nil
    ) async throws -> String {
        try await accounts.logIn(name: name, password: password, replacing: session)
    }

    /// The code with which a login is refused; nil if it succeeds.
    func refusal(_ name: String, _ password: String = TestAccounts.password) async -> ErrorCode? {
        do {
            _ = try await logIn(name, password)
            return nil
        } catch let error as APIError {
            return error.failure.code
        } catch {
            return Failure(error).code
        }
    }

    /// Everything in the database as text.
    func dump() async throws -> String {
        try await store.read { db in
            let tables = ["accounts_users", "accounts_tokens", "accounts_sessions", "accounts_failures"]
            return try tables.map { try db.dumpedRows($0) }.joined()
        }
    }
}

@Suite("Users", .blocking, .onEveryEngine) struct UserTests {
    private let test: TestAccounts
    private var accounts: Accounts { test.accounts }

    init() throws { test = try TestAccounts() }

    @Test(
        "a name has no variants that look alike",
        arguments: ["a", "ada", "ada.lovelace", "0-1_2", String(repeating: "a", count: 64)])
    func names(_ text: String) throws {
        #expect(try UserName(text).owner == OwnerID(text))
    }

    @Test(
        "what could be taken for another name is none",
        arguments: [
            "", "Ada", "ada lovelace", "аda", "ada\0", "ada\n", ".ada", "-ada", "ada@example.org", "ädä",
            String(repeating: "a", count: 65),
        ])
    func badNames(_ text: String) {
        let error = #expect(throws: Failure.self) { try UserName(text) }
        #expect(error?.code == .malformedUserName)
    }

    @Test("a password has a least and a greatest length")
    func passwords() throws {
        for text in ["", "short", "123456789", String(repeating: "a", count: 1025)] {
            let error = #expect(throws: Failure.self) { try Password(new: text) }
            #expect(error?.code == .passwordUnsuitable)
        }
        _ = try Password(new: "1234567890")
        _ = try Password(new: String(repeating: "a", count: 1024))
    }

    @Test("a user is added once, and listed with the number of documents")
    func add() async throws {
        try await test.add("ada")
        let error = await #expect(throws: Failure.self) { try await test.add("ada") }
        #expect(error?.code == .userExists)
        try await test.add("bob")
        _ = try await test.store.add(test.document(of: "bob"), at: test.clock.now)
        let users = try await accounts.users()
        #expect(users.map(\.name) == ["ada", "bob"])
        #expect(users.map(\.documents) == [0, 1])
        #expect(users.allSatisfy { !$0.isDisabled && $0.createdAt == test.clock.now })
    }

    @Test("a user with documents is deleted only with them, and other owners' stay")
    func delete() async throws {
        try await test.add("ada")
        let (ada, bob) = (test.document(of: "ada"), test.document(of: "bob"))
        for document in [ada, bob] { _ = try await test.store.add(document, at: test.clock.now) }
        let name = try UserName("ada")
        let error = await #expect(throws: Failure.self) { try await accounts.delete(name, withDocuments: false) }
        #expect(error?.code == .userHasDocuments)
        #expect(try await accounts.users().count == 1)
        #expect(try await accounts.delete(name, withDocuments: true) == 1)
        #expect(try await accounts.users().isEmpty)
        #expect(try await test.store.documents(DocumentQuery(in: .all)).map(\.id) == [bob.id])
        let again = await #expect(throws: Failure.self) { try await accounts.delete(name, withDocuments: true) }
        #expect(again?.code == .userUnknown)
    }

    @Test("what does not exist cannot be changed")
    func unknown() async throws {
        let name = try UserName("eve")
        let password = try Password(new: TestAccounts.password)
        await #expect(throws: Failure.self) { try await accounts.setPassword(password, of: name) }
        await #expect(throws: Failure.self) { try await accounts.setDisabled(true, name) }
        await #expect(throws: Failure.self) {
            try await accounts.createToken(of: name, name: "x", role: .read, lifetime: nil)
        }
        await #expect(throws: Failure.self) { try await accounts.tokens(of: name) }
        let error = await #expect(throws: Failure.self) { try await accounts.revokeToken(1) }
        #expect(error?.code == .tokenUnknown)
    }
}

@Suite("Passwords", .blocking) struct PasswordTests {
    private let cost = PasswordHash.Cost(logRounds: 4, blockSize: 8, parallelism: 1)

    @Test("a hash matches its password only, keeps its cost, and has a salt of its own")
    func hashes() throws {
        let password = try Password(new: "correct horse")
        let (first, second) = (try PasswordHash(of: password, cost: cost), try PasswordHash(of: password, cost: cost))
        #expect(first.text != second.text)
        #expect(first.text.hasPrefix("$scrypt$ln=4,r=8,p=1$"))
        let read = try #require(PasswordHash(text: first.text))
        #expect(read.cost == cost)
        #expect(try read.matches(password))
        #expect(try !read.matches(Password(typed: "correct horsf")))
        #expect(try !read.matches(Password(typed: "")))
    }

    @Test("the derived key is scrypt's")
    func vector() throws {
        // Python: hashlib.scrypt(b"correct horse", salt=b"0123456789abcdef", n=16, r=8, p=1, dklen=32)
        let text = "$scrypt$ln=4,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$OAkZqUBelG6VIYdTJfYSENL5OmZRxMa3GwXn5oFliTg"
        #expect(try #require(PasswordHash(text: text)).matches(Password(typed: "correct horse")))
    }

    @Test("text that is no hash is none", arguments: ["", "secret", "$scrypt$ln=4,r=8,p=1$AA$AA", "$2b$12$abc"])
    func malformed(_ text: String) {
        #expect(PasswordHash(text: text) == nil)
    }

    @Test(
        "a stored hash that would take all memory or no memory is none",
        arguments: [
            "ln=0,r=8,p=1", "ln=30,r=8,p=1", "ln=57,r=8,p=1", "ln=99,r=99,p=99", "ln=4,r=99,p=1", "ln=4,r=8,p=0",
        ])
    func costs(_ cost: String) {
        let rest = "MDEyMzQ1Njc4OWFiY2RlZg$OAkZqUBelG6VIYdTJfYSENL5OmZRxMa3GwXn5oFliTg"
        #expect(PasswordHash(text: "$scrypt$\(cost)$\(rest)") == nil)
    }

    @Test("new passwords cost what OWASP advises")
    func standard() {
        #expect(PasswordHash.Cost.standard == PasswordHash.Cost(logRounds: 17, blockSize: 8, parallelism: 1))
    }

    @Test("accents may be typed composed or not")
    func composition() throws {
        let hash = try PasswordHash(of: try Password(new: "caf\u{E9} au lait"), cost: cost)
        #expect(try hash.matches(Password(typed: "cafe\u{301} au lait")))
    }
}

@Suite("Logins", .blocking, .onEveryEngine) struct LoginTests {
    private let test: TestAccounts
    private var accounts: Accounts { test.accounts }

    init() throws { test = try TestAccounts() }

    @Test("a name and its password give a session, whose secret is stored nowhere")
    func logIn() async throws {
        try await test.add("ada")
        let session = try await test.logIn(" Ada ")
        let identity = try #require(try await accounts.identity(ofSession: session))
        #expect(identity.owner == "ada" && identity.role == .write)
        #expect(try await accounts.isValid(identity))
        let dump = try await test.dump()
        #expect(dump.contains("ada") && !dump.contains(session) && !dump.contains(TestAccounts.password))
        #expect(try await accounts.identity(ofSession: session + "0") == nil)
        #expect(try await accounts.identity(ofSession: "") == nil)
        #expect(try await accounts.identity(ofToken: session) == nil)
    }

    @Test("an unknown name, a wrong password and a disabled user are refused alike")
    func refusals() async throws {
        for name in ["ada", "bob"] { try await test.add(name) }
        try await accounts.setDisabled(true, try UserName("bob"))
        var messages: Set<String> = []
        for (name, password) in [
            ("eve", TestAccounts.password), ("ada", "wrong"), ("bob", TestAccounts.password), ("", ""),
        ] {
            let error = await #expect(throws: Failure.self) { try await test.logIn(name, password) }
            #expect(error?.code == .loginFailed)
            messages.insert(error?.message ?? "")
        }
        #expect(messages.count == 1)
        try await accounts.setDisabled(false, try UserName("bob"))
        _ = try await test.logIn("bob")
    }

    @Test(
        "a password is compared with a hash for an unknown name as for a known one", arguments: ["ada", "nobody", ""])
    func comparison(_ name: String) async throws {
        try await test.add("ada")
        #expect(await test.refusal(name, "wrong password") == .loginFailed)
        #expect(test.hasher.comparisons.load(ordering: .relaxed) == 1)
    }

    @Test("a login ends the session that the browser had, and no other")
    func rotation() async throws {
        try await test.add("ada")
        let (first, other) = (try await test.logIn("ada"), try await test.logIn("ada"))
        let second = try await test.logIn("ada", replacing: first)
        #expect(Set([first, second, other]).count == 3)
        #expect(try await accounts.identity(ofSession: first) == nil)
        #expect(try await accounts.identity(ofSession: second) != nil)
        #expect(try await accounts.identity(ofSession: other) != nil)
        // A secret that somebody made up and put into the browser is not taken over.
        let third = try await test.logIn("ada", replacing: "fixed")
        #expect(third != "fixed")
        #expect(try await accounts.identity(ofSession: "fixed") == nil)
    }

    @Test("a session ends when it is not used, and in the end although it is")
    func expiry() async throws {
        try await test.add("ada")
        let idle = try await test.logIn("ada")
        test.clock.advance(by: Accounts.idleLimit - .seconds(1))
        #expect(try await accounts.identity(ofSession: idle) != nil)
        // Used a moment ago, so it lasts from then on.
        test.clock.advance(by: Accounts.idleLimit - .seconds(1))
        let identity = try #require(try await accounts.identity(ofSession: idle))
        test.clock.advance(by: Accounts.idleLimit)
        #expect(try await accounts.identity(ofSession: idle) == nil)
        #expect(try await !accounts.isValid(identity))
        let busy = try await test.logIn("ada")
        var age = Duration.zero
        while age < Accounts.ageLimit {
            #expect(try await accounts.identity(ofSession: busy) != nil)
            test.clock.advance(by: .seconds(3600))
            age += .seconds(3600)
        }
        #expect(try await accounts.identity(ofSession: busy) == nil)
        // The next login removes what has expired.
        _ = try await test.logIn("ada")
        #expect(try await test.store.read { try $0.count("accounts_sessions") } == 1)
    }

    @Test("a session ends with its logout, a new password, and its user's being disabled or deleted")
    func ends() async throws {
        let name = try UserName("ada")
        try await test.add("ada")
        let endings: [@Sendable (String) async throws -> Void] = [
            { [accounts] in try await accounts.logOut(session: $0) },
            { [accounts] _ in try await accounts.setPassword(try Password(new: TestAccounts.password), of: name) },
            { [accounts] _ in
                try await accounts.setDisabled(true, name)
                try await accounts.setDisabled(false, name)
            },
            { [accounts] _ in _ = try await accounts.delete(name, withDocuments: false) },
        ]
        for end in endings {
            let session = try await test.logIn("ada")
            let identity = try #require(try await accounts.identity(ofSession: session))
            try await end(session)
            #expect(try await accounts.identity(ofSession: session) == nil)
            #expect(try await !accounts.isValid(identity))
        }
    }

    @Test("a user has a limited number of sessions; the oldest goes first")
    func sessionLimit() async throws {
        try await test.add("ada")
        let first = try await test.logIn("ada")
        var last = first
        for _ in 0..<Accounts.sessionLimit { last = try await test.logIn("ada") }
        #expect(try await accounts.identity(ofSession: first) == nil)
        #expect(try await accounts.identity(ofSession: last) != nil)
    }

    @Test("after five failures a name has to wait, longer each time, whether or not it is a user's")
    func throttle() async throws {
        try await test.add("ada")
        try await test.add("bob")
        for name in ["ada", "eve"] {
            for _ in 0..<5 { #expect(await test.refusal(name, "wrong") == .loginFailed) }
            #expect(await test.refusal(name) == .tooManyRequests)
            test.clock.advance(by: .seconds(59))
            #expect(await test.refusal(name) == .tooManyRequests)
            test.clock.advance(by: .seconds(1))
            #expect(await test.refusal(name, "wrong") == .loginFailed)
            test.clock.advance(by: .seconds(60))
            #expect(await test.refusal(name) == .tooManyRequests)
        }
        #expect(await test.refusal("bob") == nil)
        test.clock.advance(by: .seconds(60))
        #expect(await test.refusal("ada") == nil)
        // A success starts the count again.
        for _ in 0..<5 { #expect(await test.refusal("ada", "wrong") == .loginFailed) }
        // A new password does, too.
        #expect(await test.refusal("ada") == .tooManyRequests)
        try await accounts.setPassword(try Password(new: TestAccounts.password), of: try UserName("ada"))
        #expect(await test.refusal("ada") == nil)
    }

    @Test("failures with the name and the e-mail address of a user are counted together")
    func nameAndAddress() async throws {
        try await test.add("ada")
        try await test.store.write { transaction in
            try transaction.db.execute("UPDATE accounts_users SET email = 'ada@example.org' WHERE name = 'ada'")
        }
        for login in ["ada", "Ada@example.org", "ADA", "ada@example.org ", "ada"] {
            #expect(await test.refusal(login, "wrong") == .loginFailed)
        }
        #expect(await test.refusal("ada") == .tooManyRequests)
        #expect(await test.refusal("ada@example.org") == .tooManyRequests)
        #expect(await test.refusal("eve@example.org", "wrong") == .loginFailed)
        test.clock.advance(by: .seconds(60))
        // A success with either starts the count of both again.
        #expect(await test.refusal("ada@example.org") == nil)
        for _ in 0..<5 { #expect(await test.refusal("ada", "wrong") == .loginFailed) }
        #expect(await test.refusal("ada@example.org", "wrong") == .tooManyRequests)
    }

    @Test("the wait is at most five minutes")
    func longestWait() async throws {
        try await test.add("ada")
        for _ in 0..<30 {
            _ = await test.refusal("ada", "wrong")
            test.clock.advance(by: .seconds(300))
        }
        #expect(await test.refusal("ada") == nil)
    }

    @Test("attempts at the same time count like attempts one after the other")
    func parallel() async throws {
        try await test.add("ada")
        let codes = await withTaskGroup(of: ErrorCode?.self) { group in
            for _ in 0..<30 { group.addTask { await test.refusal("ada", "wrong") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == .loginFailed } == 5)
        #expect(codes.count { $0 == .tooManyRequests } == 25)
    }

    @Test("names that are tried are counted in a table of limited size, without the names")
    func bounded() async throws {
        for _ in 0..<6 { _ = await test.refusal("ada", "wrong") }
        try await test.store.write { transaction in
            for number in 0..<LoginThrottle.nameLimit {
                try transaction.db.execute(
                    "INSERT INTO accounts_failures (name, count, last_at) VALUES (?, 1, ?)",
                    [Data("\(number)".utf8), 1_767_225_600_001])
            }
        }
        _ = await test.refusal("my password", "wrong")
        #expect(try await test.store.read { try $0.count("accounts_failures") } == LoginThrottle.nameLimit)
        #expect(await test.refusal("ada", "wrong") == .tooManyRequests)
        #expect(try await !test.dump().contains("my password"))
        test.clock.advance(by: .seconds(86_401))
        _ = await test.refusal("ada", "wrong")
        #expect(try await test.store.read { try $0.count("accounts_failures") } == 1)
    }

    @Test("more logins than the limit at a time are refused, not queued")
    func crowd() async throws {
        let test = try TestAccounts(logRounds: 12, waiting: 3)
        let codes = await withTaskGroup(of: ErrorCode?.self) { group in
            for number in 0..<20 { group.addTask { await test.refusal("user\(number)") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == .loginFailed } >= 3)
        #expect(codes.count { $0 == .tooManyRequests } > 0)
        #expect(await test.refusal("later") == .loginFailed)
    }

    @Test("somebody can log in once a user has been added who is not disabled")
    func hasUsers() async throws {
        #expect(try await !accounts.hasUsers)
        try await test.add("ada")
        #expect(try await accounts.hasUsers)
        try await accounts.setDisabled(true, try UserName("ada"))
        #expect(try await !accounts.hasUsers)
    }
}

@Suite("Tokens", .blocking, .onEveryEngine) struct TokenTests {
    private let test: TestAccounts
    private var accounts: Accounts { test.accounts }

    init() throws { test = try TestAccounts() }

    @Test("a token acts in its user's name, with its role, and its secret is stored nowhere")
    func create() async throws {
        try await test.add("ada")
        let name = try UserName("ada")
        let (token, secret) = try await accounts.createToken(of: name, name: "scanner", role: .read, lifetime: nil)
        #expect(secret.wholeMatch(of: /fwt_[0-9a-f]{64}/) != nil)
        #expect(
            try await accounts.identity(ofToken: secret)
                == Identity(owner: "ada", role: .read, credential: .token(token.number), userRole: .staff))
        #expect(try await accounts.identity(ofToken: String(secret.dropLast())) == nil)
        #expect(try await accounts.identity(ofToken: "") == nil)
        #expect(try await accounts.identity(ofSession: secret) == nil)
        #expect(try await !test.dump().contains(secret.dropFirst(4)))
        let (_, other) = try await accounts.createToken(of: name, name: "scanner", role: .write, lifetime: nil)
        #expect(other != secret)
        #expect(try await accounts.identity(ofToken: other)?.role == .write)
    }

    @Test("a token that is revoked, expired or of a disabled or deleted user is not valid")
    func ends() async throws {
        try await test.add("ada")
        let name = try UserName("ada")
        let (revoked, first) = try await accounts.createToken(of: name, name: "a", role: .write, lifetime: nil)
        let (expiring, second) = try await accounts.createToken(
            of: name, name: "b", role: .write, lifetime: .seconds(60))
        let (_, third) = try await accounts.createToken(of: name, name: "c", role: .write, lifetime: nil)
        let identity = try #require(try await accounts.identity(ofToken: first))
        try await accounts.revokeToken(revoked.number)
        try await accounts.revokeToken(revoked.number)
        #expect(try await accounts.identity(ofToken: first) == nil)
        #expect(try await !accounts.isValid(identity))
        #expect(try await accounts.identity(ofToken: second) != nil)
        test.clock.advance(by: .seconds(60))
        #expect(try await accounts.identity(ofToken: second) == nil)
        let states = try await accounts.tokens(of: nil).map { $0.state(at: test.clock.now) }
        #expect(states == [.revoked, .expired, .active])
        #expect(try await accounts.tokens(of: name)[1].expiresAt == expiring.expiresAt)
        try await accounts.setDisabled(true, name)
        #expect(try await accounts.identity(ofToken: third) == nil)
        try await accounts.setDisabled(false, name)
        #expect(try await accounts.identity(ofToken: third) != nil)
        _ = try await accounts.delete(name, withDocuments: false)
        #expect(try await accounts.identity(ofToken: third) == nil)
        #expect(try await accounts.tokens(of: nil).isEmpty)
    }

    @Test("a new password leaves tokens as they are")
    func password() async throws {
        try await test.add("ada")
        let name = try UserName("ada")
        let (_, secret) = try await accounts.createToken(of: name, name: "a", role: .write, lifetime: nil)
        try await accounts.setPassword(try Password(new: "another password"), of: name)
        #expect(try await accounts.identity(ofToken: secret) != nil)
    }

    @Test("the last use is recorded to within a minute")
    func use() async throws {
        try await test.add("ada")
        let (_, secret) = try await accounts.createToken(
            of: try UserName("ada"), name: "a", role: .write, lifetime: nil)
        func used() async throws -> Timestamp? { try await accounts.tokens(of: nil)[0].usedAt }
        #expect(try await used() == nil)
        let start = test.clock.now
        for seconds in [0, 30, 29] {
            test.clock.advance(by: .seconds(seconds))
            _ = try await accounts.identity(ofToken: secret)
            #expect(try await used() == start)
        }
        test.clock.advance(by: .seconds(1))
        _ = try await accounts.identity(ofToken: secret)
        #expect(try await used() == start + .seconds(60))
    }
}
