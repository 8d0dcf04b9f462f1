import FailureModel
package import HTTPService
import HTTPTypes
package import Hummingbird
package import Logging
package import Pipeline
package import ServiceLifecycle
package import FamiliesSQL

/// The route for listening to changes: `/realtime/v1/websocket?apikey=&vsn=`.
///
/// It is a separate domain, because it needs only the rows and the bearers of tokens, and the other APIs do not need
/// it.
package struct RealtimeRoutes: ServiceDomain {
    private let hub: RealtimeHub

    /// Creates the route.
    ///
    /// - Parameters:
    ///   - families: The rows and their changes.
    ///   - callers: Identifies the bearers of tokens.
    ///   - limits: The limits of clients.
    ///   - logger: The logger for errors of the feed of changes.
    package init(
        _ families: FamilyStore, callers: any ProjectCallers, limits: RealtimeLimits = RealtimeLimits(), logger: Logger
    ) {
        hub = RealtimeHub(families, callers: callers, limits: limits, logger: logger)
    }

    package var kinds: Set<KindName> { StorytellingRoutes.kinds }

    package var rootPaths: [String] { ["/realtime/v1/"] }

    package var services: [any Service] { [hub] }

    /// Adds the route.
    ///
    /// Pages of any origin may connect: browsers add no tokens, and cookies have no effect here.
    package func add(toRoot root: RouterGroup<ServiceContext>) {
        root.group("realtime/v1").webSocket("websocket", limits: hub.limits.connection) { [hub] request, _ in
            guard let version = PhoenixVersion(rawValue: String(request.uri.queryParameters["vsn"] ?? "1.0.0")) else {
                throw Failure(.malformedRequest, "“vsn” must be 1.0.0 or 2.0.0.")
            }
            guard let token = Self.token(of: request), token.utf8.count <= hub.limits.tokenBytes,
                let caller = await hub.caller(ofToken: token)
            else { throw Failure(.tokenNotValid, "The key of the app is missing or not valid.") }
            return { connection in await hub.serve(connection, version, caller) }
        }
    }

    private static func token(of request: Request) -> String? {
        request.bearerToken ?? HTTPField.Name("apikey").flatMap { request.headers[$0] }
            ?? request.uri.queryParameters["apikey"].map(String.init)
    }
}
