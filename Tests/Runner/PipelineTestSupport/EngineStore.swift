package import Pipeline
package import PipelineSQL
import PostgreSQL
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
            let kept = try tables(of: domains)
            let database = try kept.open(functions: domains.flatMap(\.functions), limit: 4)
            // The test's clock is that of its moves.
            return SQLStore(database: KeptDatabase(database, keeping: kept), leaseClock: .caller)
        }
    }

    /// Opens an empty store on a server several times, as the nodes of a service do.
    ///
    /// - Parameters:
    ///   - count: the number of nodes.
    ///   - domains: the domains with tables.
    ///   - leaseClock: whose clock decides.
    ///   - nodeClock: returns the clock of a node.
    /// - Returns: the store of each node.
    /// - Throws: what opening them throws.
    package static func nodes(
        _ count: Int, domains: [DomainSchema], leaseClock: LeaseClock = .server,
        nodeClock: (Int) -> any PipelineClock = { _ in SystemClock() }
    ) throws -> [SQLStore] {
        let kept = try tables(of: domains)
        let address = try PostgreSQLAddress(kept.url)
        return try (0..<count).map { number in
            let server = try kept.open(functions: domains.flatMap(\.functions), limit: 4)
            let news = NodeNews(address, server)
            let store = SQLStore(
                database: KeptDatabase(server, keeping: kept), news: news, leaseClock: leaseClock,
                nodeClock: nodeClock(number))
            news.listen(for: store)
            return store
        }
    }

    /// A database with the tables, and no rows.
    private static func tables(of domains: [DomainSchema]) throws -> PostgreSQLTestDatabase {
        let names = domains.map { "\($0.name) \($0.migrations.map(\.name))" }
        return try .copy(of: "store \(names)") { try SQLStore.migrate($0, domains) }
    }
}
