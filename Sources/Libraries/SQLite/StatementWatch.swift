import GRDB
import GRDBSQLite

/// Interrupts statements that exceed their time or have lost their reader.
///
/// SQLite asks it after every thousand steps of its machine, which is some microseconds.
final class StatementWatch {
    /// The number of steps between two questions.
    private static let steps: Int32 = 1_000

    private let reader: WaitingReader?
    private var limit: Duration
    /// The end of the current statement's time; nil for one that writes.
    private var deadline: ContinuousClock.Instant?

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - limit: the time of each statement.
    ///   - reader: the reader of the rows; nil for a write.
    init(limit: Duration, reader: WaitingReader?) {
        self.limit = limit
        self.reader = reader
    }

    private var isOver: Bool {
        reader?.isGone == true || deadline.map { ContinuousClock.now >= $0 } == true
    }

    /// Runs a closure while the connection asks this watch.
    func watching<Result>(_ db: Database, _ body: () throws -> Result) rethrows -> Result {
        let connection = db.sqliteConnection
        sqlite3_progress_handler(
            connection, Self.steps,
            { watch in
                guard let watch else { return 0 }
                return Unmanaged<StatementWatch>.fromOpaque(watch).takeUnretainedValue().isOver ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        return try withExtendedLifetime(self) { try body() }
    }

    /// Runs a closure with another limit.
    func limiting<Result>(to limit: Duration, _ body: () throws -> Result) rethrows -> Result {
        let outer = self.limit
        self.limit = limit
        defer { self.limit = outer }
        return try body()
    }

    /// Runs a statement, which has the limit's time if it only reads.
    func timing<Result>(_ statement: Statement, _ body: () throws -> Result) rethrows -> Result {
        let outer = deadline
        deadline = statement.isReadonly ? ContinuousClock.now + limit : nil
        defer { deadline = outer }
        return try body()
    }
}
