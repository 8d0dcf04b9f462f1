import Domains
import FormsDomain
import LocalStore
import PortableTextDomain
import PortfolioDomain
import TradingDomain
import Users
import FailureModel
import FormsAPI
import FormsService
import FormwrightClient
import Foundation
import HTTPService
import LocalWorkers
import Logging
import Pipeline
import PortableTextService
import PortfolioService
import ServiceLifecycle
import TestSupport
import Testing
import TradingService

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The real service on a store in a temporary folder, with a runner in this process, as long as a closure runs.
struct RunningService: Sendable {
    let url: URL
    let system: LocalSystem
    let accounts: Accounts
    let folder: TemporaryFolder
    let links: SignedLinks
    /// Signs the tokens of apps.
    let signer: TokenSigner
    /// Method and pattern of each route.
    let routes: [String]

    var client: FormwrightClient { FormwrightClient(baseURL: url, session: .tests) }

    static func run(
        settings: ServiceSettings = ServiceSettings(port: 0), users: [String] = [], works: Bool = true,
        heartbeat: Duration = .seconds(15), domains: [any ServiceDomain] = [], pipeline: String = "",
        _ body: @escaping @Sendable (RunningService) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(pipeline, "pipeline.yaml")
        let system = try LocalSystem(
            SystemSettings(contentsOf: file.path, store: folder.file("store").path, domains: Domains.stored))
        let cost = PasswordHash.Cost(logRounds: 4, blockSize: 8, parallelism: 1)
        let accounts = Accounts(system.database, hasher: PasswordHasher(cost: cost))
        for name in users { try await accounts.add(try UserName(name), password: try Password(new: password)) }
        let signer = TokenSigner(key: try KeyFile.key(in: folder.file("tokens.key")))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let parts = ServiceParts(
            links: try SignedLinks(keyFile: folder.file("links.key"), lifetime: .seconds(60)),
            events: EventHub(system.client, heartbeat: heartbeat, logger: logger),
            admission: Admission(system.store, settings),
            access: try await Access(settings, accounts, apps: AppLogins(accounts, signer: signer)),
            audit: system.audit)
        let stages = OnDemandStages(on: system, host: nil, logger: logger)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = try HTTPService(
            settings,
            table: ErrorTable(
                ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService, FormKind().errors, PortableTextKind().errors,
                AccountKind().errors, PortfolioKind().errors),
            parts: parts,
            domains: [
                try FormRoutes(system, parts, stages: stages), TextRoutes(system, parts),
                try TradingRoutes(system, parts), PortfolioRoutes(system, parts, logger: logger),
                PortfolioPageRoutes(system, parts, stages: stages),
            ] + domains,
            kinds: system.kinds, checks: system.readinessChecks(hasWorkers: works), metrics: { "" },
            logger: logger,
            onListening: { port.yield($0) })
        let services: [any Service] = (works ? [system.runner(logger: logger)] : []) + [stages, service]
        let group = ServiceGroup(services: services, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                defer { Task { await group.triggerGracefulShutdown() } }
                for await number in ports {
                    guard let url = URL(string: "http://127.0.0.1:\(number)") else { return }
                    return try await body(
                        RunningService(
                            url: url, system: system, accounts: accounts, folder: folder, links: parts.links,
                            signer: signer,
                            routes: service.routes))
                }
            }
            try await tasks.waitForAll()
        }
    }

    /// The password of every user.
    static let password = "correct horse battery"

    /// Creates an API token.
    func token(of owner: String, role: Identity.Role = .write, lifetime: Duration? = nil) async throws -> (
        number: Int64, secret: String
    ) {
        let (token, secret) = try await accounts.createToken(
            of: try UserName(owner), name: "test", role: role, lifetime: lifetime)
        return (token.number, secret)
    }

    /// Sends a request as it is and returns status, headers and body.
    func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: Data? = nil
    ) async throws -> (status: Int, headers: [String: String], body: Data) {
        guard let url = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.tests.data(for: request)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return (http.statusCode, Dictionary(fields) { first, _ in first }, data)
    }

    /// An answer as it came, which nothing has followed or kept.
    struct Answer {
        let status: Int
        /// By lower-case name.
        let headers: [String: String]
        let body: String

        var error: String? { try? JSONDecoder().decode(ServiceError.self, from: Data(body.utf8)).error }
    }

    /// Sends a request over its own connection: no redirect is followed, no cookie is kept, and no header is added but `Host`
    /// (unless given) and the length.
    func ask(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = ""
    ) async throws -> Answer {
        var fields = ["Host": "127.0.0.1", "Connection": "close"].merging(headers) { $1 }
        if method != "GET" { fields["Content-Length"] = "\(body.utf8.count)" }
        let head = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        let text = try await raw(Data("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body)".utf8), waiting: 1800)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw URLError(.badServerResponse)
        }
        let received = lines.dropFirst().compactMap { line -> (String, String)? in
            let pair = line.split(separator: ":", maxSplits: 1)
            return pair.count == 2 ? (pair[0].lowercased(), pair[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        return Answer(
            status: status, headers: Dictionary(received) { "\($0), \($1)" },
            body: parts.count > 1 ? String(parts[1]) : "")
    }

    /// Waits until no upload is unfinished, which the time limit of the suite bounds.
    func expectNoLeftovers() async throws {
        try await waitForUploads(0)
    }

    /// Waits until as many uploads are being received.
    func waitForUploads(_ count: Int) async throws {
        let incoming = folder.file("store/artefacts/incoming").path
        while try FileManager.default.contentsOfDirectory(atPath: incoming).count != count {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Sends bytes over a connection as they are, and returns what comes back until it is closed or `limit` has passed.
    func raw(_ bytes: Data, closingAfter: Bool = false, waiting seconds: Int = 1800) async throws -> String {
        let connection = try await connection()
        try await connection.send(bytes)
        return closingAfter ? "" : try await connection.receive(waiting: seconds)
    }

    /// Opens a connection.
    func connection() async throws -> RawConnection { try await RawConnection(to: url) }
}
