extension RowPlanner {
    /// Plans an insert, or an upsert if the preferences resolve conflicts.
    package func insert(
        into name: String, _ body: JSONValue, _ request: RowRequest = RowRequest(),
        preferences: Preferences = Preferences(), in context: WriteContext
    ) throws(RowQueryError) -> InsertPlan {
        let table = try self.table(name)
        let body = try BodyRows(
            body, of: table, columns: request.columns, missing: preferences.missing, limits: limits)
        var planning = Planning(self, request, context.caller)
        var returning = try planning.answer(of: table, preferences)
        if returning == nil { returning = try planning.location(of: table, preferences, count: body.rows.count) }
        let given = planning.newAlias()
        let new = planning.newAlias()
        var requirements = [planning.requirement(.insert, of: table, new)]
        if returning != nil { requirements.append(planning.requirement(.select, of: table, new)) }
        requirements += planning.requirements(of: table, new)
        let stored = table.columns.filter(\.isStored)
        return InsertPlan(
            table: table.storedName, primaryKey: table.primaryKey,
            columns: planning.written(stored, given),
            rows: body.rows.map { row in
                let values = Dictionary(uniqueKeysWithValues: zip(body.columns.map(\.name), row))
                return stored.map { column in
                    (values[column.name] ?? nil) ?? column.standard?.value(in: context) ?? .null
                }
            }, givenAlias: given, newAlias: new, requirements: requirements,
            conflict: try conflict(table, body.columns, request, preferences, &planning),
            duplicate: Planning.duplicate(in: table), returning: returning)
    }

    private func conflict(
        _ table: Table, _ given: [Column], _ request: RowRequest, _ preferences: Preferences,
        _ planning: inout Planning
    ) throws(RowQueryError) -> InsertPlan.Conflict? {
        guard let resolution = preferences.resolution else {
            guard let replacement = table.replacement else { return nil }
            let fresh = table.columns.filter { $0.isStored && !$0.isFixed && !replacement.key.contains($0.name) }
            return InsertPlan.Conflict(
                key: replacement.key,
                action: .merge(
                    merge(table, fresh.map(\.name), unlessSame: replacement.unlessSame, given: [], &planning)))
        }
        let key = request.onConflict ?? table.key
        // A table without a key has no row that a given one could be.
        guard !key.isEmpty else { return nil }
        for name in key where table.visibleColumn(name) == nil { throw .unknownColumn(name, of: table) }
        guard table.isUnique(key) else {
            throw RowQueryError(
                .noSuchKey, "No unique key of “\(table.name)” has exactly the columns of “on_conflict”.")
        }
        if resolution == .ignoreDuplicates { return InsertPlan.Conflict(key: key, action: .skip) }
        var columns = given.filter { !key.contains($0.name) && !$0.isFixed }.map(\.name)
        // At least one column must be written, so that the row counts as touched.
        if columns.isEmpty { columns = key }
        columns += table.columns.filter { $0.whenUpdated != nil && !columns.contains($0.name) }.map(\.name)
        let unchanged = given.filter { $0.isFixed && !key.contains($0.name) }
        return InsertPlan.Conflict(
            key: key, action: .merge(merge(table, columns, unlessSame: [], given: unchanged, &planning)))
    }

    /// Plans the change of existing rows; given fixed columns must keep their values.
    private func merge(
        _ table: Table, _ columns: [String], unlessSame: [String], given: [Column], _ planning: inout Planning
    ) -> InsertPlan.Merge {
        let old = planning.newAlias()
        let merged = planning.newAlias()
        var requirements = [
            planning.requirement(.select, of: table, old), planning.requirement(.update, of: table, old),
        ]
        requirements.append(planning.requirement(.updateTo, of: table, merged))
        requirements += planning.unchanged(given, of: table, old, merged)
        requirements += planning.requirements(of: table, merged)
        return InsertPlan.Merge(
            columns: columns, unlessSame: unlessSame, oldAlias: old, mergedAlias: merged, requirements: requirements)
    }
}

extension Planning {
    /// Returns the requirement of a policy on written rows.
    mutating func requirement(_ verb: TablePolicy.Verb, of table: Table, _ alias: Int) -> Requirement {
        Requirement(condition: policy(verb, of: table, alias), error: .forbidden(in: table.name))
    }

    /// Returns the requirements of the table's columns and checks on written rows.
    mutating func requirements(of table: Table, _ alias: Int) -> [Requirement] {
        var requirements = table.columns.filter { $0.isStored && !$0.isNullable }.map { column in
            Requirement(
                condition: .not(.isNull(.column(alias: alias, column.name))),
                error: RowQueryError(
                    .missingValue, "The column “\(column.name)” of “\(table.name)” must have a value."))
        }
        for check in table.checks {
            requirements.append(
                Requirement(
                    condition: condition(check.rule, alias),
                    error: RowQueryError(
                        .failedCheck, check.sentence,
                        details: .text("A new row for “\(table.name)” violates the check “\(check.name)”."))))
        }
        return requirements
    }

    /// Returns the requirement that fixed columns keep their values.
    func unchanged(_ columns: [Column], of table: Table, _ old: Int, _ new: Int) -> [Requirement] {
        columns.map { column in
            Requirement(
                condition: .same(.column(alias: old, column.name), .column(alias: new, column.name)),
                error: RowQueryError(.forbidden, "The column “\(column.name)” of “\(table.name)” never changes."))
        }
    }

    /// Returns the values to write into columns, based on the given rows.
    ///
    /// Columns with a computed value compute it only if they are named, or if no names are given.
    mutating func written(_ columns: [Column], _ given: Int, computing computed: Set<String>? = nil) -> [WrittenColumn]
    {
        var written: [WrittenColumn] = []
        for column in columns {
            let scalar = computed?.contains(column.name) ?? true ? column.written : nil
            let operand = scalar.map { self.operand($0, given) } ?? .column(alias: given, column.name)
            written.append(WrittenColumn(name: column.name, type: column.type, operand: operand))
        }
        return written
    }

    static func duplicate(in table: Table) -> RowQueryError {
        RowQueryError(.duplicate, "A row of “\(table.name)” with the same unique key exists already.")
    }
}
