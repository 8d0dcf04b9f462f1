import RowQuery
import SQL

// Groups are three queries inside each other: the values of each row, the groups of equal keys with their aggregates, and
// around them the objects with casts of results.
extension SQLStatement {
    /// Adds the source of a plan's objects: its rows, or the groups of its rows.
    mutating func addSource(of plan: SelectPlan, keys: [Value]? = nil, result: [[Value]] = []) {
        guard case .grouped(let grouping) = plan.fields else { return addRows(of: plan, keys: keys, result: result) }
        add(" FROM (SELECT ")
        add(Array(grouping.columns.enumerated()), between: ", ") { statement, column in
            statement.add(column.element, of: grouping, column.offset)
            statement.add(" AS ")
            statement.add(identifier: SelectPlan.Grouping.column(column.offset))
        }
        add(" FROM (SELECT ")
        add(Array(grouping.columns.enumerated()), between: ", ") { statement, column in
            statement.add(valueOf: column.element)
            statement.add(" AS ")
            statement.add(identifier: SelectPlan.Grouping.column(column.offset))
        }
        addRows(of: plan, keys: keys, result: result)
        add(") AS ")
        add(alias: grouping.valuesAlias)
        if !grouping.keys.isEmpty {
            add(" GROUP BY ")
            add(grouping.keys, between: ", ") { statement, key in
                statement.add(column: SelectPlan.Grouping.column(key), of: grouping.valuesAlias)
            }
        }
        add(") AS ")
        add(alias: grouping.groupsAlias)
    }

    /// Adds the order of groups for which a request has none: that of their keys.
    mutating func addOrder(of grouping: SelectPlan.Grouping) {
        guard !grouping.keys.isEmpty else { return }
        add(" ORDER BY ")
        add(grouping.keys, between: ", ") { statement, key in
            statement.add(column: SelectPlan.Grouping.column(key), of: grouping.groupsAlias)
            statement.add(" ASC NULLS LAST")
        }
    }

    /// Adds the value of a row that a column of groups needs.
    private mutating func add(valueOf column: SelectPlan.GroupColumn) {
        switch column {
        case .count: add("1")
        case .aggregate(_, let operand, let type), .key(.value(let operand, let type)):
            add(operand, as: StoredType(type))
        case .key(.one(let plan)), .key(.many(let plan)):
            add("(SELECT ")
            addObject(of: plan)
            addOnly(of: plan)
            add(")")
        case .key(.within(let content, let rows)):
            add("(SELECT ")
            add(valueOf: .key(content))
            add(from: rows)
            add(" LIMIT 1)")
        }
    }

    private mutating func add(_ column: SelectPlan.GroupColumn, of grouping: SelectPlan.Grouping, _ place: Int) {
        let value = { (statement: inout SQLStatement) in
            statement.add(column: SelectPlan.Grouping.column(place), of: grouping.valuesAlias)
        }
        switch column {
        case .key: value(&self)
        case .count: add("count(*)")
        case .aggregate(.count, _, _):
            add("count(")
            value(&self)
            add(")")
        case .aggregate(let aggregate, _, let type): add(aggregate, of: type, value)
        }
    }

    private mutating func add(
        _ aggregate: Aggregate, of type: ValueType, _ value: (inout SQLStatement) -> Void
    ) {
        let isExact = Self.isExact(aggregate, of: type)
        if isExact, dialect == .sqlite {
            add(identifier: ExactAggregates.function)
            add("(")
            bind(aggregate.rawValue)
            add(", json_group_array(")
            value(&self)
            return add("))")
        }
        // A sum of smaller integers is a number in PostgreSQL's 64 bits.
        let isInteger = aggregate == .sum && (type == .smallint || type == .integer)
        let isCast = dialect == .postgreSQL && (isExact || isInteger)
        if isCast { add("CAST(") }
        switch aggregate {
        case .sum: add("sum(")
        case .avg: add("avg(")
        case .min: add("min(")
        case .max, .count: add("max(")
        }
        if isExact { add("CAST(") }
        value(&self)
        if isExact { add(" AS numeric)") }
        // Texts are compared byte by byte, as in SQLite.
        if dialect == .postgreSQL, !isExact, StoredType(type) == .text { add(" COLLATE \"C\"") }
        add(")")
        if isCast { add(isExact ? StoredType.text.endOfCast : StoredType.integer.endOfCast) }
    }

    /// Returns whether an aggregate's result has more digits than the engines' own numbers.
    private static func isExact(_ aggregate: Aggregate, of type: ValueType) -> Bool {
        switch type {
        case .decimal: true
        case .double: false
        case .smallint, .integer: aggregate == .avg
        case .column: aggregate == .sum || aggregate == .avg
        }
    }
}
