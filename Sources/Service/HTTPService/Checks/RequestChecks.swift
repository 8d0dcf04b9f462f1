import FailureModel
package import Hummingbird

/// Finds out who makes a request, and refuses what nobody or not everybody may ask for, before any handler runs.
///
/// One middleware for all checks: the frames that each level needs stay allocated as long as an answer is being sent, which for
/// a thousand event streams is what takes most memory (`tools/bench --only http-memory`).
package struct RequestChecks: RouterMiddleware {
    private let access: Access
    private let host: HostCheck
    private let rate: RateLimit
    private let crossSite: CrossSiteCheck
    private let methods: MethodCheck
    private let rootPaths: [String]

    /// Creates the checks.
    ///
    /// - Parameters:
    ///   - access: who may use the service, and under which address.
    ///   - settings: the address that the service is bound to, and the requests that a client may send in a second.
    ///   - methods: knows the routes.
    ///   - rootPaths: the beginnings of paths whose handlers find out by themselves who makes a request.
    init(_ access: Access, _ settings: ServiceSettings, methods: MethodCheck, rootPaths: [String]) {
        self.access = access
        host = HostCheck(publicURL: access.publicURL, settings)
        self.rate = RateLimit(perSecond: settings.rate)
        crossSite = CrossSiteCheck(access)
        self.methods = methods
        self.rootPaths = rootPaths
    }

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let isAtRoot = rootPaths.contains { request.uri.path.hasPrefix($0) }
        try host.check(request)
        if !isAtRoot { try host.checkOrigin(request) }
        // Clients cannot choose the address: the last one is added by the proxy, on this machine.
        if access.publicURL != nil, context.isPeerLoopback, let address = request.forwardedAddress {
            context.client = address
        }
        if !isAtRoot { context.identity = try await access.identity(of: request) }
        try context.identity.check(request)
        try rate.check(request, context)
        if !isAtRoot { try crossSite.check(request) }
        try methods.check(request, context)
        return try await next(request, context)
    }
}

extension Identity {
    /// Refuses to change anything for those who may only read.
    fileprivate func check(_ request: Request) throws(Failure) {
        if case .token = credential, role == .read, !request.isSafe {
            throw Failure(.forbidden, "This token may only read.")
        }
    }
}
