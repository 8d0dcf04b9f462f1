import Foundation
import PostgreSQL
package import SQL
import SQLite

/// Reads the catalogue of a store without creating or migrating it.
package enum CatalogueReader {
    /// How long a reader waits for a connection or a lock.
    private static let patience = Duration.seconds(10)

    /// Reads from a store, and blocks.
    ///
    /// - Parameters:
    ///   - location: the place of the store.
    ///   - body: reads from one consistent snapshot, in which tables may be missing.
    /// - Returns: the result of `body`; `nil` if the store does not exist.
    /// - Throws: ``SQL/SQLError``, or the error of `body`.
    package static func read<Value>(
        _ location: StoreLocation, _ body: (any SQLSession) throws -> Value
    ) throws -> Value? {
        switch location {
        case .folder(let folder):
            let catalogue = LocalSystem.catalogue(in: folder)
            guard FileManager.default.fileExists(atPath: catalogue.path) else { return nil }
            return try SQLiteFile(reading: catalogue, patience: patience).read(body)
        case .server(let address):
            let database = try PostgreSQLDatabase.open(address, limit: 1, patience: patience)
            defer { try? database.close() }
            return try database.readBlocking(body)
        }
    }
}
