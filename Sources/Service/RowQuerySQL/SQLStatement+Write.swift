import RowQuery
import SQL

extension SQLStatement {
    /// Begins a statement with the rows of an insert: given and written values.
    init(_ dialect: SQLDialect, rowsOf plan: InsertPlan) {
        self.init(dialect)
        add("WITH ")
        add(alias: plan.givenAlias)
        add(" AS MATERIALIZED (SELECT key AS \"#\"")
        for (index, column) in plan.columns.enumerated() {
            add(", ")
            add(item: index, as: StoredType(column.type))
            add(" AS ")
            add(identifier: column.name)
        }
        add(" FROM ")
        add(itemsAs: "given", areTexts: false) { $0.bind(ValueText.rows(plan.rows)) }
        add("), ")
        add(plan.columns, from: plan.givenAlias, as: plan.newAlias)
    }

    /// Begins a statement with existing rows of an insert, merged with the new values.
    init(_ dialect: SQLDialect, rowsOf plan: InsertPlan, _ key: [String], _ merge: InsertPlan.Merge) {
        self.init(dialect, rowsOf: plan)
        add(", ")
        add(alias: merge.mergedAlias)
        add(" AS MATERIALIZED (SELECT ")
        add(column: plan.primaryKey, of: merge.oldAlias)
        add(" AS \"#\"")
        for column in plan.columns {
            add(", ")
            add(column: column.name, of: merge.columns.contains(column.name) ? plan.newAlias : merge.oldAlias)
            add(" AS ")
            add(identifier: column.name)
        }
        add(" FROM ")
        addExisting(of: plan, key, as: merge.oldAlias)
        add(") ")
    }

    /// Adds the join of an insert's rows with the existing rows of the same key.
    mutating func addExisting(of plan: InsertPlan, _ key: [String], as alias: Int) {
        add(alias: plan.newAlias)
        add(" JOIN ")
        add(identifier: plan.table)
        add(" AS ")
        add(alias: alias)
        add(" ON ")
        add(key, between: " AND ") { statement, column in
            statement.add(column: column, of: alias)
            statement.add(" = ")
            statement.add(column: column, of: plan.newAlias)
        }
    }

    /// Begins a statement with the rows of an update.
    ///
    /// It has the old rows with the given values, and the rows to write.
    init(_ dialect: SQLDialect, rowsOf plan: UpdatePlan, keys: [Value]) {
        self.init(dialect)
        add("WITH ")
        add(alias: plan.givenAlias)
        add(" AS MATERIALIZED (SELECT ")
        add(column: plan.primaryKey, of: plan.oldAlias)
        add(" AS \"#\"")
        for column in plan.given {
            add(", ")
            if let value = column.value {
                bind(value.sqlValue, as: StoredType(column.type))
            } else {
                add(column: column.name, of: plan.oldAlias)
            }
            add(" AS ")
            add(identifier: column.name)
        }
        add(" FROM ")
        add(identifier: plan.table)
        add(" AS ")
        add(alias: plan.oldAlias)
        add(" WHERE ")
        add(column: plan.primaryKey, of: plan.oldAlias)
        add(among: keys)
        add("), ")
        add(plan.columns, from: plan.givenAlias, as: plan.newAlias)
    }

    private mutating func add(_ columns: [WrittenColumn], from given: Int, as new: Int) {
        add(alias: new)
        add(" AS MATERIALIZED (SELECT ")
        add(alias: given)
        add(".\"#\"")
        for column in columns {
            add(", ")
            add(column.operand, as: StoredType(column.type))
            add(" AS ")
            add(identifier: column.name)
        }
        add(" FROM ")
        add(alias: given)
        add(") ")
    }

    /// Adds one column for each requirement: whether any row violates it.
    mutating func add(_ requirements: [Requirement]) {
        add("SELECT ")
        add(requirements, between: ", ") { statement, requirement in
            statement.add("max(CASE WHEN ")
            statement.add(requirement.condition)
            statement.add(" THEN 0 ELSE 1 END)")
        }
    }

    /// Adds the join of new rows with their old versions.
    mutating func add(join table: String, _ primaryKey: String, as old: Int, with new: Int) {
        add(" FROM ")
        add(alias: new)
        add(" JOIN ")
        add(identifier: table)
        add(" AS ")
        add(alias: old)
        add(" ON ")
        add(column: primaryKey, of: old)
        add(" = ")
        add(alias: new)
        add(".\"#\"")
    }

    /// Adds a query for some values.
    mutating func add(elementsOf values: [Value]) {
        add("SELECT ")
        add(elementOf: values, in: "listed")
        add(" FROM ")
        add(itemsAs: "listed", areTexts: true) { $0.bind(ValueText.values(values)) }
    }

    /// Adds the column `value` of ``add(itemsAs:areTexts:_:)`` as the type of its values.
    mutating func add(elementOf values: [Value], in alias: StaticString) {
        guard dialect == .postgreSQL, let first = values.first else {
            add(alias)
            return add(".value")
        }
        add("CAST(")
        add(alias)
        add(".value")
        add(StoredType(of: first).endOfCast)
    }

    /// Adds the test of whether a column is one of some keys.
    mutating func add(among keys: [Value]) {
        add(" IN (")
        add(elementsOf: keys)
        add(")")
    }
}
