import PipelineSQL
package import RowQuery
package import RowQuerySQL
package import FamiliesSQL
package import SQL

/// Operations on rows within a transaction, subject to policies.
package protocol RowAccess: Sendable {
    func read(
        _ table: String, _ request: RowRequest, range: RowRange, preferences: Preferences, as caller: Caller,
        _ db: any SQLSession
    ) throws -> RowResult
    func insert(
        into table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences,
        in context: WriteContext, _ db: any SQLSession
    ) throws -> WriteResult
    func put(
        into table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences,
        in context: WriteContext, _ db: any SQLSession
    ) throws -> WriteResult
    func update(
        _ table: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences, in context: WriteContext,
        _ db: any SQLSession
    ) throws -> WriteResult
    func delete(
        from table: String, _ request: RowRequest, preferences: Preferences, in context: WriteContext,
        _ db: any SQLSession
    ) throws -> WriteResult
    func call(
        _ name: String, _ body: JSONValue?, _ request: RowRequest, range: RowRange, preferences: Preferences,
        in context: WriteContext, _ db: any SQLSession
    ) throws -> CallResult
}

/// The rows that clients request over HTTP.
package protocol RowStore: Sendable {
    /// The planner with the schema and the limits of requests.
    var planner: RowPlanner { get }

    /// Reads a consistent snapshot on a database thread.
    func read<T: Sendable>(_ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T) async throws -> T

    /// Changes rows in one transaction, which is rolled back if `body` throws.
    func write<T: Sendable>(_ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T) async throws -> T
}

extension FamilyRows: RowAccess {}

/// The rows of families for requests of clients.
package struct FamilyRowStore: RowStore {
    private let families: FamilyStore

    /// Creates access to the rows of a store.
    package init(_ families: FamilyStore) {
        self.families = families
    }

    package var planner: RowPlanner { families.rows.planner }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T
    ) async throws -> T {
        try await families.read { rows, db in try body(rows, db) }
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any RowAccess, any SQLSession) throws -> T
    ) async throws -> T {
        try await families.write { rows, transaction in try body(rows, transaction.db) }
    }
}
