extension Planning {
    /// Returns the condition of a filter on the rows of a table.
    mutating func condition(
        _ filter: Filter, of table: Table, _ alias: Int, _ items: [SelectItem] = [], _ embeds: [String: EmbedPlan] = [:]
    ) throws(RowQueryError) -> Condition {
        switch filter {
        case .all(let filters, let isNegated), .any(let filters, let isNegated):
            var conditions: [Condition] = []
            for filter in filters { conditions.append(try condition(filter, of: table, alias, items, embeds)) }
            let whole: Condition = if case .all = filter { .all(conditions) } else { .any(conditions) }
            return isNegated ? .not(whole) : whole
        case .test(let name, let isNegated, let operation):
            guard let column = table.visibleColumn(name) else {
                guard let embed = embed(named: name, in: items), let plan = embeds[embed.name] else {
                    throw .unknownColumn(name, of: table)
                }
                return try absence(of: plan, name, isNegated, operation)
            }
            let condition = try condition(operation, of: column, operand(of: column, alias), in: table)
            return isNegated ? .not(condition) : condition
        }
    }

    /// Returns the condition that an embed is empty, or is not.
    private func absence(
        of plan: EmbedPlan, _ name: String, _ isNegated: Bool, _ operation: Filter.Operation
    ) throws(RowQueryError) -> Condition {
        let isAbsent: Bool
        switch operation {
        case .isKnown(as: .null): isAbsent = !isNegated
        case .isKnown(as: .notNull): isAbsent = isNegated
        default:
            throw RowQueryError(
                .embedFilter, "Bad operator on the embedded resource “\(NearestName.shortened(name))”.",
                details: .text("An embedded resource is compared by is.null and not.is.null only."))
        }
        return isAbsent ? .not(.exists(plan.related)) : .exists(plan.related)
    }

    private func condition(
        _ operation: Filter.Operation, of column: Column, _ operand: Operand, in table: Table
    ) throws(RowQueryError) -> Condition {
        let place = "the filter on “\(column.name)”"
        switch operation {
        case .compare(let comparison, let text):
            guard column.type.isOrdered || comparison == .equal || comparison == .notEqual else {
                throw .notBuilt("The operator “\(comparison.rawValue)” on a column of type \(column.type.rawValue)")
            }
            return .compare(comparison, operand, try column.type.value(of: text, for: place))
        case .isOneOf(let texts):
            guard column.type.isOrdered else {
                throw .notBuilt("The operator “in” on a column of type \(column.type.rawValue)")
            }
            var values: [Value] = []
            for text in texts { values.append(try column.type.value(of: text, for: place)) }
            return .isOneOf(operand, values)
        case .like(let pattern, let ignoresCase):
            guard column.type == .text else { throw noOperator(ignoresCase ? "ilike" : "like", of: column) }
            _ = try column.type.value(of: pattern, for: place)
            return .like(
                operand, try LikePattern(pattern, for: place, limits: planner.limits), ignoresCase: ignoresCase)
        case .contains(let literal):
            guard column.type == .textList else { throw noOperator("cs", of: column) }
            guard case .list(let items) = try column.type.value(of: literal, for: place) else {
                throw column.type.invalid(for: place)
            }
            return .contains(operand, items)
        case .isKnown(as: .null): return .isNull(operand)
        case .isKnown(as: .notNull): return .not(.isNull(operand))
        case .isKnown(as: let known):
            guard column.type == .bool else {
                throw RowQueryError(
                    .wrongType,
                    "“is.\(known.rawValue)” needs a column of type boolean, and “\(column.name)” is \(column.type.rawValue)."
                )
            }
            return known == .unknown ? .isNull(operand) : .isTruth(operand, known == .true)
        }
    }

    private func noOperator(_ name: String, of column: Column) -> RowQueryError {
        RowQueryError(.noOperator, "The type \(column.type.rawValue) of “\(column.name)” has no operator “\(name)”.")
    }
}
