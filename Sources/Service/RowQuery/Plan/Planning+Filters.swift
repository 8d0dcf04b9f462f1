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
        case .test(let field, let isNegated, let operation):
            let name = field.column
            guard let column = table.visibleColumn(name) else {
                guard field.steps.isEmpty, let embed = embed(named: name, in: items), let plan = embeds[embed.name]
                else { throw .unknownColumn(name, of: table) }
                return try absence(of: plan, name, isNegated, operation)
            }
            let (operand, type) = try place(field.steps, in: operand(of: column, alias), column.type)
            let condition = try condition(operation, of: column.name, type, operand)
            return isNegated ? .not(condition) : condition
        }
    }

    /// Returns the condition that an embed is empty, or is not.
    private mutating func absence(
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
        embedTests += 1
        guard embedTests <= planner.limits.embedTests else {
            throw .unreadable(
                "the filters", "Whether embeds are empty is tested more than \(planner.limits.embedTests) times.")
        }
        return isAbsent ? .not(.exists(plan.related)) : .exists(plan.related)
    }

    private func condition(
        _ operation: Filter.Operation, of column: String, _ type: ColumnType, _ operand: Operand
    ) throws(RowQueryError) -> Condition {
        let place = "the filter on “\(column)”"
        switch operation {
        case .compare(let comparison, let text):
            let (operand, value) = try comparable(operand, type, text, for: place)
            return .compare(comparison, operand, value)
        case .isOneOf(let texts):
            var values: [Value] = []
            for text in texts { values.append(try comparable(operand, type, text, for: place).value) }
            return .isOneOf(ordered(operand, type), values)
        case .like(let pattern, let ignoresCase):
            guard type == .text else { throw noOperator(ignoresCase ? "ilike" : "like", of: column, type) }
            _ = try type.value(of: pattern, for: place)
            return .like(
                operand, try LikePattern(pattern, for: place, limits: planner.limits), ignoresCase: ignoresCase)
        case .list(let test, let literal):
            guard type != .json else { throw .notBuilt("The operator “\(test.rawValue)” on a column of type jsonb") }
            guard type.isList else { throw noOperator(test.rawValue, of: column, type) }
            return .list(test, operand, try checked(type.value(of: literal, for: place), for: place).withoutRepetitions)
        case .quantified(let isAny, let operations):
            var conditions: [Condition] = []
            for operation in operations { conditions.append(try condition(operation, of: column, type, operand)) }
            guard !conditions.isEmpty else { return .constant(!isAny) }
            return isAny ? .any(conditions) : .all(conditions)
        case .isKnown(as: .null): return .isNull(operand)
        case .isKnown(as: .notNull): return .not(.isNull(operand))
        case .isKnown(as: let known):
            guard type == .bool else {
                throw RowQueryError(
                    .wrongType,
                    "“is.\(known.rawValue)” needs a column of type boolean, and “\(column)” is \(type.rawValue).")
            }
            return known == .unknown ? .isNull(operand) : .isTruth(operand, known == .true)
        }
    }

    /// Returns an operand and a client's value for a comparison.
    ///
    /// JSON and lists are compared by their sort keys.
    private func comparable(
        _ operand: Operand, _ type: ColumnType, _ text: String, for place: String
    ) throws(RowQueryError) -> (operand: Operand, value: Value) {
        let value = try checked(type.value(of: text, for: place), for: place)
        switch value {
        case .text(let json) where type == .json:
            return (ordered(operand, type), JSONOrder.key(of: json).map(Value.text) ?? .null)
        case .list(let items): return (ordered(operand, type), .text(ListOrder.key(of: items.map { JSONValue($0) })))
        case .integers:
            return (ordered(operand, type), .text(ListOrder.key(of: type.json(of: value)?.list ?? [])))
        default: return (operand, value)
        }
    }

    /// Returns a client's value unless it is a list beyond the limit.
    private func checked(_ value: Value, for place: String) throws(RowQueryError) -> Value {
        let count =
            switch value {
            case .list(let items): items.count
            case .integers(let items): items.count
            case .null, .text, .integer, .number, .bool: 0
            }
        guard count <= planner.limits.listItems else {
            throw .unreadable(place, "A list has more than \(planner.limits.listItems) values.")
        }
        return value
    }

    /// Returns the sort key of a value, or the value itself if it needs none.
    func ordered(_ operand: Operand, _ type: ColumnType) -> Operand {
        type.orderKey.map { .call($0, [operand]) } ?? operand
    }

    private func noOperator(_ name: String, of column: String, _ type: ColumnType) -> RowQueryError {
        RowQueryError(.noOperator, "The type \(type.rawValue) of “\(column)” has no operator “\(name)”.")
    }
}

extension Value {
    /// The list with each item once; any other value as it is.
    ///
    /// Tests of items do not tell repetitions apart, and their time grows with the items.
    fileprivate var withoutRepetitions: Value {
        switch self {
        // Texts are compared byte by byte, unlike Swift's.
        case .list(let items): .list(Self.distinct(items) { $0.map { Array($0.utf8) } })
        case .integers(let items): .integers(Self.distinct(items) { $0 })
        case .null, .text, .integer, .number, .bool: self
        }
    }

    private static func distinct<Item>(_ items: [Item], by key: (Item) -> some Hashable) -> [Item] {
        var seen: Set<AnyHashable> = []
        return items.filter { seen.insert(AnyHashable(key($0))).inserted }
    }
}
