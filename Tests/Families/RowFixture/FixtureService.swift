package import FamiliesService
import HTTPService
import HTTPTypes
package import Hummingbird
import Logging
import SQL

/// Rows over HTTP by the code that serves those of families; whoever asks may do everything.
package enum FixtureService {
    /// Creates the application.
    ///
    /// - Parameters:
    ///   - store: the rows.
    ///   - port: the TCP port on 127.0.0.1; 0 for any free one.
    ///   - listening: called with the port.
    /// - Returns: the application, which is not running yet.
    package static func application(
        _ store: any RowStore, port: Int, listening: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
        let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
        RowRoutes(store, callers: Everybody()).add(to: router.group().add(middleware: Anonymous()))
        var logger = Logger(label: "rest-fixture")
        logger.logLevel = .critical
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in listening(channel.localAddress?.port ?? 0) }, logger: logger)
    }
}

/// Whoever asks may.
private struct Everybody: ProjectCallers {
    func caller(ofToken token: String) async throws -> ProjectCaller? { await caller(namedBy: token) }

    func caller(namedBy token: String) async -> ProjectCaller? {
        ProjectCaller(user: "00000000-0000-4000-8000-000000000001", session: nil, expires: nil)
    }

    func isInSession(_ caller: ProjectCaller, _ db: any SQLSession) throws -> Bool { true }

    func isValid(_ caller: ProjectCaller) async throws -> Bool { true }
}

/// Gives a token to requests without one, as those of PostgREST's own clients are.
private struct Anonymous: RouterMiddleware {
    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var head = request.head
        if head.headerFields[.authorization] == nil { head.headerFields[.authorization] = "Bearer everybody" }
        return try await next(Request(head: head, body: request.body), context)
    }
}
