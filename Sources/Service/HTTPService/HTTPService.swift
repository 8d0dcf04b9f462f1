package import FailureModel
import Foundation
package import Hummingbird
import HTTPTypes
package import Logging
import NIOCore
package import Pipeline
package import ServiceLifecycle
import CServiceAssets
import Files

/// The HTTP service: a skeleton to which each domain adds its routes.
package struct HTTPService: Service {
    private let listener: HTTPListener
    /// Answers the requests.
    package let responder: RouterResponder<ServiceContext>
    /// The method and pattern of each route.
    package let routes: [String]
    private let events: EventHub
    private let domains: [any ServiceDomain]
    private let onListening: @Sendable (_ port: Int) -> Void

    /// Creates a service that listens once it runs.
    ///
    /// - Parameters:
    ///   - settings: the address to listen on, and the limits.
    ///   - certificate: encrypts the connections; nil if they are not encrypted.
    ///   - table: maps codes to HTTP statuses.
    ///   - parts: the objects that domains use.
    ///   - domains: add their routes and pages, unless one of their kinds is disabled.
    ///   - kinds: the enabled kinds.
    ///   - checks: the conditions that the service needs in order to work.
    ///   - metrics: the metrics in Prometheus' text format, or nil if none are collected.
    ///   - logger: receives a line for each request.
    ///   - onListening: receives the port.
    /// - Throws: `internal_error` if the template of a page or a part of the description is malformed.
    package init(
        _ settings: ServiceSettings, certificate: ServerCertificate? = nil, table: ErrorTable, parts: ServiceParts,
        domains: [any ServiceDomain], kinds: KindTable, checks: [ReadinessCheck],
        metrics: (@Sendable () -> String)? = nil, logger: Logger,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) throws(Failure) {
        let domains = domains.filter { $0.kinds.isSubset(of: kinds.names) }
        listener = HTTPListener(settings, certificate: certificate, table: table, logger: logger)
        self.events = parts.events
        self.domains = domains
        self.onListening = onListening
        let files = domains.map(\.pageFiles).reduce(EmbeddedFiles.named(service_assets())) {
            $0.merging($1) { own, _ in own }
        }
        let assets = Assets(files)
        let pages = try PageRenderer(files, assets: assets, navigation: domains.flatMap(\.navigation))
        let description = DescriptionRoutes(try APIDescription(files), pages)
        let router = Self.router(
            table, settings, certificate, parts, domains, assets, pages, description,
            Readiness(checks + domains.flatMap(\.readinessChecks)), metrics)
        routes = router.routes.filter { $0.method != .head }.map { "\($0.method) \($0.path)" }.sorted()
        responder = router.buildResponder()
    }

    private static func router(
        _ table: ErrorTable, _ settings: ServiceSettings, _ certificate: ServerCertificate?, _ parts: ServiceParts,
        _ domains: [any ServiceDomain],
        _ assets: Assets, _ pages: PageRenderer, _ description: DescriptionRoutes, _ readiness: Readiness,
        _ metrics: (@Sendable () -> String)?
    ) -> Router<ServiceContext> {
        let access = parts.access
        let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
        let methods = MethodCheck()
        router.add(middleware: SecurityHeaders(publicURL: access.publicURL))
        router.add(middleware: RequestMetrics())
        router.add(middleware: AccessLog())
        for domain in domains {
            for middleware in domain.rootMiddleware { router.add(middleware: middleware) }
        }
        router.add(middleware: ErrorMiddleware(table: table, pages: pages))
        router.add(
            middleware: RequestChecks(
                access, settings, certificate, methods: methods, rootPaths: domains.flatMap(\.rootPaths),
                personalRoutes: LoginRoutes.personalRoutes.union(domains.flatMap(\.personalRoutes)),
                navigation: domains.flatMap(\.navigation)))
        // From here on it is known who asks, and the page of an error has that user's navigation.
        router.add(middleware: ErrorMiddleware(table: table, pages: pages))
        let open = router.group()
        let closed = router.group().add(middleware: LoginRequired())
        open.get("healthz") { _, _ in JSONResponse.make(["status": "alive"]) }
        open.get("readyz") { _, _ in await readiness.response() }
        if let metrics {
            open.get("metrics") { request, context in
                try checkMetrics(request, context)
                return Response(
                    status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: metrics())))
            }
        }
        let api = closed.group("api/v1")
        assets.add(to: open)
        description.add(to: open)
        LoginRoutes(parts, pages).add(to: open, api: api)
        for domain in domains {
            domain.add(to: api)
            domain.add(pages: closed, pages)
            domain.add(openPages: open, pages)
            domain.addLinks(to: open.group("api/v1"))
            domain.add(toApps: closed.group("api"), open: open.group("api"))
            domain.add(toRoot: open)
        }
        let navigation = domains.flatMap(\.navigation).filter { !$0.isForAdministrators }
        if let first = navigation.first, !navigation.contains(where: { $0.path == "/" }) {
            closed.get { _, _ in Response.redirect(to: first.path) }
        }
        methods.learn(router.routes.map { ($0.method, $0.path.description) })
        return router
    }

    /// Checks that a request for metrics comes from this machine, or has a token.
    private static func checkMetrics(_ request: Request, _ context: ServiceContext) throws(Failure) {
        if case .token = context.identity.credential { return }
        // A proxy on the machine may add no header, but it requests the public host.
        let isLocal = request.head.authority.flatMap(Authority.init)?.isLoopback == true
        guard context.isPeerLoopback, !request.isForwarded, isLocal else {
            throw Failure(.loginRequired, "The metrics need an API token, except on the machine itself.")
        }
    }

    /// What runs as long as the service listens.
    package var services: [any Service] { [events] + domains.flatMap(\.services) }

    /// Tells the domains the port.
    package func listens(on port: Int) {
        for domain in domains { domain.listens(on: port) }
    }

    /// Ends all streams of events.
    package func endStreams() { events.stop() }

    /// Listens until graceful shutdown, and finishes the requests in progress.
    ///
    /// - Throws: `address_unavailable` if the address is in use.
    package func run() async throws {
        try await withGracefulShutdownHandler {
            try await listener.run(responder, with: services) { port in
                listens(on: port)
                onListening(port)
            }
        } onGracefulShutdown: {
            endStreams()
        }
    }
}
