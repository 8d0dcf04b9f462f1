import SQL

/// An error of a statement with what it means for the transaction.
struct PostgreSQLFailure: Error {
    /// The error as callers see it.
    let error: SQLError
    /// Whether the same transaction may succeed when it is repeated.
    var isRepeatable = false
    /// Whether tables may have changed since the statement was compiled.
    var isStale = false
    /// Whether the connection was lost.
    var isLost = false

    init(_ error: SQLError, isRepeatable: Bool = false, isStale: Bool = false, isLost: Bool = false) {
        self.error = error
        self.isRepeatable = isRepeatable
        self.isStale = isStale
        self.isLost = isLost
    }
}
