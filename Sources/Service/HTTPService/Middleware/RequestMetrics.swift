import CoreMetrics
import HTTPTypes
package import Hummingbird
import Synchronization

/// Measures request durations by route, method and status: `http_server_request_duration_seconds`.
///
/// The time ends when the head of the response and a short body are ready. Hummingbird's own middleware also waits for
/// the last byte; it wraps the body for that, so that even a short response is written in three parts, and a small
/// request costs a third more (`tools/bench --only http-rate`).
package final class RequestMetrics: RouterMiddleware {
    private struct Key: Hashable {
        let route: String
        let method: HTTPRequest.Method
        let status: HTTPResponse.Status
    }

    /// Cache of timers, since a backend looks one up by its text.
    private let timers = Mutex<[Key: Timer]>([:])

    /// Creates the middleware.
    package init() {}

    package func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        // Inner middleware turns errors into responses; only a client's disconnection is thrown here.
        let response = try await next(request, context)
        let key = Key(route: context.endpointPath ?? "none", method: request.method, status: response.status)
        timer(for: key).recordSeconds((ContinuousClock.now - start) / .seconds(1))
        return response
    }

    /// Returns the timer of a key, and creates it on first use.
    ///
    /// The parser knows a few dozen methods, so clients cannot create more timers than that for each route.
    private func timer(for key: Key) -> Timer {
        timers.withLock { timers in
            if let timer = timers[key] { return timer }
            let timer = Timer(
                label: "http.server.request.duration",
                dimensions: [
                    ("http.route", key.route), ("http.request.method", key.method.rawValue),
                    ("http.response.status_code", "\(key.status.code)"),
                ], preferredDisplayUnit: .seconds)
            timers[key] = timer
            return timer
        }
    }
}
