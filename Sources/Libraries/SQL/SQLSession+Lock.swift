extension SQLSession {
    /// Waits until no other transaction holds a name, and holds it until the end.
    ///
    /// A transaction whose writes depend on what it has read takes a name before reading. SQLite's transactions run one
    /// after another anyway. On PostgreSQL, each statement after this one sees what earlier holders have committed, and
    /// two names with equal hashes only wait for each other.
    ///
    /// - Throws: ``SQLError``.
    public func lock(_ name: String) throws {
        guard dialect == .postgreSQL else { return }
        _ = try row("SELECT CAST(pg_advisory_xact_lock(hashtextextended(?, 0)) AS text)", [name])
    }
}
