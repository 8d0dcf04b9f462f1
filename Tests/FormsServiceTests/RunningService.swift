import FailureModel
import FormsService
import Formwright
import FormwrightClient
import Foundation
import HTTPService
import LocalWorkers
import Logging
import Pipeline
import ServiceLifecycle
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The real service on a store in a temporary folder, with a runner in this process, as long as a closure runs.
struct RunningService: Sendable {
    let url: URL
    let system: LocalSystem
    let folder: TemporaryFolder
    let links: SignedLinks
    /// Method and pattern of each route.
    let routes: [String]

    var client: FormwrightClient { FormwrightClient(baseURL: url) }

    static func run(
        settings: ServiceSettings = ServiceSettings(port: 0), works: Bool = true,
        _ body: @escaping @Sendable (RunningService) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let system = try LocalSystem(SystemSettings(store: folder.file("store").path))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let parts = ServiceParts(
            links: try SignedLinks(keyFile: folder.file("links.key"), lifetime: .seconds(60)),
            events: EventHub(system.client, logger: logger), admission: Admission(system.store, settings))
        let stages = OnDemandStages(on: system, host: nil, logger: logger)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = try HTTPService(
            settings, table: ErrorTable(ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService, FormKind().errors),
            parts: parts, domains: [FormRoutes(system, parts, stages: stages)], health: {}, metrics: { "" },
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
                            url: url, system: system, folder: folder, links: parts.links, routes: service.routes))
                }
            }
            try await tasks.waitForAll()
        }
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
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let http = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return (http.statusCode, Dictionary(fields) { first, _ in first }, data)
    }

    /// Expects that soon no upload is unfinished.
    func expectNoLeftovers() async throws {
        let incoming = folder.file("store/artefacts/incoming").path
        func leftovers() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: incoming) }
        for _ in 0..<50 {
            if try leftovers().isEmpty { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try leftovers().isEmpty)
    }

    /// Sends bytes over a connection as they are, and returns what comes back until it is closed or `limit` has passed.
    func raw(_ bytes: Data, closingAfter: Bool = false, waiting seconds: Int = 5) async throws -> String {
        let connection = try await connection()
        try await connection.send(bytes)
        return closingAfter ? "" : try await connection.receive(waiting: seconds)
    }

    /// Opens a connection.
    func connection() async throws -> RawConnection { try await RawConnection(to: url) }
}
