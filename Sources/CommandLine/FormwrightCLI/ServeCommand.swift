import LocalStore
import Users
import UsersService
import Webhooks
import WebhooksService
import ArgumentParser
import CoreMetrics
import FailureModel
import Foundation
import HTTPService
import Linux
import LocalWorkers
import Logging
import Threads
import Pipeline
import PrometheusText

struct ServeCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve",
            abstract: "Serve \(served) in the browser, and to apps over HTTP.",
            discussion: """
                \(Program.current.sentences(.pages))Apps do the same over HTTP; see docs/serve/http.md. The service works on the \
                same store as watch, worker and documents, beside them or alone. \(Program.current.sentences(.apps))On a \
                loopback address it needs no login. For other machines and phones, bind it to the network and set tls in \
                pipeline.yaml, or let a proxy encrypt and forward to it, and name the proxy's address as publicURL; users \
                then log in. See docs/serve/local-network.md. SIGTERM or Ctrl-C stops it; unfinished work resumes at the next start.

                EXAMPLES
                  formwright serve
                  formwright serve --port 9000 --store /srv/forms
                  formwright serve --no-workers      # worker or watch does the work
                """)
    }

    /// The served content, in words.
    private static var served: String {
        let served = Program.current.words(.served)
        return served.isEmpty ? "documents" : Program.list(served)
    }

    @Option(help: "Address to listen on. Defaults to that of pipeline.yaml, or 127.0.0.1.")
    var bind: String?

    @Option(help: "TCP port; 0 for any free one. Defaults to that of pipeline.yaml, or 8080.")
    var port: Int?

    @Flag(name: .customLong("no-workers"), help: "Run no stages; leave them to workers and watchers of the store.")
    var noWorkers = false

    @Flag(help: "Run stages in this process rather than in child processes with limits.")
    var inProcess = false

    @OptionGroup var system: SystemArguments
    @OptionGroup var logs: LogArguments

    func validate() throws {
        if let port, !(0...65_535).contains(port) { throw ValidationError("--port must be 0 to 65535.") }
    }

    func run() async throws {
        let logger = logs.logger("formwright.serve")
        let (settings, configured) = try read()
        let listening = Self.fitting(configured, logger)
        let patience = StartPatience(logger: logger)
        let local = try await LocalSystem.starting(settings, patience)
        let accounts = Accounts(local.database) { [domains = settings.domains] owner, db in
            try domains.contains { try $0.owns(owner, db) }
        }
        let keys = try await patience.wait { try await local.keys() }
        let signer = TokenSigner(key: keys[.tokens])
        let access = try await patience.wait {
            try await Access(listening, accounts, apps: AppLogins(accounts, signer: signer))
        }
        let certificate = try await Self.certificate(listening, in: local, logger)
        Self.warn(of: listening, logger)
        let registry = MetricsRegistry()
        MetricsSystem.bootstrap(registry)
        let parts = ServiceParts(
            links: SignedLinks(key: keys[.links], lifetime: listening.linkLifetime),
            events: EventHub(local.client, logger: logger), admission: Admission(local.store, listening),
            access: access, audit: local.audit)
        let stages = OnDemandStages(on: local, host: system.host(settings, inProcess: inProcess), logger: logger)
        let host = ServiceHost(
            local: local, parts: parts, stages: stages, accounts: accounts, signer: signer, logger: logger)
        let service = try HTTPService(
            listening, certificate: certificate, table: ProgramErrors.table, parts: parts,
            domains: try Program.current.domains.flatMap { try $0.routes(host) }
                + [UserRoutes(local, parts, accounts: accounts), WebhookRoutes(Webhooks(local))],
            kinds: local.kinds, checks: local.readinessChecks(hasWorkers: !noWorkers), metrics: { registry.text() },
            logger: logger,
            onListening: { port in
                // For people, and for scripts that start the service on any free port.
                let local = listening.origin(port: port) + "/"
                StandardOutput.print(
                    "Formwright is serving " + (access.publicURL.map { "\($0.origin)/, from \(local)" } ?? local))
                if let certificate, certificate.isSelfSigned {
                    StandardOutput.print(
                        "Browsers warn of its certificate; its SHA-256 fingerprint is \(certificate.fingerprint)")
                }
                // The service continues even if nobody reads this stream.
                try? StandardOutput.flush()
            })
        let beside = try [stages] + settings.domains.housekeeping(in: local, logger: logger) + [service]
        if noWorkers {
            let cache = Housekeeper(client: local.client, onlyCached: true, logger: logger)
            try await StoppableServices.run([cache] + beside, logger: logger)
        } else {
            // Requests take precedence, even while all processors read scans.
            let workers = LocalWorkers(
                on: local, host: system.host(settings, inProcess: inProcess), niceness: 10, logger: logger)
            try await workers.run(with: beside)
        }
    }

    /// Reads the certificate of a service that encrypts its connections, or makes it.
    private static func certificate(
        _ settings: ServiceSettings, in local: LocalSystem, _ logger: Logger
    ) async throws -> ServerCertificate? {
        guard let tls = settings.tls else { return nil }
        let certificate = try await offPool { [folder = local.settings.folder] in
            try ServerCertificate(
                tls, names: MachineNames.names(boundTo: settings.bind), folder: folder, logger: logger)
        }
        if certificate.expiry < Date(timeIntervalSinceNow: 14 * 86_400) {
            logger.warning(
                "the certificate of the service ends soon, or has ended",
                metadata: ["validUntil": "\(certificate.expiry)"])
        }
        return certificate
    }

    /// Warns of settings with which others on the network can read passwords and documents.
    private static func warn(of settings: ServiceSettings, _ logger: Logger) {
        let unencrypted = "passwords and documents cross the network unencrypted"
        if let publicURL = settings.publicURL {
            if !publicURL.isSecure { logger.warning("publicURL is not https: \(unencrypted)") }
        } else if !settings.isLoopback, settings.tls == nil {
            logger.warning("tls is not set: \(unencrypted)")
        }
    }

    /// Returns the settings with no more connections than the process may open.
    ///
    /// Besides its connections, a process has a few files and the pipes of its workers open.
    private static func fitting(_ settings: ServiceSettings, _ logger: Logger) -> ServiceSettings {
        let files = settings.connections + 512
        let allowed = OpenFileLimit.raise(to: files)
        guard allowed < files else { return settings }
        var settings = settings
        settings.connections = min(settings.connections, max(allowed - 512, allowed / 2))
        logger.warning(
            "the limit of open files allows fewer connections",
            metadata: ["needed": "\(files)", "connections": "\(settings.connections)"])
        return settings
    }

    private func read() throws -> (SystemSettings, ServiceSettings) {
        let program = try system.program()
        var listening = program.service
        if let bind { listening.bind = bind }
        if let port { listening.port = port }
        return (program.system, listening)
    }
}
