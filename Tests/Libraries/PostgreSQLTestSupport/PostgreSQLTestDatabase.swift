import Foundation
package import PostgreSQL
package import SQL
import Synchronization

/// An empty database for one test, dropped when its last reference is released.
package final class PostgreSQLTestDatabase: Sendable {
    /// The name.
    package let name: String
    /// The URL, by the server's socket.
    package let url: String
    /// The server.
    package let server: PostgreSQLTestServer

    private static let created = Atomic(0)
    /// The databases whose tables others begin with, made once each.
    private static let templates = Mutex<[String: Result<PostgreSQLTestDatabase, any Error>]>([:])
    /// Drops databases, for which nobody waits.
    private static let dropping = DispatchQueue(label: "postgresql-test-databases")

    /// Creates a database; blocks.
    ///
    /// - Parameters:
    ///   - server: the server, by default the one that all tests share.
    ///   - template: the database to copy.
    /// - Throws: why there is none.
    package init(on server: PostgreSQLTestServer? = nil, copying template: PostgreSQLTestDatabase? = nil) throws {
        self.server = try server ?? .shared()
        name = "test_\(Self.created.wrappingAdd(1, ordering: .relaxed).newValue)"
        url = self.server.url(of: name)
        try self.server.administer(
            "CREATE DATABASE \(name) OWNER \(PostgreSQLTestServer.role) TEMPLATE \(template?.name ?? "template0")")
    }

    deinit {
        // The server may have been stopped.
        Self.dropping.async { [server, name] in try? server.administer("DROP DATABASE \(name) WITH (FORCE)") }
    }

    /// Creates a database with the tables of a template, which is made by the first call; blocks.
    ///
    /// - Parameters:
    ///   - template: the template's name.
    ///   - prepare: creates its tables; the database is closed afterwards.
    /// - Returns: the database.
    /// - Throws: why there is none, or the error of `prepare`.
    package static func copy(
        of template: String, preparing prepare: (PostgreSQLDatabase) throws -> Void
    ) throws -> PostgreSQLTestDatabase {
        let made = templates.withLock { templates in
            if let made = templates[template] { return made }
            let made = Result {
                let database = try PostgreSQLTestDatabase()
                try database.open(preparing: prepare).close()
                return database
            }
            templates[template] = made
            return made
        }
        return try PostgreSQLTestDatabase(copying: made.get())
    }

    /// Connects to the database; blocks.
    package func open(
        functions: [SQLFunction] = [], limit: Int = PostgreSQLDatabase.connectionLimit,
        patience: Duration = .seconds(1_800), preparing prepare: (PostgreSQLDatabase) throws -> Void = { _ in }
    ) throws -> PostgreSQLDatabase {
        try .open(
            PostgreSQLAddress(url), functions: functions, limit: limit, patience: patience, preparing: prepare)
    }
}
