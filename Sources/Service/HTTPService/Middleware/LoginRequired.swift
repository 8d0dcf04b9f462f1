import FailureModel
package import Hummingbird

/// Rejects requests without a valid credential; browsers are redirected to the login page.
package struct LoginRequired: RouterMiddleware {
    /// Creates the middleware.
    package init() {}

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        if context.identity.credential != .none { return try await next(request, context) }
        if request.isOfApp, request.bearerToken != nil {
            throw Failure(.tokenNotValid, "The token is not valid, or has expired.")
        }
        guard request.isSafe, request.bearerToken == nil, !request.uri.path.hasPrefix("/api/") else {
            throw Failure(.loginRequired, "This needs a login, or an API token that is valid.")
        }
        return .redirect(to: LoginRoutes.path(next: request.uri.string), type: .normal)
    }
}
