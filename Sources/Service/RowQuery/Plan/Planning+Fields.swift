// The members of the objects in an answer, and their order.
extension Planning {
    /// A key of groups of rows.
    struct GroupKey {
        let field: FieldPath
        let content: SelectPlan.Content
    }

    /// The members of objects during planning.
    private struct Members {
        var fields: [SelectPlan.Field] = []
        /// What clients selected under each name.
        var sources: [String: SelectValue] = [:]
        var columns: [SelectPlan.GroupColumn] = []
        var keys: [GroupKey] = []
    }

    /// Returns the members of the objects, and the keys of groups.
    ///
    /// There are no keys for single rows.
    mutating func fields(
        _ items: [SelectItem], of table: Table, _ alias: Int, _ embeds: [String: EmbedPlan]
    ) throws(RowQueryError) -> (SelectPlan.Fields, [GroupKey]?) {
        let items = items.map { Self.counting($0, in: table) }
        let aggregated = items.filter { item in
            if case .value(let value) = item { value.aggregate != nil } else { false }
        }
        let isGrouped = !aggregated.isEmpty
        // A bare number of rows says no more than the count of a range.
        if isGrouped, !planner.schema.allowsAggregates, items.count > 1 || !Self.isBareCount(items[0]) {
            throw RowQueryError(.aggregatesForbidden, "Use of aggregate functions is not allowed.")
        }
        let groups = isGrouped ? (values: newAlias(), groups: newAlias()) : nil
        var members = Members()
        for item in items {
            switch item {
            case .all:
                for column in table.visibleColumns {
                    try add(SelectValue(FieldPath(column.name)), of: table, alias, groups?.groups, to: &members)
                }
            case .column(let name, let fieldName):
                try add(SelectValue(FieldPath(name), alias: fieldName), of: table, alias, groups?.groups, to: &members)
            case .value(let value): try add(value, of: table, alias, groups?.groups, to: &members)
            case .embed(let embed):
                // An embed without fields only serves a filter.
                guard !embed.items.isEmpty, let plan = embeds[embed.name] else { continue }
                guard !members.fields.contains(where: { $0.name == embed.name }) else {
                    throw duplicate(embed.name, in: table)
                }
                guard isGrouped, let groups else {
                    members.fields.append(
                        SelectPlan.Field(name: embed.name, content: plan.isToOne ? .one(plan.rows) : .many(plan.rows)))
                    continue
                }
                guard plan.isToOne else { throw .notBuilt("An embed of many rows beside aggregates") }
                add(.key(.one(plan.rows)), as: embed.name, .column(.json), groups.groups, to: &members)
            }
        }
        guard members.fields.count <= planner.limits.fields else {
            throw .unreadable("the parameter “select”", "An object has more than \(planner.limits.fields) fields.")
        }
        guard let groups else { return (.each(members.fields), nil) }
        let grouping = SelectPlan.Grouping(
            valuesAlias: groups.values, groupsAlias: groups.groups, columns: members.columns, fields: members.fields)
        return (.grouped(grouping), members.keys)
    }

    /// Returns an item with a missing column “count” as the number of rows.
    ///
    /// PostgREST does the same.
    private static func counting(_ item: SelectItem, in table: Table) -> SelectItem {
        guard case .column("count", let alias) = item, table.visibleColumn("count") == nil else { return item }
        return .value(SelectValue(nil, aggregate: .count, alias: alias))
    }

    private static func isBareCount(_ item: SelectItem) -> Bool {
        guard case .value(let value) = item else { return false }
        return value.field == nil && value.resultCast == nil
    }

    /// Adds a value as a member, and omits a repetition.
    private mutating func add(
        _ value: SelectValue, of table: Table, _ alias: Int, _ groups: Int?, to members: inout Members
    ) throws(RowQueryError) {
        var source = value
        source.alias = nil
        if members.fields.contains(where: { $0.name == value.name }) {
            guard members.sources[value.name] == source else { throw duplicate(value.name, in: table) }
            return
        }
        members.sources[value.name] = source
        guard let field = value.field else {
            return add(.count, as: value.name, try cast(value, .column(.integer)), groups ?? alias, to: &members)
        }
        let (operand, type) = try operand(of: field, cast: value.cast, in: table, alias)
        guard let groups else {
            members.fields.append(SelectPlan.Field(name: value.name, content: .value(operand, type)))
            return
        }
        guard let aggregate = value.aggregate else {
            if value.cast == nil {
                let place = SelectPlan.Grouping.column(members.columns.count)
                members.keys.append(
                    GroupKey(field: field, content: .value(.column(alias: groups, place), type)))
            }
            return add(.key(.value(operand, type)), as: value.name, type, groups, to: &members)
        }
        let result = try aggregate.result(of: type)
        add(.aggregate(aggregate, operand, type), as: value.name, try cast(value, result), groups, to: &members)
    }

    /// The type of an aggregate's result, and the one to convert it to.
    private struct ResultType {
        let type: ValueType
        var target: ValueType?
    }

    private func cast(_ value: SelectValue, _ type: ValueType) throws(RowQueryError) -> ResultType {
        guard let name = value.resultCast else { return ResultType(type: type) }
        let target = try ValueType(named: name)
        try ValueCast.check(from: type, to: target)
        return ResultType(type: type, target: target)
    }

    private func add(
        _ column: SelectPlan.GroupColumn, as name: String, _ type: ValueType, _ groups: Int, to members: inout Members
    ) {
        add(column, as: name, ResultType(type: type), groups, to: &members)
    }

    /// Adds a column of groups and the member that shows it.
    private func add(
        _ column: SelectPlan.GroupColumn, as name: String, _ result: ResultType, _ groups: Int,
        to members: inout Members
    ) {
        let operand = Operand.column(alias: groups, SelectPlan.Grouping.column(members.columns.count))
        members.columns.append(column)
        let content: SelectPlan.Content =
            if let target = result.target {
                .value(.cast(operand, from: result.type, to: target), target)
            } else {
                .value(operand, result.type)
            }
        members.fields.append(SelectPlan.Field(name: name, content: content))
    }

    /// Returns the value of a field as clients read it, with its type.
    private mutating func operand(
        of field: FieldPath, cast: String?, in table: Table, _ alias: Int
    ) throws(RowQueryError) -> (Operand, ValueType) {
        guard let column = table.visibleColumn(field.column) else { throw .unknownColumn(field.column, of: table) }
        let whole = column.read.map { self.operand($0, alias) } ?? self.operand(of: column, alias)
        let (operand, columnType) = try place(field.steps, in: whole, column.type)
        let type = ValueType.column(columnType)
        guard let cast else { return (operand, type) }
        let target = try ValueType(named: cast)
        try ValueCast.check(from: type, to: target)
        return (.cast(operand, from: type, to: target), target)
    }

    /// Returns the value at the end of steps into a value, with its type.
    ///
    /// - Throws: 42883 for a step into a text, as after `->>`.
    func place(
        _ steps: [JSONStep], in operand: Operand, _ type: ColumnType
    ) throws(RowQueryError) -> (Operand, ColumnType) {
        guard let last = steps.last else { return (operand, type) }
        guard !steps.dropLast().contains(where: \.isText) else {
            throw RowQueryError(
                .noOperator, "The operator “->” does not exist for the type text.",
                hint: "Use “->>” only as the last step of a path.")
        }
        return (.path(operand, type, steps), last.isText ? .text : .json)
    }

    func duplicate(_ name: String, in table: Table) -> RowQueryError {
        RowQueryError(
            .duplicateField, "Two fields of “\(table.name)” are named “\(NearestName.shortened(name))”.",
            hint: "Give one of them an alias, as in alias:column.")
    }

    // MARK: Order

    /// Returns the sort keys; those of groups are among the keys that group them.
    mutating func order(
        of table: Table, _ alias: Int, _ items: [SelectItem], _ embeds: [String: EmbedPlan], _ keys: [GroupKey]?,
        path: [String]
    ) throws(RowQueryError) -> [SelectPlan.Ordering] {
        guard let terms = request.orders.first(where: { isSame(path, $0.path) })?.content else { return [] }
        var order: [SelectPlan.Ordering] = []
        for term in terms {
            let (operand, type) =
                if let keys {
                    try key(term, of: table, keys)
                } else if let relation = term.relation {
                    try related(term, to: relation, of: table, items, embeds)
                } else {
                    try ordered(term, of: table) { planning, column in planning.operand(of: column, alias) }
                }
            order.append(
                SelectPlan.Ordering(
                    operand: type == .json ? .call(JSONOrder.function, [operand]) : operand,
                    type: type == .json ? .text : type, isDescending: term.isDescending,
                    areNullsFirst: term.areNullsFirst ?? term.isDescending))
        }
        return order
    }

    private func key(
        _ term: OrderTerm, of table: Table, _ keys: [GroupKey]
    ) throws(RowQueryError) -> (Operand, ColumnType) {
        guard term.relation == nil else { throw .notBuilt("An order by an embed beside aggregates") }
        guard table.visibleColumn(term.column) != nil else { throw .unknownColumn(term.column, of: table) }
        let key = keys.first { $0.field == FieldPath(term.column, term.steps) }
        guard case .value(let operand, .column(let type)) = key?.content else {
            throw RowQueryError(
                .notGrouped, "Column \(table.name).\(term.column) must be one of those by which rows are grouped.",
                hint: "Add it to the parameter “select”.")
        }
        guard type.isOrdered else { throw .notBuilt("An order by a column of type \(type.rawValue)") }
        return (operand, type)
    }

    private mutating func related(
        _ term: OrderTerm, to relation: String, of table: Table, _ items: [SelectItem], _ embeds: [String: EmbedPlan]
    ) throws(RowQueryError) -> (Operand, ColumnType) {
        guard let embed = embed(named: relation, in: items), let plan = embeds[embed.name] else {
            throw notEmbedded(relation)
        }
        guard plan.isToOne else {
            let name = NearestName.shortened(relation)
            throw RowQueryError(
                .unrelatedOrder, "An order by “\(name)” is not possible.",
                details: .text("“\(table.name)” and “\(name)” are not in a many-to-one or one-to-one relationship."))
        }
        guard plan.table.visibleColumn(term.column)?.isStored ?? true else {
            throw .notBuilt("An order by a computed column of an embed")
        }
        return try ordered(term, of: plan.table) { _, column in .lookup(column.name, plan.related) }
    }

    private mutating func ordered(
        _ term: OrderTerm, of table: Table, _ operand: (inout Planning, Column) -> Operand
    ) throws(RowQueryError) -> (Operand, ColumnType) {
        guard let column = table.visibleColumn(term.column) else { throw .unknownColumn(term.column, of: table) }
        let (operand, type) = try place(term.steps, in: operand(&self, column), column.type)
        guard type.isOrdered else { throw .notBuilt("An order by a column of type \(type.rawValue)") }
        return (operand, type)
    }
}
