package import HTTPService
import HTTPTypes
package import Hummingbird

/// Answers unimplemented user API calls in the API's own format.
///
/// Clients read the code of a refusal there.
package struct UnbuiltCalls: RouterMiddleware {
    private let path: String

    /// Creates the middleware.
    ///
    /// - Parameter path: The path prefix of the API.
    package init(path: String) { self.path = path }

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        // The routes themselves never answer with these.
        guard request.uri.path.hasPrefix(path), [.notFound, .methodNotAllowed].contains(response.status) else {
            return response
        }
        let refusal = response.status == .notFound ? AuthError.notBuilt : AuthError.wrongMethod
        var answer = refusal.response(to: request)
        if let methods = response.headers[.allow] { answer.headers[.allow] = methods }
        if request.method == .head { answer.body = ResponseBody() }
        return answer
    }
}
