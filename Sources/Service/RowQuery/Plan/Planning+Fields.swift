// The members of the objects in an answer.
extension Planning {
    /// A key of groups of rows.
    struct GroupKey {
        /// The names of the spread embeds that have the field.
        let path: [String]
        let field: FieldPath
        /// The name of the member.
        let name: String
        let content: SelectPlan.Content
    }

    /// The members of objects during planning.
    private struct Members {
        var fields: [SelectPlan.Field] = []
        /// What clients selected under each name.
        var sources: [String: Source] = [:]
        var columns: [SelectPlan.GroupColumn] = []
        var keys: [GroupKey] = []
    }

    /// What clients selected: a value, of the rows or of a spread embed.
    private struct Source: Hashable {
        let path: [String]
        let value: SelectValue
    }

    /// The source of members' values.
    ///
    /// It is the rows themselves, or the related ones of a spread embed.
    private struct Place {
        let table: Table
        let alias: Int
        /// The alias of groups; nil for single rows.
        let groups: Int?
        /// The names of the spread embeds, from the outermost inwards.
        var path: [String] = []
        /// Their rows.
        var related: [RelatedRows] = []

        /// Returns the place inside a spread embed.
        func inside(_ name: String, _ plan: EmbedPlan) -> Place {
            Place(
                table: plan.table, alias: plan.rows.alias, groups: groups, path: path + [name],
                related: related + [plan.related])
        }

        /// Returns a value as one of the rows around all spread embeds.
        func outside(_ operand: Operand) -> Operand { related.reversed().reduce(operand) { .within($0, $1) } }

        /// Returns a member's content as one of the rows around all spread embeds.
        func outside(_ content: SelectPlan.Content) -> SelectPlan.Content {
            related.reversed().reduce(content) { .within($0, $1) }
        }
    }

    /// Returns the members of the objects, and the keys of groups.
    ///
    /// There are no keys for single rows.
    mutating func fields(
        _ items: [SelectItem], of table: Table, _ alias: Int, _ embeds: [String: EmbedPlan]
    ) throws(RowQueryError) -> (SelectPlan.Fields, [GroupKey]?) {
        let isGrouped = Self.isAggregated(items, of: table, embeds)
        // A bare number of rows says no more than the count of a range.
        if isGrouped, !planner.schema.allowsAggregates, items.count > 1 || !Self.isBareCount(items[0], in: table) {
            throw RowQueryError(.aggregatesForbidden, "Use of aggregate functions is not allowed.")
        }
        let groups = isGrouped ? (values: newAlias(), groups: newAlias()) : nil
        var members = Members()
        try add(items, of: Place(table: table, alias: alias, groups: groups?.groups), embeds, to: &members)
        guard members.fields.count <= planner.limits.fields else {
            throw .unreadable("the parameter “select”", "An object has more than \(planner.limits.fields) fields.")
        }
        guard let groups else { return (.each(members.fields), nil) }
        let grouping = SelectPlan.Grouping(
            valuesAlias: groups.values, groupsAlias: groups.groups, columns: members.columns, fields: members.fields)
        return (.grouped(grouping), members.keys)
    }

    /// Returns whether any of the items, or of those spread among them, is an aggregate.
    private static func isAggregated(
        _ items: [SelectItem], of table: Table, _ embeds: [String: EmbedPlan]
    ) -> Bool {
        items.contains { item in
            switch counting(item, in: table) {
            case .value(let value): return value.aggregate != nil
            case .embed(let embed) where embed.isSpread:
                guard let plan = embeds[embed.name] else { return false }
                return isAggregated(embed.items, of: plan.table, plan.embeds)
            case .all, .column, .embed: return false
            }
        }
    }

    /// Adds the members for items.
    private mutating func add(
        _ items: [SelectItem], of place: Place, _ embeds: [String: EmbedPlan], to members: inout Members
    ) throws(RowQueryError) {
        for item in items {
            switch Self.counting(item, in: place.table) {
            case .all:
                for column in place.table.visibleColumns {
                    try add(SelectValue(FieldPath(column.name)), of: place, to: &members)
                }
            case .column(let name, let fieldName):
                try add(SelectValue(FieldPath(name), alias: fieldName), of: place, to: &members)
            case .value(let value): try add(value, of: place, to: &members)
            case .embed(let embed):
                // An embed without fields only serves a filter.
                guard !embed.isEmpty, let plan = embeds[embed.name] else { continue }
                if embed.isSpread {
                    try add(embed.items, of: place.inside(embed.name, plan), plan.embeds, to: &members)
                } else {
                    try add(plan, as: embed.name, of: place, to: &members)
                }
            }
        }
    }

    /// Adds the rows of an embed as a member.
    private func add(
        _ plan: EmbedPlan, as name: String, of place: Place, to members: inout Members
    ) throws(RowQueryError) {
        guard !members.fields.contains(where: { $0.name == name }) else { throw duplicate(name, in: place.table) }
        let content = place.outside(plan.isToOne ? .one(plan.rows) : .many(plan.rows))
        guard let groups = place.groups else {
            return members.fields.append(SelectPlan.Field(name: name, content: content))
        }
        guard plan.isToOne else { throw .notBuilt("An embed of many rows beside aggregates") }
        add(.key(content), as: name, .column(.json), groups, to: &members)
    }

    /// Returns an item with a missing column “count” as the number of rows.
    ///
    /// PostgREST does the same.
    private static func counting(_ item: SelectItem, in table: Table) -> SelectItem {
        guard case .column("count", let alias) = item, table.visibleColumn("count") == nil else { return item }
        return .value(SelectValue(nil, aggregate: .count, alias: alias))
    }

    private static func isBareCount(_ item: SelectItem, in table: Table) -> Bool {
        guard case .value(let value) = counting(item, in: table) else { return false }
        return value.field == nil && value.resultCast == nil
    }

    /// Adds a value as a member, and omits a repetition.
    private mutating func add(
        _ value: SelectValue, of place: Place, to members: inout Members
    ) throws(RowQueryError) {
        var bare = value
        bare.alias = nil
        let source = Source(path: place.path, value: bare)
        if members.fields.contains(where: { $0.name == value.name }) {
            guard members.sources[value.name] == source else { throw duplicate(value.name, in: place.table) }
            return
        }
        members.sources[value.name] = source
        guard let field = value.field else {
            // The rows around a spread embed have at most one row of it; those without one are not counted.
            let counted = Operand.column(alias: place.alias, place.table.primaryKey)
            return add(
                place.related.isEmpty ? .count : .aggregate(.count, place.outside(counted), .column(.text)),
                as: value.name, try cast(value, .column(.integer)), place.groups ?? place.alias, to: &members)
        }
        let (inner, type) = try operand(of: field, cast: value.cast, in: place.table, place.alias)
        let operand = place.outside(inner)
        guard let groups = place.groups else {
            members.fields.append(SelectPlan.Field(name: value.name, content: .value(operand, type)))
            return
        }
        guard let aggregate = value.aggregate else {
            if value.cast == nil {
                let column = SelectPlan.Grouping.column(members.columns.count)
                members.keys.append(
                    GroupKey(
                        path: place.path, field: field, name: value.name,
                        content: .value(.column(alias: groups, column), type)))
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
}
