extension Planning {
    /// Plans the rows of a table, or of an embed.
    ///
    /// The rows around an embed are those of the alias in `way`.
    mutating func select(
        _ table: Table, _ items: [SelectItem], path: [String], along way: (relationship: Relationship, from: Int)?,
        range: RowRange = RowRange()
    ) throws(RowQueryError) -> SelectPlan {
        let alias = newAlias()
        var conditions: [Condition] = []
        if let way { conditions = way.relationship.links.map { condition($0, alias, way.from) } }
        if !isResult(table) { conditions.append(policy(.select, of: table, alias)) }

        var embeds: [String: EmbedPlan] = [:]
        for case .embed(let embed) in items {
            let plan = try self.plan(embed, in: table, alias, path: path)
            guard embeds.updateValue(plan, forKey: embed.name) == nil else { throw duplicate(embed.name, in: table) }
            if embed.isInner { conditions.append(.exists(plan.related)) }
        }
        for placed in request.filters where isSame(path, placed.path) {
            conditions.append(try condition(placed.content, of: table, alias, items, embeds))
        }
        return SelectPlan(
            source: source(of: table), alias: alias, fields: try fields(items, of: table, alias, embeds),
            condition: .every(conditions), order: try order(of: table, alias, items, embeds, path: path),
            range: self.range(at: path).intersection(range))
    }

    /// The plan of an embed.
    struct EmbedPlan {
        let rows: SelectPlan
        let table: Table
        let isToOne: Bool

        /// The embed's rows for use in a condition.
        var related: RelatedRows {
            RelatedRows(
                table: table.storedName, alias: rows.alias, condition: rows.condition, range: rows.range)
        }
    }

    private mutating func plan(
        _ embed: SelectItem.Embed, in table: Table, _ alias: Int, path: [String]
    ) throws(RowQueryError) -> EmbedPlan {
        let relationship = try relationship(to: embed, from: table)
        let target = try planner.table(relationship.target)
        let rows = try select(target, embed.items, path: path + [embed.name], along: (relationship, alias))
        return EmbedPlan(rows: rows, table: target, isToOne: relationship.cardinality.isToOne)
    }

    /// Returns the only relationship that an embed can refer to.
    private func relationship(to embed: SelectItem.Embed, from table: Table) throws(RowQueryError) -> Relationship {
        let all = planner.schema.relationships[table.name] ?? []
        var found = all.filter { $0.matches(embed.relation) }
        if let hint = embed.hint { found = found.filter { $0.matches(hint: hint) } }
        let name = NearestName.shortened(embed.relation)
        if found.count > 1 {
            let ways = found.map { "“\(name)!\($0.key.name)”" }.joined(separator: ", ")
            throw RowQueryError(
                .ambiguousRelationship,
                "Could not embed because more than one relationship was found for “\(table.name)” and “\(name)”.",
                details: .relationships(found.map(\.choice)), hint: "Try changing “\(name)” to one of these: \(ways).")
        }
        guard let only = found.first else {
            let hint = embed.hint.map { " with the hint “\(NearestName.shortened($0))”" } ?? ""
            let nearest =
                all.contains { $0.matches(embed.relation) }
                ? nil : NearestName.of(embed.relation, among: all.map(\.target))
            throw RowQueryError(
                .noRelationship,
                "Could not find a relationship between “\(table.name)” and “\(name)” in the schema.",
                details: .text(
                    "No foreign key between “\(table.name)” and “\(name)”\(hint) was found in the schema “\(Schema.name)”."
                ),
                hint: nearest.map { "Perhaps you meant “\($0)” instead of “\(name)”." })
        }
        return only
    }

    private mutating func fields(
        _ items: [SelectItem], of table: Table, _ alias: Int, _ embeds: [String: EmbedPlan]
    ) throws(RowQueryError) -> SelectPlan.Fields {
        if let count = try count(items, of: table) { return .count(count) }
        var fields: [SelectPlan.Field] = []
        var columns: [String: String] = [:]
        for item in items {
            switch item {
            case .all:
                for column in table.visibleColumns {
                    try add(column, as: column.name, alias, to: &fields, &columns, in: table)
                }
            case .column(let name, let fieldName):
                guard let column = table.visibleColumn(name) else { throw .unknownColumn(name, of: table) }
                try add(column, as: fieldName ?? name, alias, to: &fields, &columns, in: table)
            case .count: throw .notBuilt("“count()” beside other fields")
            case .embed(let embed):
                // An embed without fields only serves a filter.
                guard !embed.items.isEmpty, let plan = embeds[embed.name] else { continue }
                guard !fields.contains(where: { $0.name == embed.name }) else { throw duplicate(embed.name, in: table) }
                fields.append(
                    SelectPlan.Field(name: embed.name, content: plan.isToOne ? .one(plan.rows) : .many(plan.rows)))
            }
        }
        guard fields.count <= planner.limits.fields else {
            throw .unreadable("the parameter “select”", "An object has more than \(planner.limits.fields) fields.")
        }
        return .each(fields)
    }

    /// Returns the field name of a bare row count; nil for other selections.
    private func count(_ items: [SelectItem], of table: Table) throws(RowQueryError) -> String? {
        guard items.count == 1 else {
            for case .column("count", _) in items where table.visibleColumn("count") == nil {
                throw .notBuilt("“count” beside other fields")
            }
            return nil
        }
        switch items[0] {
        case .count(let alias): return alias ?? "count"
        case .column("count", let alias) where table.visibleColumn("count") == nil: return alias ?? "count"
        default: return nil
        }
    }

    /// Adds the field of a column, and omits a repetition.
    private mutating func add(
        _ column: Column, as name: String, _ alias: Int, to fields: inout [SelectPlan.Field],
        _ columns: inout [String: String], in table: Table
    ) throws(RowQueryError) {
        if fields.contains(where: { $0.name == name }) {
            guard columns[name] == column.name else { throw duplicate(name, in: table) }
            return
        }
        columns[name] = column.name
        let operand = column.read.map { self.operand($0, alias) } ?? self.operand(of: column, alias)
        fields.append(SelectPlan.Field(name: name, content: .value(operand, column.type)))
    }

    private func duplicate(_ name: String, in table: Table) -> RowQueryError {
        RowQueryError(
            .duplicateField, "Two fields of “\(table.name)” are named “\(NearestName.shortened(name))”.",
            hint: "Give one of them an alias, as in alias:column.")
    }

    private mutating func order(
        of table: Table, _ alias: Int, _ items: [SelectItem], _ embeds: [String: EmbedPlan], path: [String]
    ) throws(RowQueryError) -> [SelectPlan.Ordering] {
        guard let terms = request.orders.first(where: { isSame(path, $0.path) })?.content else { return [] }
        var order: [SelectPlan.Ordering] = []
        for term in terms {
            let operand: Operand
            let column: Column
            if let relation = term.relation {
                guard let embed = embed(named: relation, in: items), let plan = embeds[embed.name] else {
                    throw notEmbedded(relation)
                }
                guard plan.isToOne else {
                    let name = NearestName.shortened(relation)
                    throw RowQueryError(
                        .unrelatedOrder, "An order by “\(name)” is not possible.",
                        details: .text(
                            "“\(table.name)” and “\(name)” are not in a many-to-one or one-to-one relationship."))
                }
                column = try orderedColumn(term.column, of: plan.table)
                guard column.isStored else { throw .notBuilt("An order by a computed column of an embed") }
                operand = .lookup(column.name, plan.related)
            } else {
                column = try orderedColumn(term.column, of: table)
                operand = self.operand(of: column, alias)
            }
            order.append(
                SelectPlan.Ordering(
                    operand: operand, type: column.type, isDescending: term.isDescending,
                    areNullsFirst: term.areNullsFirst ?? term.isDescending))
        }
        return order
    }

    private func orderedColumn(_ name: String, of table: Table) throws(RowQueryError) -> Column {
        guard let column = table.visibleColumn(name) else { throw .unknownColumn(name, of: table) }
        guard column.type.isOrdered else { throw .notBuilt("An order by a column of type \(column.type.rawValue)") }
        return column
    }

    private func range(at path: [String]) -> RowRange {
        RowRange(
            offset: request.offsets.first { isSame(path, $0.path) }?.content ?? 0,
            limit: request.limits.first { isSame(path, $0.path) }?.content)
    }

    /// Returns whether a parameter's path leads to an embed.
    ///
    /// Paths can name embeds by alias or by relation.
    private func isSame(_ path: [String], _ written: [String]) -> Bool {
        guard path.count == written.count else { return false }
        var items = request.select
        for (name, writtenName) in zip(path, written) {
            guard let embed = embed(named: writtenName, in: items), embed.name == name else { return false }
            items = embed.items
        }
        return true
    }

    private func source(of table: Table) -> SelectPlan.Source {
        isResult(table)
            ? .result(columns: table.columns.map { SelectPlan.ResultColumn(name: $0.name, type: $0.type) })
            : .table(table.storedName, primaryKey: table.primaryKey)
    }

    /// Returns whether the rows are a function's result rather than a table's.
    private func isResult(_ table: Table) -> Bool { planner.schema.tables[table.name] == nil }
}
