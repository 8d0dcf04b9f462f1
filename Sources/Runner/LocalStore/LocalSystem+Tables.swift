import PipelineSQL
public import SQL

extension LocalSystem {
    /// Reads tables from one consistent snapshot.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await database.read(body)
    }

    /// Changes a domain's own tables in one transaction, which the body must not end.
    @discardableResult
    public func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await database.write { try body($0.db) }
    }
}
