import FailureModel
package import Foundation
package import HTTPService
package import LocalStore
import LocalWorkers
package import Logging
package import Pipeline
import ServiceLifecycle
package import TestSupport
package import Users

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A service over domains, on a store in a temporary folder and with a runner in this process.
///
/// On a server it has two nodes that answer requests in turn. The last one has the runner, so that the work of requests to
/// the other is done elsewhere.
package struct ServiceHarness: Sendable {
    package let settings: ServiceSettings
    package let folder: TemporaryFolder
    private let nodes: [ServiceNode]
    /// The first node, for what a test does itself.
    private let node: ServiceNode
    /// Signs the tokens of apps.
    package let signer: TokenSigner
    /// The clock of routes, which a test sets ahead.
    package let clock: ClockAhead
    /// What was logged.
    package let log: LoggedLines
    package let logger: Logger
    /// The connections to the service, which end with it.
    package let session: URLSession
    /// The address of the service that runs.
    package private(set) var url = URL(filePath: "/")
    /// The port of the service that runs.
    package var port: Int { url.port ?? 0 }
    /// Method and pattern of each route of the service that runs.
    package private(set) var routes: [String] = []
    /// Sent with each request of `send`.
    package var headers: [String: String] = [:]

    /// The password of every user.
    package static let password = "correct horse battery"

    /// Creates a store of domains and what their routes need.
    ///
    /// - Parameters:
    ///   - domains: those of the store.
    ///   - settings: where to listen, and the limits.
    ///   - users: with any, others than the local owner can use the service.
    ///   - pipeline: the text of the settings file.
    ///   - heartbeat: the time between two signs of life in a stream of events.
    ///   - clock: the clock of routes.
    ///   - accountClock: the clock of users and their tokens.
    ///   - signer: signs the tokens of apps; `nil` for one with a new key in the folder.
    ///   - log: keeps what is logged.
    /// - Throws: what a start of the program throws.
    package init(
        _ domains: [Domain], settings: ServiceSettings = ServiceSettings(port: 0), users: [String] = [],
        pipeline: String = "", heartbeat: Duration = .seconds(15), clock: ClockAhead = ClockAhead(),
        accountClock: any PipelineClock = SystemClock(), signer: TokenSigner? = nil, log: LoggedLines = LoggedLines()
    ) async throws {
        self.settings = settings
        self.clock = clock
        folder = try TemporaryFolder()
        let settingsFile = try folder.write(pipeline, "pipeline.yaml").path
        let systems = try LocalSystem.nodes(
            SystemSettings(contentsOf: settingsFile, store: folder.file("store").path, domains: domains))
        let signer = try signer ?? TokenSigner(key: try KeyFile.key(in: folder.file("tokens.key")))
        self.signer = signer
        self.log = log
        let logger = Logger(label: "test") { _ in log }
        self.logger = logger
        let links = try SignedLinks(key: KeyFile.key(in: folder.file("links.key")), lifetime: settings.linkLifetime)
        let cost = PasswordHash.Cost(logRounds: 4, blockSize: 8, parallelism: 1)
        let hasher = PasswordHasher(cost: cost)
        let accounts = systems.map { system in
            Accounts(system.database, hasher: hasher, clock: accountClock) { owner, db in
                try domains.contains { try $0.owns(owner, db) }
            }
        }
        for name in users { try await accounts[0].add(try UserName(name), password: try Password(new: Self.password)) }
        var nodes: [ServiceNode] = []
        for (system, accounts) in zip(systems, accounts) {
            let parts = ServiceParts(
                links: links, events: EventHub(system.client, heartbeat: heartbeat, logger: logger),
                admission: Admission(system.store, settings),
                access: try await Access(settings, accounts, apps: AppLogins(accounts, signer: signer)),
                audit: system.audit)
            let stages = OnDemandStages(on: system, host: nil, logger: logger)
            nodes.append(ServiceNode(system: system, accounts: accounts, parts: parts, stages: stages))
        }
        self.nodes = nodes
        node = nodes[0]
        let connections = URLSessionConfiguration.ephemeral
        // A guard against a hang.
        connections.timeoutIntervalForRequest = 1800
        connections.urlCache = nil
        connections.httpCookieStorage = nil
        session = URLSession(configuration: connections)
    }

    /// Serves routes until `body` has ended.
    ///
    /// - Parameters:
    ///   - works: whether stages run.
    ///   - domains: creates what adds routes to a node.
    ///   - body: the test, which is given the harness with the port.
    /// - Throws: what the test throws.
    package func serve(
        works: Bool = true, _ domains: (ServiceNode) throws -> [any ServiceDomain],
        _ body: @escaping @Sendable (ServiceHarness) async throws -> Void
    ) async throws {
        defer { session.finishTasksAndInvalidate() }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let table = ErrorTable(
            ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService, system.settings.domains.errors)
        let services = try nodes.map { node in
            try HTTPService(
                settings, table: table, parts: node.parts, domains: domains(node), kinds: node.system.kinds,
                checks: node.system.readinessChecks(hasWorkers: works), metrics: { "" }, logger: logger,
                onListening: { port.yield($0) })
        }
        let service: any Service =
            services.count == 1
            ? services[0]
            : AlternatingNodes(services, behind: HTTPListener(settings, table: table, logger: logger)) {
                port.yield($0)
            }
        let runner: [any Service] = works ? nodes.suffix(1).map { $0.system.runner(logger: logger) } : []
        let group = ServiceGroup(services: runner + nodes.map(\.stages) + [service], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                defer { Task { await group.triggerGracefulShutdown() } }
                for await number in ports {
                    guard let url = URL(string: "http://127.0.0.1:\(number)") else { return }
                    var running = self
                    running.url = url
                    running.routes = services[0].routes
                    return try await body(running)
                }
            }
            try await tasks.waitForAll()
        }
    }

    package var system: LocalSystem { node.system }
    package var accounts: Accounts { node.accounts }
    package var links: SignedLinks { node.parts.links }

    /// Creates an API token.
    package func token(
        of owner: String, role: Identity.Role = .write, lifetime: Duration? = nil
    ) async throws -> (number: Int64, secret: String) {
        let (token, secret) = try await accounts.createToken(
            of: try UserName(owner), name: "test", role: role, lifetime: lifetime)
        return (token.number, secret)
    }

    /// Sends a request to a path, or to an absolute URL; nothing is taken from a cache.
    package func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: Data? = nil
    ) async throws -> HTTPAnswer {
        guard let url = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in self.headers.merging(headers, uniquingKeysWith: { $1 }) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        let (data, response) = try await session.data(for: request)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return HTTPAnswer(status: http.statusCode, headers: Dictionary(fields) { first, _ in first }, body: data)
    }
}
