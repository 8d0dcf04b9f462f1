extension Planning {
    /// Plans the rows of a table, or of an embed.
    ///
    /// The rows around an embed are those of the alias in `way`.
    mutating func select(
        _ table: Table, _ items: [SelectItem], path: [String], along way: (relationship: Relationship, from: Int)?,
        range: RowRange = RowRange()
    ) throws(RowQueryError) -> SelectPlan {
        let rows = try rows(of: table, items, path: path, along: way, range: range)
        let (fields, keys) = try fields(items, of: table, rows.plan.alias, rows.embeds)
        return SelectPlan(
            source: rows.plan.source, alias: rows.plan.alias, fields: fields, condition: rows.plan.condition,
            order: try order(of: table, rows.plan.alias, items, rows.embeds, keys, path: path),
            range: rows.plan.range)
    }

    /// Plans rows without their members and their order.
    private mutating func rows(
        of table: Table, _ items: [SelectItem], path: [String], along way: (relationship: Relationship, from: Int)?,
        range: RowRange = RowRange()
    ) throws(RowQueryError) -> (plan: SelectPlan, embeds: [String: EmbedPlan]) {
        let alias = newAlias()
        var conditions: [Condition] = []
        if let way { conditions = condition(way.relationship, from: way.from, to: alias) }
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
        let plan = SelectPlan(
            source: source(of: table), alias: alias, fields: .each([]), condition: .every(conditions), order: [],
            range: self.range(at: path).intersection(range))
        return (plan, embeds)
    }

    /// Returns the conditions that relate rows to those of another alias.
    ///
    /// A junction relates rows only if its caller may see the junction's row, too.
    private mutating func condition(_ relationship: Relationship, from origin: Int, to alias: Int) -> [Condition] {
        guard let junction = relationship.junction else {
            return relationship.links.map { condition($0, alias, origin) }
        }
        // A schema ensures that the table exists.
        guard let table = planner.schema.tables[junction.table] else { return [.constant(false)] }
        let between = newAlias()
        let links = junction.originLinks.map { condition($0, between, origin) }
        return [
            .isAmong(
                alias: alias, junction.targetLinks,
                RelatedRows(
                    table: table.storedName, alias: between,
                    condition: .every(links + [policy(.select, of: table, between)]), range: RowRange()))
        ]
    }

    /// The plan of an embed.
    struct EmbedPlan {
        let rows: SelectPlan
        let table: Table
        let isToOne: Bool
        /// The embeds inside a spread embed.
        var embeds: [String: EmbedPlan] = [:]

        /// The embed's rows for use in a condition.
        var related: RelatedRows {
            // The range of groups is not one of rows.
            let isGrouped = if case .grouped = rows.fields { true } else { false }
            return RelatedRows(
                table: table.storedName, alias: rows.alias, condition: rows.condition,
                range: isGrouped ? RowRange() : rows.range)
        }
    }

    private mutating func plan(
        _ embed: SelectItem.Embed, in table: Table, _ alias: Int, path: [String]
    ) throws(RowQueryError) -> EmbedPlan {
        let relationship = try relationship(to: embed, from: table)
        let target = try planner.table(relationship.target)
        route.append(relationship)
        defer { route.removeLast() }
        guard Self.turns(of: route) <= planner.limits.embedTurns else {
            throw .notBuilt("An embed that leads back to many rows more than once")
        }
        let (path, way) = (path + [embed.name], (relationship, alias))
        let isToOne = relationship.cardinality.isToOne
        guard embed.isSpread else {
            return EmbedPlan(
                rows: try select(target, embed.items, path: path, along: way), table: target, isToOne: isToOne)
        }
        guard isToOne else {
            let name = NearestName.shortened(embed.name)
            throw RowQueryError(
                .unrelatedSpread, "The fields of “\(name)” cannot be spread.",
                details: .text("“\(table.name)” and “\(name)” are not in a many-to-one or one-to-one relationship."))
        }
        let (rows, embeds) = try rows(of: target, embed.items, path: path, along: way)
        return EmbedPlan(rows: rows, table: target, isToOne: true, embeds: embeds)
    }

    /// Returns how often a route leads to many rows after one row.
    ///
    /// Without that, no row is reached twice. A junction leads to many rows, each of which leads to one.
    private static func turns(of route: [Relationship]) -> Int {
        var turns = 0
        var hasLedToOne = false
        for relationship in route {
            switch relationship.cardinality {
            case .oneToOne: break
            case .manyToOne: hasLedToOne = true
            case .oneToMany, .manyToMany:
                if hasLedToOne { turns += 1 }
                hasLedToOne = relationship.cardinality == .manyToMany
            }
        }
        return turns
    }

    /// Returns the only relationship that an embed can refer to.
    private func relationship(to embed: SelectItem.Embed, from table: Table) throws(RowQueryError) -> Relationship {
        let all = planner.schema.relationships[table.name] ?? []
        var found = all.filter { $0.matches(embed.relation) }
        if let hint = embed.hint { found = found.filter { $0.matches(hint: hint) } }
        // The name of a table that refers to itself denotes the rows that refer to those around the embed.
        if found.count == 2, found[0].isReverse(of: found[1]) { found.removeAll { !$0.isToOwnReferrers } }
        let name = NearestName.shortened(embed.relation)
        if found.count > 1 {
            let ways = found.map { "“\(name)!\($0.hint)”" }.joined(separator: ", ")
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

    private func range(at path: [String]) -> RowRange {
        RowRange(
            offset: request.offsets.first { isSame(path, $0.path) }?.content ?? 0,
            limit: request.limits.first { isSame(path, $0.path) }?.content)
    }

    /// Returns whether a parameter's path leads to an embed.
    ///
    /// Paths can name embeds by alias or by relation.
    func isSame(_ path: [String], _ written: [String]) -> Bool {
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
