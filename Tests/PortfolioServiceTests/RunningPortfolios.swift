import Accounts
import FailureModel
import Formwright
import Foundation
import HTTPService
import LocalWorkers
import Logging
import Pipeline
import PipelineSQLite
import Portfolio
import PortfolioService
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The routes of portfolios over HTTP on a store in a temporary folder, with a runner in this process, as long as a closure runs.
struct RunningPortfolios: Sendable {
    let url: URL
    let system: LocalSystem
    let accounts: Accounts
    let folder: TemporaryFolder
    /// What was logged.
    let log: LoggedLines
    /// The clock of links and uploads, which a test sets ahead.
    let clock: ClockAhead
    /// Method and pattern of each route.
    let routes: [String]
    /// The host that requests name; nil for the address to which they are sent.
    var host: String?

    /// Runs the service.
    ///
    /// - Parameters:
    ///   - settings: where to listen, and the limits.
    ///   - users: with any, others than the local owner can use the service.
    ///   - kinds: whose stages run.
    ///   - works: whether they do.
    ///   - patience: how long a portfolio is waited for.
    ///   - body: the test.
    /// - Throws: what the test throws.
    static func run(
        settings: ServiceSettings = ServiceSettings(port: 0, rate: 1_000_000), users: [String] = [],
        kinds: [any Kind] = StandIns.kinds, works: Bool = true, patience: Duration = .seconds(40),
        _ body: @escaping @Sendable (RunningPortfolios) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", "pipeline.yaml")
        let system = try LocalSystem(
            SystemSettings(contentsOf: file.path, store: folder.file("store").path, kinds: kinds),
            domains: [Accounts.schema])
        let cost = PasswordHash.Cost(logRounds: 4, blockSize: 8, parallelism: 1)
        let accounts = Accounts(system.database, hasher: PasswordHasher(cost: cost))
        for name in users { try await accounts.add(try UserName(name), password: try Password(new: password)) }
        let signer = await TokenSigner(key: try KeyFile.key(in: folder.file("tokens.key")))
        let clock = ClockAhead()
        let log = LoggedLines()
        let logger = Logger(label: "test") { _ in log }
        let parts = ServiceParts(
            links: try SignedLinks(keyFile: folder.file("links.key"), lifetime: .seconds(3600)),
            events: EventHub(system.client, heartbeat: .seconds(15), logger: logger),
            admission: Admission(system.store, settings),
            access: try await Access(settings, accounts, apps: AppLogins(accounts, signer: signer)),
            audit: system.audit)
        let stages = OnDemandStages(on: system, host: nil, logger: logger)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = try HTTPService(
            settings,
            table: ErrorTable(
                [ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService].flatMap { $0 } + kinds.flatMap(\.errors)),
            parts: parts,
            domains: [
                PortfolioRoutes(system, parts, patience: patience, clock: clock, logger: logger),
                PortfolioPageRoutes(system, parts, stages: stages, clock: clock),
            ], checks: [], logger: logger, onListening: { port.yield($0) })
        let services: [any Service] = (works ? [system.runner(logger: logger)] : []) + [stages, service]
        let group = ServiceGroup(services: services, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                defer { Task { await group.triggerGracefulShutdown() } }
                for await number in ports {
                    guard let url = URL(string: "http://127.0.0.1:\(number)") else { return }
                    return try await body(
                        RunningPortfolios(
                            url: url, system: system, accounts: accounts, folder: folder, log: log, clock: clock,
                            routes: service.routes))
                }
            }
            try await tasks.waitForAll()
        }
        withExtendedLifetime(folder) {}
    }

    /// The password of every user.
    static let password = "correct horse battery"

    /// A service that others can reach, and that therefore needs a login.
    static let open = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)

    // MARK: Requests

    /// What was answered.
    struct Answer: Sendable {
        let status: Int
        /// By lower-case name.
        let headers: [String: String]
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        var object: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
        /// The code of an error.
        var error: String? { object["error"] as? String }

        /// The portfolio that was answered.
        func portfolio() throws -> PortfolioResponse { try JSONDecoder().decode(PortfolioResponse.self, from: body) }
    }

    /// Sends a request to a path, or to an absolute URL.
    func ask(
        _ method: String, _ path: String, token: String? = nil, _ headers: [String: String] = [:], _ body: Data? = nil
    ) async throws -> Answer {
        guard let url = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.httpMethod = method
        request.httpBody = body
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let host { request.setValue(host, forHTTPHeaderField: "Host") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return Answer(status: http.statusCode, headers: Dictionary(fields) { first, _ in first }, body: data)
    }

    /// Sends JSON.
    func ask(_ method: String, _ path: String, token: String? = nil, json: String) async throws -> Answer {
        try await ask(method, path, token: token, ["Content-Type": "application/json"], Data(json.utf8))
    }

    /// Uploads a file as the app does.
    func upload(_ bytes: Data, _ name: String = "a.jpg", token: String? = nil) async throws -> Answer {
        let head =
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n"
        return try await ask(
            "POST", "/api/content/upload", token: token, ["Content-Type": "multipart/form-data; boundary=b"],
            Data(head.utf8) + bytes + Data("\r\n--b--\r\n".utf8))
    }

    /// Uploads a file, and returns its `file_path`.
    func path(_ text: String, _ name: String = "a.jpg", token: String? = nil) async throws -> String {
        let answer = try await upload(Data(text.utf8), name, token: token)
        #expect(answer.status == 201, "\(answer.text)")
        return try JSONDecoder().decode(UploadResponse.self, from: answer.body).filePath
    }

    /// Asks for a portfolio of inputs in JSON.
    func generate(
        _ inputs: [String], title: String = "Ada", user: String = "u-1", token: String? = nil
    ) async throws -> Answer {
        try await ask(
            "POST", "/api/portfolios/generate", token: token,
            json: """
                {"user_id": "\(user)", "title": "\(title)", "subtitle": "Engines", "category": "Tech", \
                "inputs": [\(inputs.joined(separator: ","))]}
                """)
    }

    /// The input of an upload.
    static func file(_ path: String) -> String { #"{"type": "file", "file_path": "\#(path)"}"# }

    /// Makes a portfolio of one picture and returns its ID.
    func portfolio(_ text: String = "picture", token: String? = nil) async throws -> String {
        let answer = try await generate([Self.file(try await path(text, token: token))], token: token)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.portfolio().portfolio.portfolioID
    }

    /// Waits until a portfolio has a state.
    func wait(for state: String, of portfolio: String, token: String? = nil) async throws {
        for _ in 0..<600 {
            let status = try await ask("GET", "/api/portfolios/\(portfolio)/status", token: token)
            if status.object["status"] as? String == state { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the portfolio did not become \(state)")
    }

    /// Creates an API token.
    func token(of owner: String, role: Identity.Role = .write) async throws -> String {
        try await accounts.createToken(of: try UserName(owner), name: "test", role: role, lifetime: nil).secret
    }

    /// The links of the service, made of its own key.
    func links() throws -> SignedLinks {
        try SignedLinks(keyFile: folder.file("links.key"), lifetime: .seconds(3600))
    }

    /// Number of documents of a kind.
    func count(_ kind: KindName) async throws -> Int {
        try await system.store.count(DocumentQuery(in: .all, kind: kind))
    }
}

/// A clock that a test sets ahead.
final class ClockAhead: PipelineClock, Sendable {
    private let ahead = Mutex(Duration.zero)

    var now: Timestamp { SystemClock().now + ahead.withLock { $0 } }

    func advance(by more: Duration) { ahead.withLock { $0 += more } }

    func sleep(until moment: Timestamp) async throws { try await Task.sleep(for: max(.zero, moment - now)) }
}

/// Keeps what is logged, with all metadata.
final class LoggedLines: LogHandler, Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        lines.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
    }
}
