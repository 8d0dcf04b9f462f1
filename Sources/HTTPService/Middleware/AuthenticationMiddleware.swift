import FailureModel
package import Hummingbird

/// Finds out who makes a request, and refuses to change anything for those who may only read.
///
/// Routes that need a login add ``LoginRequired``.
package struct AuthenticationMiddleware: RouterMiddleware {
    private let access: Access

    /// Creates the middleware.
    package init(_ access: Access) {
        self.access = access
    }

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        // Clients cannot choose the address: the last one is added by the proxy, on this machine.
        if access.publicURL != nil, context.isPeerLoopback, let address = request.forwardedAddress {
            context.client = address
        }
        context.identity = try await access.identity(of: request)
        if case .token = context.identity.credential, context.identity.role == .read, !request.isSafe {
            throw Failure(.forbidden, "This token may only read.")
        }
        return try await next(request, context)
    }
}

/// Refuses requests without a valid credential; browsers that ask for a page are sent to the login.
package struct LoginRequired: RouterMiddleware {
    /// Creates the middleware.
    package init() {}

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        if context.identity.credential != .none { return try await next(request, context) }
        guard request.isSafe, request.bearerToken == nil, !request.uri.path.hasPrefix("/api/") else {
            throw Failure(.loginRequired, "This needs a login, or an API token that is valid.")
        }
        return .redirect(to: LoginRoutes.path(next: request.uri.string), type: .normal)
    }
}
