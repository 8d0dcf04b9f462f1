public import FolderTestSupport
public import Pipeline
import PipelineSQL
package import PostgreSQLTestSupport

/// The stores on which the suite of behaviours runs.
public enum StoreKind: String, CaseIterable, Sendable {
    /// A `MemoryStore`.
    case memory
    /// A `SQLStore` in a file.
    case sqlite
    /// A `SQLStore` on a server.
    case postgreSQL

    /// Returns a new, empty store, whose file, if any, is in `folder`.
    public func make(in folder: TemporaryFolder) throws -> any Store {
        switch self {
        case .memory: MemoryStore()
        case .sqlite: try SQLStore(path: folder.path + "/pipeline.sqlite")
        case .postgreSQL:
            try makeOnServer()
        }
    }

    private func makeOnServer() throws -> any Store {
        let database = try PostgreSQLTestDatabase.withStore()
        // The test's clock is that of its moves.
        let store = try SQLStore(database: database.open(), leaseClock: .caller)
        // The wrapper keeps the database for as long as the store.
        return FaultyStore(store) { _ in withExtendedLifetime(database) {} }
    }
}

extension PostgreSQLTestDatabase {
    /// Creates a database with the tables of a store.
    package static func withStore() throws -> PostgreSQLTestDatabase {
        try copy(of: "store") { try SQLStore.migrate($0) }
    }
}
