import FailureModel
import HTTPTypes
import Hummingbird
import Synchronization

/// Rejects a method that a known path does not allow, with status 405.
final class MethodCheck: Sendable {
    private struct Route {
        let method: HTTPRequest.Method
        let parts: [Substring]

        /// Returns whether a path matches the route; a part in braces matches anything.
        func matches(_ path: [Substring]) -> Bool {
            parts.count == path.count && zip(parts, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }

    private let routes = Mutex<[Route]>([])

    /// Adds routes, after the router was set up.
    func learn(_ routes: [(method: HTTPRequest.Method, path: String)]) {
        self.routes.withLock { known in
            known += routes.map { Route(method: $0.method, parts: $0.path.split(separator: "/")) }
        }
    }

    func check(_ request: Request, _ context: ServiceContext) throws {
        // The router sets a pattern if it has a route for path and method.
        guard context.endpointPath == nil else { return }
        let path = request.uri.path.split(separator: "/")
        var methods = routes.withLock { routes in Set(routes.filter { $0.matches(path) }.map(\.method.rawValue)) }
        guard !methods.isEmpty else { return }
        if methods.contains("GET") { methods.insert("HEAD") }
        throw APIError(
            Failure(.methodNotAllowed, "This address does not allow that method."),
            headers: [.allow: methods.sorted().joined(separator: ", ")])
    }
}
