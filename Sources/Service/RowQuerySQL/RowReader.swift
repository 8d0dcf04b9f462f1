package import RowQuery
package import SQL

extension ReadPlan {
    /// Returns the rows; blocks.
    ///
    /// Call it within one read or transaction, so that rows and count agree.
    ///
    /// - Parameters:
    ///   - db: the connection.
    ///   - reuse: how long the compiled statements are kept.
    /// - Returns: the rows.
    /// - Throws: PGRST103 if the range begins after the last row, which is known only if rows are counted.
    package func rows(_ db: any SQLSession, reuse: StatementReuse = .never) throws -> RowResult {
        try rows(AskingSession(db), result: [], reuse: reuse)
    }

    func rows(_ session: AskingSession, result: [[Value]], reuse: StatementReuse = .never) throws -> RowResult {
        var total: Int?
        if isCounted {
            total = try session.number(
                SQLStatement(session.dialect, counting: rows, result: result), reuse: reuse)
        }
        try ContentRange(offset: rows.range.offset, count: 0, total: total).check()
        let objects = try session.texts(SQLStatement(session.dialect, rows, result: result), reuse: reuse)
        return RowResult(
            rows: objects, range: ContentRange(offset: rows.range.offset, count: objects.count, total: total))
    }
}

extension SelectPlan {
    /// Returns the response for rows changed by a write.
    func answer(_ keys: [Value], _ session: AskingSession) throws -> RowResult {
        let objects = try session.texts(SQLStatement(session.dialect, self, keys: keys))
        return RowResult(rows: objects, range: ContentRange(offset: 0, count: objects.count, total: nil))
    }
}

extension CallPlan {
    /// Runs a function in the connection's transaction and returns its result; blocks.
    package func run(_ db: any SQLSession, _ body: ([String: Value]) throws -> CallOutcome) throws -> CallResult {
        let outcome = try body(arguments)
        switch (result, outcome) {
        case (.rows(let plan), .rows(let rows)): return .rows(try plan.rows(AskingSession(db), result: rows))
        case (.value, .value(let value)): return .value(ValueText.sent(value))
        default: return .nothing
        }
    }
}
