package import RowQuery
package import SQL

extension InsertPlan {
    /// Inserts all rows or none; blocks.
    ///
    /// The connection is in a transaction, which the caller ends. A ``RowQuery/RowQueryError`` leaves the database
    /// unchanged.
    package func run(_ db: any SQLSession) throws -> WriteResult {
        try db.write(duplicate: duplicate) { session in
            var statement = SQLStatement(session.dialect, rowsOf: self)
            statement.add(requirements)
            statement.add(" FROM ")
            statement.add(alias: newAlias)
            try statement.judge(requirements, session)

            if session.dialect == .postgreSQL { try checkDistinct(session) }
            let existing = try existingKeys(session)
            let insertion = insertion(session.dialect)
            if insertion.asks { try session.prepare(SQLStatement(session.dialect, rowsOf: self), newAlias) }
            let keys = try session.writtenKeys(insertion)
            if case .merge(let merge) = conflict?.action {
                if !merge.unlessSame.isEmpty, keys.count < rows.count { throw duplicate }
                guard Set(keys).count == keys.count else { throw Self.touchedTwice }
            }
            return WriteResult(
                changes: keys.map { RowChange(key: $0, verb: existing.contains($0) ? .update : .insert) },
                result: try returning?.answer(keys, session))
        }
    }

    /// Returns the keys of the rows to be changed rather than inserted, if permitted.
    private func existingKeys(_ session: AskingSession) throws -> Set<Value> {
        guard let conflict, case .merge(let merge) = conflict.action else { return [] }
        var statement = SQLStatement(session.dialect, rowsOf: self, conflict.key, merge)
        statement.add(merge.requirements)
        statement.add(join: table, primaryKey, as: merge.oldAlias, with: merge.mergedAlias)
        try statement.judge(merge.requirements, session)

        var keys = SQLStatement(session.dialect, rowsOf: self)
        keys.add("SELECT ")
        keys.add(column: primaryKey, of: merge.oldAlias)
        keys.add(" FROM ")
        keys.addExisting(of: self, conflict.key, as: merge.oldAlias)
        return Set(try session.keys(keys))
    }

    /// Checks that no two rows have the same key, which PostgreSQL refuses.
    private func checkDistinct(_ session: AskingSession) throws {
        guard let conflict, case .merge(let merge) = conflict.action else { return }
        func hasTwo(with columns: [String]) throws -> Bool {
            var statement = SQLStatement(session.dialect, rowsOf: self)
            statement.add("SELECT count(*) FROM (SELECT 1 FROM ")
            statement.add(alias: newAlias)
            statement.add(" WHERE ")
            statement.add(conflict.key, between: " AND ") { statement, column in
                statement.add(identifier: column)
                statement.add(" IS NOT NULL")
            }
            statement.add(" GROUP BY ")
            statement.add(columns, between: ", ") { $0.add(identifier: $1) }
            statement.add(" HAVING count(*) > 1) AS equal")
            return try session.number(statement) > 0
        }
        if !merge.unlessSame.isEmpty, try hasTwo(with: conflict.key + merge.unlessSame) { throw duplicate }
        if try hasTwo(with: conflict.key) { throw Self.touchedTwice }
    }

    private static let touchedTwice = RowQueryError(
        .cardinality, "An upsert cannot touch one row a second time.")

    private func insertion(_ dialect: SQLDialect) -> SQLStatement {
        var statement = SQLStatement(dialect, rowsOf: self)
        statement.add("INSERT INTO ")
        statement.add(identifier: table)
        statement.add(" (")
        statement.add(columns, between: ", ") { $0.add(identifier: $1.name) }
        statement.add(") SELECT ")
        statement.add(columns, between: ", ") { $0.add(column: $1.name, of: newAlias) }
        statement.add(" FROM ")
        statement.add(alias: newAlias)
        // Without the condition, SQLite would parse ON CONFLICT as part of a join.
        statement.add(" WHERE TRUE ORDER BY \"#\"")
        if let conflict { add(conflict, to: &statement) }
        statement.add(" RETURNING ")
        statement.add(identifier: primaryKey)
        return statement
    }

    private func add(_ conflict: Conflict, to statement: inout SQLStatement) {
        statement.add(" ON CONFLICT (")
        statement.add(conflict.key, between: ", ") { $0.add(identifier: $1) }
        switch conflict.action {
        case .skip: statement.add(") DO NOTHING")
        case .merge(let merge):
            statement.add(") DO UPDATE SET ")
            statement.add(merge.columns, between: ", ") { statement, column in
                statement.add(identifier: column)
                statement.add(" = excluded.")
                statement.add(identifier: column)
            }
            guard !merge.unlessSame.isEmpty else { return }
            statement.add(" WHERE ")
            statement.add(merge.unlessSame, between: " OR ") { statement, column in
                statement.add(identifier: table)
                statement.add(".")
                statement.add(identifier: column)
                statement.add(" IS DISTINCT FROM excluded.")
                statement.add(identifier: column)
            }
        }
    }
}

extension UpdatePlan {
    /// Changes all rows or none; blocks.
    ///
    /// The connection is in a transaction, which the caller ends. A ``RowQuery/RowQueryError`` leaves the database
    /// unchanged.
    package func run(_ db: any SQLSession) throws -> WriteResult {
        try db.write(duplicate: duplicate) { session in
            let keys = try session.keys(of: table, primaryKey, oldAlias, condition, limit)
            guard !changed.isEmpty, !keys.isEmpty else {
                return WriteResult(changes: [], result: try returning?.answer([], session))
            }
            var judgement = SQLStatement(session.dialect, rowsOf: self, keys: keys)
            judgement.add(requirements)
            judgement.add(join: table, primaryKey, as: oldAlias, with: newAlias)
            try judgement.judge(requirements, session)

            var statement = SQLStatement(session.dialect, rowsOf: self, keys: keys)
            statement.add("UPDATE ")
            statement.add(identifier: table)
            statement.add(" SET ")
            statement.add(changed, between: ", ") { statement, column in
                statement.add(identifier: column)
                statement.add(" = ")
                statement.add(column: column, of: newAlias)
            }
            statement.add(" FROM ")
            statement.add(alias: newAlias)
            statement.add(" WHERE ")
            statement.add(identifier: table)
            statement.add(".")
            statement.add(identifier: primaryKey)
            statement.add(" = ")
            statement.add(alias: newAlias)
            statement.add(".\"#\"")
            if statement.asks { try session.prepare(SQLStatement(session.dialect, rowsOf: self, keys: keys), newAlias) }
            try session.execute(statement)
            return WriteResult(
                changes: keys.map { RowChange(key: $0, verb: .update) }, result: try returning?.answer(keys, session))
        }
    }
}

extension DeletePlan {
    /// Deletes all rows or none; blocks.
    ///
    /// The connection is in a transaction, which the caller ends. A ``RowQuery/RowQueryError`` leaves the database
    /// unchanged.
    package func run(_ db: any SQLSession) throws -> WriteResult {
        try db.write(duplicate: nil) { session in
            let keys = try session.keys(of: table, primaryKey, alias, condition, limit)
            let result = try returning?.answer(keys, session)
            guard !keys.isEmpty else { return WriteResult(changes: [], result: result) }
            var statement = SQLStatement(session.dialect)
            if let mark {
                statement.add("UPDATE ")
                statement.add(identifier: table)
                statement.add(" SET ")
                statement.add(identifier: mark.column)
                statement.add(" = ")
                statement.bind(mark.value)
            } else {
                statement.add("DELETE FROM ")
                statement.add(identifier: table)
            }
            statement.add(" WHERE ")
            statement.add(identifier: primaryKey)
            statement.add(among: keys)
            try session.execute(statement)
            return WriteResult(changes: keys.map { RowChange(key: $0, verb: .delete) }, result: result)
        }
    }
}

extension AskingSession {
    /// Answers the questions for the rows that a write is going to store.
    fileprivate func prepare(_ rows: SQLStatement, _ alias: Int) throws {
        var statement = rows
        statement.add("SELECT count(*) FROM ")
        statement.add(alias: alias)
        _ = try number(statement)
    }

    /// Locks the rows that a write may touch and returns their keys.
    fileprivate func keys(
        of table: String, _ primaryKey: String, _ alias: Int, _ condition: Condition, _ limit: Int
    ) throws -> [Value] {
        var statement = SQLStatement(dialect)
        statement.add("SELECT ")
        statement.add(column: primaryKey, of: alias)
        statement.add(" FROM ")
        statement.add(identifier: table)
        statement.add(" AS ")
        statement.add(alias: alias)
        statement.add(" WHERE ")
        statement.add(condition)
        if dialect == .postgreSQL {
            // All writes lock in one order, so that no two wait for each other.
            statement.add(" ORDER BY ")
            statement.add(column: primaryKey, of: alias)
        }
        statement.add(" LIMIT ")
        statement.bind(limit + 1)
        if dialect == .postgreSQL {
            statement.add(" FOR UPDATE OF ")
            statement.add(alias: alias)
        }
        let keys = try keys(statement)
        guard keys.count <= limit else {
            throw RowQueryError(.cardinality, "One request changes at most \(limit) rows.", hint: "Name fewer rows.")
        }
        return keys
    }

}

extension SQLStatement {
    /// Throws the error of the first requirement that a row violates.
    fileprivate func judge(_ requirements: [Requirement], _ session: AskingSession) throws {
        guard !requirements.isEmpty, let row = try session.row(self) else { return }
        for (index, requirement) in requirements.enumerated() where row[index] as Int? == 1 {
            throw requirement.error
        }
    }
}

extension SQLSession {
    /// Runs a write that is rolled back if it throws.
    ///
    /// Violations of the database's constraints are thrown as errors of the query language.
    fileprivate func write<Result>(
        duplicate: RowQueryError?, _ body: (AskingSession) throws -> Result
    ) throws -> Result {
        do {
            return try savepoint { try body(AskingSession(self)) }
        } catch let error as SQLError {
            throw RowQueryError(error, duplicate: duplicate) ?? error
        }
    }
}

extension RowQueryError {
    /// Creates the error for a violated database constraint; nil for other errors.
    fileprivate init?(_ error: SQLError, duplicate: RowQueryError?) {
        switch error.kind {
        case .uniqueViolation:
            self = duplicate ?? RowQueryError(.duplicate, "A row with the same unique key exists already.")
        case .foreignKeyViolation:
            self = RowQueryError(.foreignKey, "A row refers to one that does not exist, or is referred to by another.")
        case .notNullViolation: self = RowQueryError(.missingValue, "A value is missing.")
        case .checkViolation: self = RowQueryError(.failedCheck, "A new row violates a check of its table.")
        default: return nil
        }
    }
}
