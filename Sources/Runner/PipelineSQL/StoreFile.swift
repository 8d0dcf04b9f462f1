import Files
import Pipeline
import SQL
import SQLite

/// The operations of a store in a file.
///
/// A server's database is copied and checked with the server's own programs.
package struct StoreFile: Sendable {
    let database: SQLiteDatabase

    /// The path of the file.
    package var path: String { database.path }

    /// Opens the file, creating or migrating it if necessary.
    static func open(_ path: String, domains: [DomainSchema], patience: Duration) throws -> StoreFile {
        // One process at a time: two that create or migrate the file at the same time would both try to do so, and one
        // would fail.
        try FileSystemError.naming {
            try LocalFileSystem().withLock(path + ".lock", alone: true) {
                StoreFile(
                    database: try SQLiteDatabase.open(
                        path, functions: [SearchFunction.function] + domains.flatMap(\.functions), patience: patience
                    ) { database in
                        try Schema.migrate(database)
                        for domain in domains { try domain.migrate(database) }
                        try LostNumbers.skip(in: database)
                    })
            }
        }
    }

    /// Writes a consistent copy of the whole file into an empty one.
    ///
    /// This blocks, but writers can continue.
    package func snapshot(into path: String) throws { try database.snapshot(into: path) }

    /// Checks the integrity of the file and returns `ok` or a description of the damage.
    package func integrityCheck() async throws -> String { try await database.integrityCheck() }

    /// Empties the log with earlier versions of rows, unless another connection uses it.
    func eraseDeleted() async throws { try await database.eraseDeleted() }

    /// Checks that the file is still at its path.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if it was deleted or replaced.
    func checkPresence() throws {
        do throws(SQLError) { try database.checkPresence() } catch { throw StoreError.unavailable(error.description) }
    }

    /// Opens another connection that counts the file's changes.
    func changeCounter() throws -> any ChangeCounter { try database.changeCounter() }
}
