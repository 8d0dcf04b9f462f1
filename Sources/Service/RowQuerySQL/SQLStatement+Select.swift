import RowQuery

extension SQLStatement {
    /// Creates a statement that returns one JSON object for each row.
    ///
    /// `keys` restricts the statement to these rows, in this order if the plan has none. A function's plan takes the
    /// rows from `result`.
    init(_ plan: SelectPlan, keys: [Value]? = nil, result: [[Value]] = []) {
        self.init()
        add("SELECT ")
        addObject(of: plan)
        addRows(of: plan, keys: keys, result: result)
        if case .each = plan.fields {
            addOrder(of: plan, hasKeys: keys != nil)
            add(plan.range)
        }
    }

    /// Creates a statement that counts the rows, whatever the range.
    init(counting plan: SelectPlan, result: [[Value]] = []) {
        self.init()
        add("SELECT count(*)")
        addRows(of: plan, keys: nil, result: result)
    }

    private mutating func addObject(of plan: SelectPlan) {
        add("json_object(")
        switch plan.fields {
        case .each(let fields):
            add(fields, between: ", ") { statement, field in
                statement.bind(field.name)
                statement.add(", ")
                statement.add(field.content)
            }
        case .count(let name):
            bind(name)
            add(", count(*)")
        }
        add(")")
    }

    private mutating func add(_ content: SelectPlan.Content) {
        switch content {
        case .value(let operand, .bool):
            add("json(CASE ")
            add(operand)
            add(" WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)")
        case .value(let operand, .textList):
            add("json(")
            add(operand)
            add(")")
        case .value(let operand, _): add(operand)
        // The value of a subquery is plain text, which json() turns back into JSON.
        case .one(let plan):
            add("json((SELECT ")
            addObject(of: plan)
            addRows(of: plan)
            if case .each = plan.fields {
                // At most one row; an offset omits it.
                add(RowRange(offset: plan.range.offset, limit: min(1, plan.range.limit ?? 1)))
            }
            add("))")
        case .many(let plan): add(many: plan)
        }
    }

    private mutating func add(many plan: SelectPlan) {
        guard case .each = plan.fields else {
            add("json((SELECT json_array(")
            addObject(of: plan)
            add(")")
            addRows(of: plan)
            add("))")
            return
        }
        add("json((SELECT json_group_array(")
        if plan.order.isEmpty, plan.range == RowRange() {
            addObject(of: plan)
            add(")")
            addRows(of: plan)
        } else {
            // The aggregate keeps the order of the subquery.
            add("json(item)) FROM (SELECT ")
            addObject(of: plan)
            add(" AS item")
            addRows(of: plan)
            addOrder(of: plan, hasKeys: false)
            add(plan.range)
            add(")")
        }
        add("))")
    }

    /// Adds the source of rows and the condition on them.
    private mutating func addRows(of plan: SelectPlan, keys: [Value]? = nil, result: [[Value]] = []) {
        add(" FROM ")
        switch plan.source {
        case .table(let name, let primaryKey):
            if let keys {
                add("json_each(")
                bind(ValueText.values(keys))
                add(") AS touched CROSS JOIN ")
            }
            add(identifier: name)
            add(" AS ")
            add(alias: plan.alias)
            add(" WHERE ")
            if keys != nil {
                add(column: primaryKey, of: plan.alias)
                add(" = touched.value AND ")
            }
        case .result(let columns):
            add("(SELECT key AS \"#\"")
            for (index, column) in columns.enumerated() {
                add(", json_extract(value, ")
                add(item: index)
                add(") AS ")
                add(identifier: column)
            }
            add(" FROM json_each(")
            bind(ValueText.rows(result))
            add(")) AS ")
            add(alias: plan.alias)
            add(" WHERE ")
        }
        add(plan.condition)
    }

    private mutating func addOrder(of plan: SelectPlan, hasKeys: Bool) {
        if plan.order.isEmpty {
            if hasKeys {
                add(" ORDER BY touched.key")
            } else if case .result = plan.source {
                add(" ORDER BY ")
                add(column: "#", of: plan.alias)
            }
            return
        }
        add(" ORDER BY ")
        add(plan.order, between: ", ") { statement, ordering in
            statement.add(ordering.operand)
            statement.add(ordering.isDescending ? " DESC" : " ASC")
            statement.add(ordering.areNullsFirst ? " NULLS FIRST" : " NULLS LAST")
        }
    }
}
