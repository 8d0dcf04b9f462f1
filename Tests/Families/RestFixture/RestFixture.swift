import ArgumentParser
import Foundation
import Hummingbird
import PostgreSQL
import RowFixture
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
        let file = try FixtureFile(contentsOf: URL(fileURLWithPath: tables))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-fixture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let functions = RowFunctions().functions
        let database: any SQLDatabase =
            try database.map {
                try PostgreSQLDatabase.open(PostgreSQLAddress($0), functions: functions, patience: .seconds(10))
            }
            ?? SQLiteDatabase.open(
                folder.appendingPathComponent("rows.sqlite").path, functions: functions, patience: .seconds(10))
        try database.writeBlocking { db in try FixtureStore.create(file, in: db) }
        let application = FixtureService.application(try FixtureStore(file, in: database), port: port) { port in
            print("http://127.0.0.1:\(port)/rest/v1")
            fflush(nil)
        }
        try await application.run()
    }
}
