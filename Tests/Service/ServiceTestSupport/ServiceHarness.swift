import FailureModel
package import Foundation
package import HTTPService
package import LocalStore
package import LocalWorkers
package import Logging
package import Pipeline
import ServiceLifecycle
package import TestSupport
package import Users

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A service over domains, on a store in a temporary folder and with a runner in this process.
package struct ServiceHarness: Sendable {
    package let settings: ServiceSettings
    package let folder: TemporaryFolder
    package let system: LocalSystem
    package let accounts: Accounts
    /// Signs the tokens of apps.
    package let signer: TokenSigner
    package let parts: ServiceParts
    package let stages: OnDemandStages
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
        system = try .empty(
            SystemSettings(
                contentsOf: folder.write(pipeline, "pipeline.yaml").path, store: folder.file("store").path,
                domains: domains))
        let cost = PasswordHash.Cost(logRounds: 4, blockSize: 8, parallelism: 1)
        accounts = Accounts(system.database, hasher: PasswordHasher(cost: cost), clock: accountClock)
        for name in users { try await accounts.add(try UserName(name), password: try Password(new: Self.password)) }
        self.signer = try signer ?? TokenSigner(key: try KeyFile.key(in: folder.file("tokens.key")))
        self.log = log
        logger = Logger(label: "test") { _ in log }
        parts = ServiceParts(
            links: try SignedLinks(key: KeyFile.key(in: folder.file("links.key")), lifetime: settings.linkLifetime),
            events: EventHub(system.client, heartbeat: heartbeat, logger: logger),
            admission: Admission(system.store, settings),
            access: try await Access(settings, accounts, apps: AppLogins(accounts, signer: self.signer)),
            audit: system.audit)
        stages = OnDemandStages(on: system, host: nil, logger: logger)
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
    ///   - domains: add their routes.
    ///   - works: whether stages run.
    ///   - body: the test, which is given the harness with the port.
    /// - Throws: what the test throws.
    package func serve(
        _ domains: [any ServiceDomain], works: Bool = true,
        _ body: @escaping @Sendable (ServiceHarness) async throws -> Void
    ) async throws {
        defer { session.finishTasksAndInvalidate() }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = try HTTPService(
            settings,
            table: ErrorTable(
                ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService, system.settings.domains.errors),
            parts: parts, domains: domains, kinds: system.kinds, checks: system.readinessChecks(hasWorkers: works),
            metrics: { "" }, logger: logger, onListening: { port.yield($0) })
        let runner: [any Service] = works ? [system.runner(logger: logger)] : []
        let group = ServiceGroup(services: runner + [stages, service], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                defer { Task { await group.triggerGracefulShutdown() } }
                for await number in ports {
                    guard let url = URL(string: "http://127.0.0.1:\(number)") else { return }
                    var running = self
                    running.url = url
                    running.routes = service.routes
                    return try await body(running)
                }
            }
            try await tasks.waitForAll()
        }
    }

    package var links: SignedLinks { parts.links }

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
