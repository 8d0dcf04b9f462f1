import FolderTestSupport
import PipelineSQL
import PipelineTestSupport
import PostgreSQLTestSupport
import SQL

/// The engines of SQL stores.
enum Engine: CaseIterable, Sendable {
    case sqlite
    case postgreSQL
}

/// An empty store's tables, for statements that no store makes.
final class EmptyTables: Sendable {
    let database: any SQLDatabase
    private let folder: TemporaryFolder?
    private let server: PostgreSQLTestDatabase?

    init(_ engine: Engine) throws {
        switch engine {
        case .sqlite:
            let folder = try TemporaryFolder()
            database = try SQLStore(path: folder.path + "/pipeline.sqlite").database
            (self.folder, server) = (folder, nil)
        case .postgreSQL:
            let server = try PostgreSQLTestDatabase.withStore()
            database = try server.open(limit: 1)
            (folder, self.server) = (nil, server)
        }
    }

    private struct RolledBack: Error {}

    /// Returns the error of statements, whose changes are undone; `nil` if they are accepted.
    func refusal(of body: (any SQLSession) throws -> Void) throws -> SQLError? {
        do {
            return try database.writeBlocking { db in
                try body(db)
                throw RolledBack()
            }
        } catch is RolledBack {
            return nil
        } catch let error as SQLError {
            return error
        }
    }
}
