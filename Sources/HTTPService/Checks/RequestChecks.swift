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

    /// Creates the checks.
    ///
    /// - Parameters:
    ///   - access: who may use the service, and under which address.
    ///   - rate: the requests that a client may send in a second.
    ///   - methods: knows the routes.
    init(_ access: Access, rate: Int, methods: MethodCheck) {
        self.access = access
        host = HostCheck(publicURL: access.publicURL)
        self.rate = RateLimit(perSecond: rate)
        crossSite = CrossSiteCheck(access)
        self.methods = methods
    }

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        try host.check(request)
        // Clients cannot choose the address: the last one is added by the proxy, on this machine.
        if access.publicURL != nil, context.isPeerLoopback, let address = request.forwardedAddress {
            context.client = address
        }
        context.identity = try await access.identity(of: request)
        try context.identity.check(request)
        try rate.check(request, context)
        try crossSite.check(request)
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
