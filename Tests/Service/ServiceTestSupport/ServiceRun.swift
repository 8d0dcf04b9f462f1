package import LocalStore
package import Users
package import Foundation
package import HTTPService
package import Logging
import Pipeline
package import ServiceLifecycle
package import TestSupport

/// Runs services as long as a test uses them.
package enum ServiceRun {
    /// Runs services until `body` has ended, which is called with the address once a port is known.
    package static func run(
        _ services: [any Service], ports: AsyncStream<Int>, logger: Logger,
        _ body: @escaping @Sendable (URL) async throws -> Void
    ) async throws {
        let group = ServiceGroup(services: services, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                defer { Task { await group.triggerGracefulShutdown() } }
                for await number in ports {
                    guard let url = URL(string: "http://127.0.0.1:\(number)") else { return }
                    return try await body(url)
                }
            }
            try await tasks.waitForAll()
        }
    }

    /// Returns the parts of a service on a store, with keys in a temporary folder.
    package static func parts(
        _ system: LocalSystem, _ settings: ServiceSettings, _ accounts: Accounts, signer: TokenSigner? = nil,
        linkLifetime: Duration = .seconds(3600), in folder: TemporaryFolder, logger: Logger
    ) async throws -> ServiceParts {
        let signer =
            if let signer { signer } else { TokenSigner(key: try KeyFile.key(in: folder.file("tokens.key"))) }
        return ServiceParts(
            links: try SignedLinks(keyFile: folder.file("links.key"), lifetime: linkLifetime),
            events: EventHub(system.client, heartbeat: .seconds(15), logger: logger),
            admission: Admission(system.store, settings),
            access: try await Access(settings, accounts, apps: AppLogins(accounts, signer: signer)),
            audit: system.audit)
    }
}
