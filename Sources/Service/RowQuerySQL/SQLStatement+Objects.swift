import RowQuery
import SQL

// SQLite builds objects with its JSON functions. PostgreSQL's would add spaces, or sort the members, and have a limit of
// arguments: there, an object is a text of its parts.
extension SQLStatement {
    /// Adds the JSON object of a row or a group.
    mutating func addObject(of plan: SelectPlan) {
        if isTooLong { return }
        guard dialect == .sqlite else { return addText(of: plan) }
        add("json_object(")
        add(plan.fields.members, between: ", ") { statement, field in
            statement.bind(field.name)
            statement.add(", ")
            statement.add(field.content)
        }
        add(")")
    }

    private mutating func addText(of plan: SelectPlan) {
        add("('{'")
        for (index, field) in plan.fields.members.enumerated() {
            add(" || ")
            bind((index > 0 ? "," : "") + JSON.quoted(field.name) + ":", as: .text)
            add(" || ")
            add(textOf: field.content)
        }
        add(" || '}')")
    }

    private mutating func add(_ content: SelectPlan.Content) {
        switch content {
        case .value(let operand, .column(.bool)):
            add("json(")
            add(truth: operand)
            add(")")
        // Such texts are JSON.
        case .value(let operand, .column(.textList)), .value(let operand, .column(.integerList)),
            .value(let operand, .column(.json)), .value(let operand, .decimal):
            add("json(")
            add(operand)
            add(")")
        case .value(let operand, .double):
            // SQLite's own text of a number would have 15 digits.
            add("json(")
            add(cast: operand, from: .double, to: .column(.text), as: .text)
            add(")")
        case .value(let operand, let type): add(operand, as: StoredType(type))
        // The value of a subquery is plain text, which json() turns back into JSON.
        case .one(let plan):
            add("json((SELECT ")
            addObject(of: plan)
            addOnly(of: plan)
            add("))")
        case .many(let plan):
            add("json((SELECT ")
            add(plan, all: "json_group_array(", "json(item)", ")")
            add("))")
        case .within(let content, let rows):
            add("json((SELECT ")
            add(content)
            add(from: rows)
            add(" LIMIT 1))")
        }
    }

    /// Adds a member's value as a JSON text.
    private mutating func add(textOf content: SelectPlan.Content) {
        switch content {
        case .value(let operand, .column(.bool)): add(truth: operand)
        case .value(let operand, .column(.textList)), .value(let operand, .column(.integerList)),
            .value(let operand, .column(.json)), .value(let operand, .decimal):
            add("coalesce(")
            add(operand)
            add(", 'null')")
        case .value(let operand, let type):
            add("coalesce(CAST(to_json(")
            add(operand, as: StoredType(type))
            add(") AS text), 'null')")
        case .one(let plan):
            add("coalesce((SELECT ")
            addObject(of: plan)
            addOnly(of: plan)
            add("), 'null')")
        case .many(let plan):
            add("(SELECT ")
            add(plan, all: "'[' || coalesce(string_agg(", "item", ", ','), '') || ']'")
            add(")")
        case .within(let content, let rows):
            add("coalesce((SELECT ")
            add(textOf: content)
            add(from: rows)
            add(" LIMIT 1), 'null')")
        }
    }

    private mutating func add(truth operand: Operand) {
        add("CASE ")
        add(operand, as: .integer)
        add(" WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END")
    }

    /// Adds the source of at most one object.
    mutating func addOnly(of plan: SelectPlan) {
        addSource(of: plan)
        // An offset omits it.
        add(RowRange(offset: plan.range.offset, limit: min(1, plan.range.limit ?? 1)))
    }

    /// Adds the array of a plan's objects with its source.
    ///
    /// - Parameters:
    ///   - plan: the rows.
    ///   - allStart: the aggregate's start.
    ///   - item: the aggregate's argument, for an object of a subquery.
    ///   - allEnd: the aggregate's end.
    private mutating func add(
        _ plan: SelectPlan, all allStart: StaticString, _ item: StaticString, _ allEnd: StaticString
    ) {
        let hasOrder = if case .grouped(let grouping) = plan.fields { !grouping.keys.isEmpty } else { false }
        add(allStart)
        if plan.order.isEmpty, !hasOrder, plan.range == RowRange() {
            addObject(of: plan)
            add(allEnd)
            addSource(of: plan)
        } else {
            // The aggregate keeps the order of the subquery.
            add(item)
            add(allEnd)
            add(" FROM (SELECT ")
            addObject(of: plan)
            add(" AS item")
            addSource(of: plan)
            addOrder(of: plan, hasKeys: false)
            add(plan.range)
            add(") AS items")
        }
    }
}

extension SelectPlan.Fields {
    /// The members of each object.
    fileprivate var members: [SelectPlan.Field] {
        switch self {
        case .each(let fields): fields
        case .grouped(let grouping): grouping.fields
        }
    }
}
