import HTTPTypes
package import Hummingbird
import Logging

/// Logs each request by the pattern of its route, its status and its duration.
///
/// Addresses, IDs, names and queries are not logged.
package struct AccessLog: RouterMiddleware {
    /// Creates the middleware.
    package init() {}

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method)", "route": "\(context.endpointPath ?? "-")",
                "status": "\(response.status.code)",
                "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
            ])
        return response
    }
}
