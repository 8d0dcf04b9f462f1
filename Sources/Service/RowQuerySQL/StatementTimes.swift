package import SQL

/// The time that each statement of a request may take.
package struct StatementTimes: Hashable, Sendable {
    /// The time of a statement of a read.
    package var read: Duration
    /// The time of a statement of a write.
    ///
    /// It is less than other processes wait for the file, which has one writer at a time.
    package var write: Duration

    /// Creates times.
    package init(read: Duration = .seconds(10), write: Duration = .seconds(5)) {
        self.read = read
        self.write = write
    }
}

extension SQLSession {
    /// Runs a request, and refuses it if one of its statements takes too long.
    ///
    /// - Throws: 57014; the errors of the request.
    package func limitingRequest<Result>(to limit: Duration, _ body: () throws -> Result) throws -> Result {
        do {
            return try limitingStatements(to: limit, body)
        } catch let error as SQLError where error.kind == .interrupted {
            throw StatementLimits.tooSlow
        }
    }
}
