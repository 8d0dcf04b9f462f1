// Rules and scalars of declarations become conditions and operands on the rows of an alias.
extension Planning {
    /// Returns the condition of a policy on the rows of an alias.
    mutating func policy(_ verb: TablePolicy.Verb, of table: Table, _ alias: Int) -> Condition {
        condition(planner.policies[table.name, verb], alias)
    }

    mutating func condition(_ rule: Rule, _ alias: Int) -> Condition {
        switch rule {
        case .always: return .constant(true)
        case .never: return .constant(false)
        case .signedIn: return .constant(caller.user != nil)
        case .all(let rules):
            var conditions: [Condition] = []
            for rule in rules { conditions.append(condition(rule, alias)) }
            return .every(conditions)
        case .any(let rules):
            var conditions: [Condition] = []
            for rule in rules { conditions.append(condition(rule, alias)) }
            if conditions.contains(.constant(true)) { return .constant(true) }
            conditions.removeAll { $0 == .constant(false) }
            return conditions.isEmpty ? .constant(false) : .any(conditions)
        case .not(let rule): return .not(condition(rule, alias))
        case .isCaller(let column):
            guard let user = caller.user else { return .constant(false) }
            return .compare(.equal, .column(alias: alias, column), .text(user))
        case .isOneOf(let column, let values): return .isOneOf(.column(alias: alias, column), values)
        case .isNull(let column): return .isNull(.column(alias: alias, column))
        case .length(let column, let range): return .length(.column(alias: alias, column), range)
        case .holds(let name, let scalars): return .holds(name, operands(scalars, alias))
        case .related(let table, let links, let rule): return .exists(related(table, links, rule, alias))
        }
    }

    mutating func operand(_ scalar: Scalar, _ alias: Int) -> Operand {
        switch scalar {
        case .column(let name): .column(alias: alias, name)
        case .value(let value): .value(value)
        case .firstOf(let scalars): .firstOf(operands(scalars, alias))
        case .call(let name, let scalars): .call(name, operands(scalars, alias))
        case .lookup(let column, let table, let links, let rule): .lookup(column, related(table, links, rule, alias))
        }
    }

    /// Returns the value of a column on the rows of an alias.
    mutating func operand(of column: Column, _ alias: Int) -> Operand {
        switch column.source {
        case .stored: .column(alias: alias, column.name)
        case .computed(let scalar): operand(scalar, alias)
        }
    }

    private mutating func operands(_ scalars: [Scalar], _ alias: Int) -> [Operand] {
        var operands: [Operand] = []
        for scalar in scalars { operands.append(operand(scalar, alias)) }
        return operands
    }

    private mutating func related(_ table: String, _ links: [Link], _ rule: Rule, _ alias: Int) -> RelatedRows {
        let theirs = newAlias()
        let conditions = links.map { condition($0, theirs, alias) } + [condition(rule, theirs)]
        // A schema ensures that the table exists; a missing one has no rows.
        guard let target = planner.schema.tables[table] else {
            return RelatedRows(table: table, alias: theirs, condition: .constant(false), range: RowRange())
        }
        return RelatedRows(
            table: target.storedName, alias: theirs, condition: .every(conditions), range: RowRange())
    }

    func condition(_ link: Link, _ theirs: Int, _ ours: Int) -> Condition {
        .links(.column(alias: theirs, link.theirs), .column(alias: ours, link.ours), areEqual: link.isEqual)
    }
}
