import ArgumentParser
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import FamiliesService
import PostgreSQL
import RowQuerySQL
import SQL
import SQLite

/// Serves declared tables and functions by the code that serves those of families, so that the tests of others' clients and a
/// comparison with PostgreSQL run against it.
@main
struct RestFixture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rest-fixture", abstract: "Serve declared tables and functions under /rest/v1, for tests.")

    @Option(help: "File in JSON with tables, their rows, and functions.")
    var tables: String

    @Option(help: "TCP port on 127.0.0.1; 0 for any free one.")
    var port = 0

    @Option(name: .customLong("postgresql"), help: "URL of an empty PostgreSQL database; a temporary file otherwise.")
    var database: String?

    func run() async throws {
        let file = try JSONDecoder().decode(
            FixtureFile.self, from: Data(contentsOf: URL(fileURLWithPath: tables)))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-fixture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let functions = RowFunctions().functions
        let store = try FixtureStore(
            file,
            in: database.map {
                try PostgreSQLDatabase.open(PostgreSQLAddress($0), functions: functions, patience: .seconds(10))
            }
                ?? SQLiteDatabase.open(
                    folder.appendingPathComponent("rows.sqlite").path, functions: functions, patience: .seconds(10)))
        let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
        RowRoutes(store, callers: Everybody()).add(to: router.group().add(middleware: Anonymous()))
        var logger = Logger(label: "rest-fixture")
        logger.logLevel = .error
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/rest/v1")
                fflush(nil)
            }, logger: logger)
        try await application.run()
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
