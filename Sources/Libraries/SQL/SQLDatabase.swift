/// An open database with a pool of connections.
public protocol SQLDatabase: Sendable {
    /// Reads from one consistent snapshot, on a thread that may block.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value

    /// Changes rows in a transaction and returns once it is stored.
    ///
    /// Writes that arrive together may share one transaction, and an error in one does not affect the others. Cancellation
    /// does not interrupt it: it either takes effect or throws.
    ///
    /// - Parameters:
    ///   - isDurable: false for changes that may be lost in a power failure; they become durable with the next durable
    ///     ones.
    ///   - isAlone: true for a write with effects outside the database, which runs once, in its own transaction.
    ///   - body: makes the changes.
    ///   - committed: called with the result after the transaction and before the write returns.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`, or the one that ended the transaction.
    func write<Value: Sendable>(
        isDurable: Bool, isAlone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value

    /// Reads from one consistent snapshot, and blocks.
    func readBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value

    /// Changes rows in a separate transaction, and blocks.
    @discardableResult
    func writeBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value

    /// Runs the migrations that the database has not had, in order; blocks.
    ///
    /// - Throws: ``SQLError``, or the error of a migration, which is then undone.
    func migrate(_ migrations: [SQLMigration]) throws

    /// Returns the identifiers of the migrations that the database has had; blocks.
    func appliedMigrations() throws -> Set<String>

    /// Closes all connections.
    ///
    /// - Throws: ``SQLError`` if one is in use.
    func close() throws
}
