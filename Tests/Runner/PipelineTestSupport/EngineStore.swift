package import PipelineSQL
import PostgreSQLTestSupport
package import SQLTestSupport

extension SQLStore {
    /// Opens an empty store on the engine of the current test.
    ///
    /// - Parameters:
    ///   - path: the file on SQLite.
    ///   - domains: the domains with tables.
    ///   - engine: the engine.
    /// - Returns: the store.
    /// - Throws: what opening it throws.
    package static func empty(
        at path: String, domains: [DomainSchema], on engine: SQLEngine = .current
    ) throws -> SQLStore {
        switch engine {
        case .sqlite: return try SQLStore(path: path, domains: domains)
        case .postgreSQL:
            let tables = domains.map { "\($0.name) \($0.migrations.map(\.name))" }
            let kept = try PostgreSQLTestDatabase.copy(of: "store \(tables)") { try SQLStore.migrate($0, domains) }
            let database = try kept.open(functions: domains.flatMap(\.functions), limit: 4)
            // The test's clock is that of its moves.
            return SQLStore(database: KeptDatabase(database, keeping: kept), leaseClock: .caller)
        }
    }
}
