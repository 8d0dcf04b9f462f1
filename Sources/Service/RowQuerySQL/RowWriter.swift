package import RowQuery
package import SQL

extension InsertPlan {
    /// Inserts all rows or none; blocks.
    ///
    /// The connection is in a transaction, which the caller ends. A ``RowQuery/RowQueryError`` leaves the database
    /// unchanged.
    package func run(_ db: any SQLSession) throws -> WriteResult {
        try db.write(duplicate: duplicate) {
            var statement = SQLStatement(rowsOf: self)
            statement.add(requirements)
            statement.add(" FROM ")
            statement.add(alias: newAlias)
            try statement.judge(requirements, db)

            let existing = try existingKeys(db)
            let keys = try insertion().keys(db)
            if case .merge(let merge) = conflict?.action {
                if !merge.unlessSame.isEmpty, keys.count < rows.count { throw duplicate }
                guard Set(keys).count == keys.count else {
                    throw RowQueryError(.cardinality, "An upsert cannot touch one row a second time.")
                }
            }
            return WriteResult(
                changes: keys.map { RowChange(key: $0, verb: existing.contains($0) ? .update : .insert) },
                result: try returning?.answer(keys, db))
        }
    }

    /// Returns the keys of the rows to be changed rather than inserted, if permitted.
    private func existingKeys(_ db: any SQLSession) throws -> Set<Value> {
        guard let conflict, case .merge(let merge) = conflict.action else { return [] }
        var statement = SQLStatement(rowsOf: self, conflict.key, merge)
        statement.add(merge.requirements)
        statement.add(join: table, primaryKey, as: merge.oldAlias, with: merge.mergedAlias)
        try statement.judge(merge.requirements, db)

        var keys = SQLStatement(rowsOf: self)
        keys.add("SELECT ")
        keys.add(column: primaryKey, of: merge.oldAlias)
        keys.add(" FROM ")
        keys.addExisting(of: self, conflict.key, as: merge.oldAlias)
        return Set(try keys.keys(db))
    }

    private func insertion() -> SQLStatement {
        var statement = SQLStatement(rowsOf: self)
        statement.add("INSERT INTO ")
        statement.add(identifier: table)
        statement.add(" (")
        statement.add(columns, between: ", ") { $0.add(identifier: $1.name) }
        statement.add(") SELECT ")
        statement.add(columns, between: ", ") { $0.add(column: $1.name, of: newAlias) }
        statement.add(" FROM ")
        statement.add(alias: newAlias)
        // Without the condition, SQLite would parse ON CONFLICT as part of a join.
        statement.add(" WHERE 1 ORDER BY \"#\"")
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
                statement.add(" IS NOT excluded.")
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
        try db.write(duplicate: duplicate) {
            let keys = try SQLStatement.keys(of: table, primaryKey, oldAlias, condition, limit, db)
            guard !changed.isEmpty, !keys.isEmpty else {
                return WriteResult(changes: [], result: try returning?.answer([], db))
            }
            var judgement = SQLStatement(rowsOf: self, keys: keys)
            judgement.add(requirements)
            judgement.add(join: table, primaryKey, as: oldAlias, with: newAlias)
            try judgement.judge(requirements, db)

            var statement = SQLStatement(rowsOf: self, keys: keys)
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
            try statement.execute(db)
            return WriteResult(
                changes: keys.map { RowChange(key: $0, verb: .update) }, result: try returning?.answer(keys, db))
        }
    }
}

extension DeletePlan {
    /// Deletes all rows or none; blocks.
    ///
    /// The connection is in a transaction, which the caller ends. A ``RowQuery/RowQueryError`` leaves the database
    /// unchanged.
    package func run(_ db: any SQLSession) throws -> WriteResult {
        try db.write(duplicate: nil) {
            let keys = try SQLStatement.keys(of: table, primaryKey, alias, condition, limit, db)
            let result = try returning?.answer(keys, db)
            guard !keys.isEmpty else { return WriteResult(changes: [], result: result) }
            var statement = SQLStatement()
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
            try statement.execute(db)
            return WriteResult(changes: keys.map { RowChange(key: $0, verb: .delete) }, result: result)
        }
    }
}

extension SQLStatement {
    /// Returns the sorted keys of the rows that a write may touch.
    fileprivate static func keys(
        of table: String, _ primaryKey: String, _ alias: Int, _ condition: Condition, _ limit: Int, _ db: any SQLSession
    ) throws -> [Value] {
        var statement = SQLStatement()
        statement.add("SELECT ")
        statement.add(column: primaryKey, of: alias)
        statement.add(" FROM ")
        statement.add(identifier: table)
        statement.add(" AS ")
        statement.add(alias: alias)
        statement.add(" WHERE ")
        statement.add(condition)
        statement.add(" LIMIT ")
        statement.bind(limit + 1)
        let keys = try statement.keys(db)
        guard keys.count <= limit else {
            throw RowQueryError(.cardinality, "One request changes at most \(limit) rows.", hint: "Name fewer rows.")
        }
        return keys
    }

    /// Throws the error of the first requirement that a row violates.
    fileprivate func judge(_ requirements: [Requirement], _ db: any SQLSession) throws {
        guard !requirements.isEmpty, let row = try row(db) else { return }
        for (index, requirement) in requirements.enumerated() where row[index] as Int? == 1 {
            throw requirement.error
        }
    }
}

extension SQLSession {
    /// Runs a write that is rolled back if it throws.
    ///
    /// Violations of the database's constraints are thrown as errors of the query language.
    fileprivate func write<Result>(duplicate: RowQueryError?, _ body: () throws -> Result) throws -> Result {
        do {
            return try savepoint(body)
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
