import FailureModel
package import Hummingbird

/// Identifies the sender of a request and rejects forbidden requests, before any handler runs.
///
/// All checks share one middleware, because the frames of each level stay allocated while a response is sent, which
/// dominates the memory of a thousand event streams (`tools/bench --only http-memory`).
package struct RequestChecks: RouterMiddleware {
    private let access: Access
    private let host: HostCheck
    private let rate: RateLimit
    private let crossSite: CrossSiteCheck
    private let methods: MethodCheck
    private let rootPaths: [String]
    private let personalRoutes: Set<String>
    private let navigation: [NavigationEntry]

    /// Creates the checks.
    ///
    /// - Parameters:
    ///   - access: the rules for who may use the service.
    ///   - settings: contain the bound address and the rate limit.
    ///   - certificate: encrypts the connections; nil if they are not encrypted.
    ///   - methods: has the methods of each route.
    ///   - rootPaths: prefixes of paths with handlers that identify the sender themselves.
    ///   - personalRoutes: the routes by which readers change their own access.
    ///   - navigation: the entries of the navigation, some of which the user may not use.
    init(
        _ access: Access, _ settings: ServiceSettings, _ certificate: ServerCertificate?, methods: MethodCheck,
        rootPaths: [String], personalRoutes: Set<String>, navigation: [NavigationEntry]
    ) {
        self.access = access
        host = HostCheck(publicURL: access.publicURL, settings, certificate)
        self.rate = RateLimit(perSecond: settings.rate)
        crossSite = CrossSiteCheck(access)
        self.methods = methods
        self.rootPaths = rootPaths
        self.personalRoutes = personalRoutes
        self.navigation = navigation
    }

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let isAtRoot = rootPaths.contains { request.uri.path.hasPrefix($0) }
        try host.check(request)
        if !isAtRoot { try host.checkOrigin(request) }
        if request.uri.path.hasPrefix("/api/v1/") { try request.checkParameters() }
        // Clients cannot forge the address: the proxy on this machine adds the last one.
        if access.publicURL != nil, context.isPeerLoopback, let address = request.forwardedAddress {
            context.client = address
        }
        // Whether the process lives does not depend on the store, not even for a client with a token.
        let isLiveness = request.uri.path == "/healthz"
        if !isAtRoot, !isLiveness { context.identity = try await identity(of: request, context) }
        let route = context.endpointPath.map { "\(request.method) \($0)" }
        try context.identity.check(request, isPersonal: route.map(personalRoutes.contains) ?? false)
        try rate.check(request, context)
        if !isAtRoot { try crossSite.check(request, by: context.identity) }
        try methods.check(request, context)
        if !isAtRoot, !isLiveness { context.unusedPages = await unusedPages(request, context) }
        return try await next(request, context)
    }

    /// Returns the paths in the navigation that the user of a page does not use.
    private func unusedPages(_ request: Request, _ context: ServiceContext) async -> Set<String> {
        let path = request.uri.path
        guard context.endpointPath != nil, !path.hasPrefix("/api/"), !path.hasPrefix(Assets.root) else { return [] }
        var unused: Set<String> = []
        for entry in navigation where !entry.leads(to: path) {
            // Where it is not known, the entry is shown.
            if let isInUse = entry.isInUse, (try? await isInUse(context.owner)) == false { unused.insert(entry.path) }
        }
        return unused
    }

    /// Returns the identity of a request's sender.
    ///
    /// Somebody who is refused may load the files of the page that says so.
    private func identity(of request: Request, _ context: ServiceContext) async throws -> Identity {
        do {
            return try await access.identity(of: request, from: context.peer)
        } catch let error as Failure where error.code == .signOnRefused && request.uri.path.hasPrefix(Assets.root) {
            return .nobody
        }
    }
}

extension Identity {
    /// Rejects changes by read-only tokens, and by readers except of their own access.
    ///
    /// No route is reached before, so that a new one cannot forget it.
    fileprivate func check(_ request: Request, isPersonal: Bool) throws(Failure) {
        guard role == .read, !request.isSafe else { return }
        switch credential {
        case .none: return
        case .token: throw Failure(.forbidden, "This token may only read.")
        case .local, .session, .signOn, .appLogin: if !isPersonal { throw Self.readerRefusal }
        }
    }
}
