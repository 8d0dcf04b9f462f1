import SQL

/// The tables, and the migrations from older ones.
///
/// Constraints and triggers repeat the rules that the code follows (the states, the allowed moves, which columns are set
/// when), so that neither a bug nor another program can write a document or job that the code does not understand. A test
/// compares them with the tables of `Pipeline`.
enum Schema {
    /// Migrates the file.
    ///
    /// - Throws: ``SchemaError`` if a newer version has migrated the file, since it may have changed something this one
    ///   relies on.
    static func migrate(_ database: any SQLDatabase) throws {
        let dialect = try database.readBlocking { $0.dialect }
        let migrations = dialect == .sqlite ? migrationsOfSQLite : migrationsOfPostgreSQL
        try refuseNewer(than: migrations, in: database)
        try database.migrate(migrations)
        // A newer program may have begun before, and then this one has waited for it.
        try refuseNewer(than: migrations, in: database)
    }

    private static func refuseNewer(than migrations: [SQLMigration], in database: any SQLDatabase) throws {
        // The identifiers of domains contain a slash.
        let applied = try database.appliedMigrations().filter { !$0.contains("/") }
        if let newer = applied.subtracting(migrations.map(\.identifier)).min() {
            throw SchemaError.newer(migration: newer)
        }
    }

    static let documentStates = ["imported", "processing", "ready", "filling", "filled", "failed"]
    static let jobStates = finalJobStates + ["available", "scheduled", "following", "running"]
    static let finalJobStates = ["done", "cancelled", "dead"]
    static let documentMoves = [
        ("imported", ["processing"]), ("processing", ["ready", "failed"]), ("ready", ["filling"]),
        ("filling", ["filled", "failed"]), ("filled", ["filling"]), ("failed", ["processing", "filling"]),
    ]
    static let jobBirths = ["available", "following", "done"]
    static let jobBirthsWithParts = jobBirths + ["waiting"]
    static let jobMoves = [
        ("available", ["running", "cancelled"]), ("scheduled", ["available", "cancelled"]),
        ("following", ["available", "done", "cancelled"]),
        ("running", ["available", "scheduled", "done", "cancelled", "dead"]),
    ]

    static let jobMovesWithParts = jobMoves + [("waiting", ["available", "cancelled"])]

    /// Returns a condition with comparisons instead of `IN`.
    ///
    /// SQLite fills a table at every use of an `IN` with more than two values, which took a fifth of the time of all
    /// moves.
    static func isOneOf(_ column: String, _ values: [String]) -> String {
        values.map { "\(column) = '\($0)'" }.joined(separator: " OR ")
    }

    static func isMove(
        _ from: String, _ to: String, _ moves: [(from: String, to: [String])], otherwise: String = "0"
    ) -> String {
        let cases = moves.map { "WHEN '\($0.from)' THEN \(isOneOf(to, $0.to))" }.joined(separator: " ")
        return "CASE \(from) \(cases) ELSE \(otherwise) END"
    }
}
