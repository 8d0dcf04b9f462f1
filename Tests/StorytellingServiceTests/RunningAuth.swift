import Accounts
import Crypto
import FailureModel
import Formwright
import Foundation
import GRDB
import HTTPService
import Logging
import Pipeline
import PipelineSQLite
import class PipelineTestSupport.ManualClock
import RowQuery
import RowQuerySQLite
import ServiceLifecycle
import StorytellingSQLite
import StorytellingService
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The real service with all of the project's APIs on a store in a temporary folder, as long as a closure runs.
struct RunningAuth: Sendable {
    let url: URL
    let system: LocalSystem
    let families: FamilyStore
    let users: Accounts
    let accounts: ProjectAccounts
    let apps: AppLogins
    let clock: ManualClock
    let log: LoggedLines

    /// The key with which all tokens are signed.
    static let key = SymmetricKey(data: Data(repeating: 7, count: 32))
    /// The password of every user.
    static let password = "correct horse battery"

    static func run(
        _ storytelling: StorytellingSettings = StorytellingSettings(),
        _ body: @escaping @Sendable (RunningAuth) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let settings = ServiceSettings(port: 0)
        let addresses = PictureAddresses()
        let system = try LocalSystem(
            SystemSettings(contentsOf: try folder.write("", "pipeline.yaml").path, store: folder.file("store").path),
            domains: FamilySystem.domains(links: addresses.links, clock: clock))
        let cost = PasswordHash.Cost(logRounds: 4, blockSize: 8, parallelism: 1)
        let users = Accounts(system.database, hasher: PasswordHasher(cost: cost), clock: clock)
        let signer = await TokenSigner(key: key)
        let (accounts, apps) = (ProjectAccounts(users, signer: signer), AppLogins(users, signer: signer))
        let families = try FamilySystem.families(in: system, links: addresses.links)
        let log = LoggedLines()
        let logger = Logger(label: "test") { _ in log }
        let parts = ServiceParts(
            links: try SignedLinks(keyFile: folder.file("links.key"), lifetime: .seconds(60)),
            events: EventHub(system.client, heartbeat: .seconds(15), logger: logger),
            admission: Admission(system.store, settings),
            access: try await Access(settings, users, apps: apps), audit: system.audit)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = try HTTPService(
            settings, table: ErrorTable(ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService, ErrorRow.accounts),
            parts: parts,
            domains: [
                StorytellingRoutes(
                    families, system, accounts: accounts, settings: storytelling, addresses: addresses, parts)
            ], checks: [],
            logger: logger,
            onListening: {
                addresses.listens(on: $0)
                port.yield($0)
            })
        let group = ServiceGroup(services: [service], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                defer { Task { await group.triggerGracefulShutdown() } }
                for await number in ports {
                    guard let url = URL(string: "http://127.0.0.1:\(number)") else { return }
                    return try await body(
                        RunningAuth(
                            url: url, system: system, families: families, users: users, accounts: accounts, apps: apps,
                            clock: clock, log: log))
                }
            }
            try await tasks.waitForAll()
        }
    }

    // MARK: What is there beforehand

    /// Adds a user; returns its UUID.
    @discardableResult
    func add(_ email: String) async throws -> String {
        let draft = try await accounts.draft(
            email: try EmailAddress(email), password: try Password(new: Self.password))
        try await families.write { try ProjectAccounts.add(draft, $1.db) }
        return draft.user.id
    }

    func context(_ user: String) -> WriteContext {
        WriteContext(caller: Caller(user: user), now: clock.now.milliseconds * 1_000) { UUID().uuidString.lowercased() }
    }

    /// Creates a family of a user with an invite; returns the code.
    func invite(to name: String = "The Lovelaces", of user: String) async throws -> String {
        let context = context(user)
        return try await families.write { rows, transaction in
            let db = transaction.db
            guard
                case .value(let family) = try rows.call(
                    "create_family_for_user", .object(["family_name": .string(name)]), in: context, db)
            else { return "" }
            let id = family.trimmingCharacters(in: ["\""])
            _ = try rows.insert(
                into: "family_invites", .object(["family_id": .string(id), "role": .string("member")]), in: context, db)
            return try String.fetchOne(
                db, sql: "SELECT code FROM storytelling_invites WHERE family_id = ?", arguments: [id]) ?? ""
        }
    }

    func count(_ sql: String) async throws -> Int {
        try await system.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(sql)") ?? 0 }
    }

    // MARK: Requests

    /// An answer, with the members of its body.
    struct Answer {
        let status: Int
        /// By lower-case name.
        let headers: [String: String]
        let text: String

        var members: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]) ?? [:]
        }

        subscript(name: String) -> String? { members[name] as? String }

        var user: [String: Any] { members["user"] as? [String: Any] ?? members }
    }

    func ask(
        _ method: String, _ path: String, token: String? = nil, headers: [String: String] = [:], _ body: String? = nil
    ) async throws -> Answer {
        guard let url = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return Answer(
            status: http.statusCode, headers: Dictionary(fields) { first, _ in first },
            text: String(decoding: data, as: UTF8.self))
    }

    func signIn(_ email: String, _ password: String = RunningAuth.password) async throws -> Answer {
        try await ask(
            "POST", "/auth/v1/token?grant_type=password", #"{"email":"\#(email)","password":"\#(password)"}"#)
    }

    func renew(_ token: String?) async throws -> Answer {
        try await ask(
            "POST", "/auth/v1/token?grant_type=refresh_token", #"{"refresh_token":"\#(token ?? "")"}"#)
    }

    func user(_ token: String?) async throws -> Answer { try await ask("GET", "/auth/v1/user", token: token) }

    func signUp(_ email: String, code: String?, _ password: String = RunningAuth.password) async throws -> Answer {
        let data = code.map { #"{"invite_code":"\#($0)","shoe":42.10,"name":"Zoë"}"# } ?? "{}"
        return try await ask(
            "POST", "/auth/v1/signup", #"{"email":"\#(email)","password":"\#(password)","data":\#(data)}"#)
    }
}
