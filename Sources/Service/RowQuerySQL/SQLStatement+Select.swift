import RowQuery
import SQL

extension SQLStatement {
    /// Creates a statement that returns one JSON object for each row.
    ///
    /// `keys` restricts the statement to these rows, in this order if the plan has none. A function's plan takes the
    /// rows from `result`.
    init(_ dialect: SQLDialect, _ plan: SelectPlan, keys: [Value]? = nil, result: [[Value]] = []) {
        self.init(dialect)
        add("SELECT ")
        addObject(of: plan)
        addSource(of: plan, keys: keys, result: result)
        addOrder(of: plan, hasKeys: keys != nil)
        add(plan.range)
    }

    /// Creates a statement that counts the rows or groups, whatever the range.
    init(_ dialect: SQLDialect, counting plan: SelectPlan, result: [[Value]] = []) {
        self.init(dialect)
        add("SELECT count(*)")
        addSource(of: plan, result: result)
    }

    /// Adds the source of rows and the condition on them.
    mutating func addRows(of plan: SelectPlan, keys: [Value]? = nil, result: [[Value]] = []) {
        add(" FROM ")
        switch plan.source {
        case .table(let name, let primaryKey):
            if let keys {
                add(itemsAs: "touched", areTexts: true) { $0.bind(ValueText.values(keys)) }
                add(" CROSS JOIN ")
            }
            add(identifier: name)
            add(" AS ")
            add(alias: plan.alias)
            add(" WHERE ")
            if let keys {
                add(column: primaryKey, of: plan.alias)
                add(" = ")
                add(elementOf: keys, in: "touched")
                add(" AND ")
            }
        case .result(let columns):
            add("(SELECT key AS \"#\"")
            for (index, column) in columns.enumerated() {
                add(", ")
                add(item: index, as: StoredType(column.type))
                add(" AS ")
                add(identifier: column.name)
            }
            add(" FROM ")
            add(itemsAs: "returned", areTexts: false) { $0.bind(ValueText.rows(result)) }
            add(") AS ")
            add(alias: plan.alias)
            add(" WHERE ")
        }
        add(plan.condition)
    }

    mutating func addOrder(of plan: SelectPlan, hasKeys: Bool) {
        if plan.order.isEmpty {
            if case .grouped(let grouping) = plan.fields {
                addOrder(of: grouping)
            } else if hasKeys {
                add(" ORDER BY touched.key")
            } else if case .result = plan.source {
                add(" ORDER BY ")
                add(column: "#", of: plan.alias)
            }
            return
        }
        add(" ORDER BY ")
        add(plan.order, between: ", ") { statement, ordering in
            statement.add(ordering.operand, as: StoredType(ordering.type))
            statement.add(ordering.isDescending ? " DESC" : " ASC")
            statement.add(ordering.areNullsFirst ? " NULLS FIRST" : " NULLS LAST")
        }
    }
}
