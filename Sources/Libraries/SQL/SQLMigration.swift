/// A step from an older version of a database's tables to a newer one.
public struct SQLMigration: Sendable {
    /// The name under which the database remembers it.
    public let identifier: String
    /// Makes the change.
    public let body: @Sendable (any SQLSession) throws -> Void

    /// Creates a migration.
    public init(_ identifier: String, _ body: @escaping @Sendable (any SQLSession) throws -> Void) {
        self.identifier = identifier
        self.body = body
    }
}
