extension RowPlanner {
    /// Plans an update of the rows that match the request's own filters.
    ///
    /// Filters on embeds affect the response only.
    package func update(
        _ name: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences = Preferences(),
        in context: WriteContext
    ) throws(RowQueryError) -> UpdatePlan {
        let table = try self.table(name)
        let body = try BodyRows(
            body, of: table, columns: request.columns, missing: preferences.missing, limits: limits)
        guard body.rows.count <= 1 else {
            throw RowQueryError(.unreadableBody, "The body of an update is one object.")
        }
        let row = body.rows.first ?? []
        // Without values, an update of all rows changes nothing.
        if !row.isEmpty { try checkTarget(request, of: "An update") }
        var planning = Planning(self, request, context.caller)
        let returning = try planning.answer(of: table, preferences)
        let old = planning.newAlias()
        let given = planning.newAlias()
        let new = planning.newAlias()
        let condition = row.isEmpty ? .constant(false) : try planning.target(.update, of: table, old)

        var values: [String: Value] = [:]
        for (column, value) in zip(body.columns, row) {
            values[column.name] = value ?? column.standard?.value(in: context) ?? .null
        }
        let givenNames = Set(values.keys)
        var requirements = [planning.requirement(.updateTo, of: table, new)]
        if returning != nil { requirements.append(planning.requirement(.select, of: table, new)) }
        requirements += planning.unchanged(
            body.columns.filter { $0.isFixed || $0.name == table.primaryKey }, of: table, old, new)
        requirements += planning.requirements(of: table, new)
        if !values.isEmpty {
            for column in table.columns where values[column.name] == nil {
                values[column.name] = column.whenUpdated?.value(in: context)
            }
        }
        let stored = table.columns.filter(\.isStored)
        let affected = stored.filter { column in
            values[column.name] != nil || !(column.written?.columns.isDisjoint(with: givenNames) ?? true)
        }
        return UpdatePlan(
            table: table.storedName, primaryKey: table.primaryKey, oldAlias: old, condition: condition,
            given: stored.map { UpdatePlan.Given(name: $0.name, type: $0.type, value: values[$0.name]) },
            givenAlias: given,
            columns: planning.written(stored, given, computing: Set(affected.map(\.name))), newAlias: new,
            changed: affected.map(\.name), requirements: requirements,
            duplicate: Planning.duplicate(in: table), returning: returning, limit: limits.touchedRows)
    }

    /// Plans a deletion of the rows that match the request's own filters.
    package func delete(
        from name: String, _ request: RowRequest, preferences: Preferences = Preferences(), in context: WriteContext
    ) throws(RowQueryError) -> DeletePlan {
        let table = try self.table(name)
        try checkTarget(request, of: "A deletion")
        var planning = Planning(self, request, context.caller)
        let returning = try planning.answer(of: table, preferences)
        let alias = planning.newAlias()
        let condition = try planning.target(.delete, of: table, alias)
        var mark: DeletePlan.Mark?
        if case .mark(let column) = table.deletion {
            mark = DeletePlan.Mark(column: column, value: Column.Standard.now.value(in: context))
        }
        return DeletePlan(
            table: table.storedName, primaryKey: table.primaryKey, alias: alias, condition: condition, mark: mark,
            returning: returning, limit: limits.touchedRows)
    }
}

extension Planning {
    /// Plans the query for the rows touched by a write; nil if none are requested.
    ///
    /// The request's own filters are not applied again, since a changed row may no longer match them.
    func answer(of table: Table, _ preferences: Preferences) throws(RowQueryError) -> SelectPlan? {
        guard preferences.answer == .representation else { return nil }
        var request = request
        request.filters.removeAll { $0.path.isEmpty }
        var answering = Planning(planner, request, caller)
        return try answering.rows(of: table)
    }

    /// Plans the query for the key of an inserted row; nil if not requested.
    ///
    /// Rows without a key have no location.
    func location(of table: Table, _ preferences: Preferences, count: Int) throws(RowQueryError) -> SelectPlan? {
        guard preferences.answer == .headersOnly, !table.key.isEmpty, count == 1 else { return nil }
        var request = RowRequest()
        request.select = table.key.map { .column($0, alias: nil) }
        var answering = Planning(planner, request, caller)
        return try answering.rows(of: table)
    }

    /// Returns the condition for rows that a write may touch.
    ///
    /// These are the rows that its caller may both read and change.
    fileprivate mutating func target(
        _ verb: TablePolicy.Verb, of table: Table, _ alias: Int
    ) throws(RowQueryError) -> Condition {
        var conditions = [policy(.select, of: table, alias), policy(verb, of: table, alias)]
        for placed in request.filters where placed.path.isEmpty {
            conditions.append(try condition(placed.content, of: table, alias))
        }
        return .every(conditions)
    }
}

extension Scalar {
    /// The columns of the row that the scalar reads.
    var columns: Set<String> {
        switch self {
        case .column(let name): [name]
        case .value: []
        case .firstOf(let scalars), .call(_, let scalars): scalars.reduce(into: []) { $0.formUnion($1.columns) }
        case .lookup(_, _, let links, _): Set(links.map(\.ours))
        }
    }
}
