import Domains
import LocalStore
import Users
import FailureModel
import Foundation
import HTTPService
import LocalWorkers
import Logging
import Pipeline
import PipelineSQLite
import Portfolio
import PortfolioService
import ServiceLifecycle
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

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
        kinds: [any Kind] = StandIns.kinds, works: Bool = true, patience: Duration = .seconds(1800),
        _ body: @escaping @Sendable (RunningPortfolios) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", "pipeline.yaml")
        let system = try LocalSystem(
            SystemSettings(
                contentsOf: file.path, store: folder.file("store").path, domains: [.users, Domain(kinds: kinds)]))
        let cost = PasswordHash.Cost(logRounds: 4, blockSize: 8, parallelism: 1)
        let accounts = Accounts(system.database, hasher: PasswordHasher(cost: cost))
        for name in users { try await accounts.add(try UserName(name), password: try Password(new: password)) }
        let clock = ClockAhead()
        let log = LoggedLines()
        let logger = Logger(label: "test") { _ in log }
        let parts = try await ServiceRun.parts(system, settings, accounts, in: folder, logger: logger)
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
            ], kinds: system.kinds, checks: [], logger: logger, onListening: { port.yield($0) })
        let services: [any Service] = (works ? [system.runner(logger: logger)] : []) + [stages, service]
        try await ServiceRun.run(services, ports: ports, logger: logger) { url in
            try await body(
                RunningPortfolios(
                    url: url, system: system, accounts: accounts, folder: folder, log: log, clock: clock,
                    routes: service.routes))
        }
        withExtendedLifetime(folder) {}
    }

    /// The password of every user.
    static let password = "correct horse battery"

    /// A service that others can reach, and that therefore needs a login.
    static let open = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)

    // MARK: Requests

    /// Sends a request to a path, or to an absolute URL.
    func ask(
        _ method: String, _ path: String, token: String? = nil, _ headers: [String: String] = [:], _ body: Data? = nil
    ) async throws -> HTTPAnswer {
        var all: [String: String] = [:]
        if let token { all["Authorization"] = "Bearer \(token)" }
        if let host { all["Host"] = host }
        return try await HTTPAnswer.of(method, path, at: url, all.merging(headers) { $1 }, body)
    }

    /// Sends JSON.
    func ask(_ method: String, _ path: String, token: String? = nil, json: String) async throws -> HTTPAnswer {
        try await ask(method, path, token: token, ["Content-Type": "application/json"], Data(json.utf8))
    }

    /// Uploads a file as the app does.
    func upload(_ bytes: Data, _ name: String = "a.jpg", token: String? = nil) async throws -> HTTPAnswer {
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
    ) async throws -> HTTPAnswer {
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
        while true {
            let status = try await ask("GET", "/api/portfolios/\(portfolio)/status", token: token)
            if status.object["status"] as? String == state { return }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Creates an API token.
    func token(of owner: String, role: Identity.Role = .write) async throws -> String {
        try await accounts.createToken(of: try UserName(owner), name: "test", role: role, lifetime: nil).secret
    }

    /// The links of the service, signed with its key.
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

extension HTTPAnswer {
    /// The portfolio that was answered.
    func portfolio() throws -> PortfolioResponse { try JSONDecoder().decode(PortfolioResponse.self, from: body) }
}
