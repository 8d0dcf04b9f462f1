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
        try rows(db, result: [], reuse: reuse)
    }

    func rows(_ db: any SQLSession, result: [[Value]], reuse: StatementReuse = .never) throws -> RowResult {
        var total: Int?
        if isCounted {
            if case .count = rows.fields {
                total = 1
            } else {
                total = try SQLStatement(counting: rows, result: result).number(db, reuse: reuse)
            }
        }
        try ContentRange(offset: rows.range.offset, count: 0, total: total).check()
        let objects = try SQLStatement(rows, result: result).texts(db, reuse: reuse)
        return RowResult(
            rows: objects, range: ContentRange(offset: rows.range.offset, count: objects.count, total: total))
    }
}

extension SelectPlan {
    /// Returns the response for rows changed by a write.
    func answer(_ keys: [Value], _ db: any SQLSession) throws -> RowResult {
        let objects = try SQLStatement(self, keys: keys).texts(db)
        return RowResult(rows: objects, range: ContentRange(offset: 0, count: objects.count, total: nil))
    }
}

extension CallPlan {
    /// Runs a function in the connection's transaction and returns its result; blocks.
    package func run(_ db: any SQLSession, _ body: ([String: Value]) throws -> CallOutcome) throws -> CallResult {
        let outcome = try body(arguments)
        switch (result, outcome) {
        case (.rows(let plan), .rows(let rows)): return .rows(try plan.rows(db, result: rows))
        case (.value, .value(let value)): return .value(ValueText.sent(value))
        default: return .nothing
        }
    }
}
