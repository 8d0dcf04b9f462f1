// The order of the objects in an answer.
extension Planning {
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
                    operand: ordered(operand, type), type: type.orderKey == nil ? type : .text,
                    isDescending: term.isDescending,
                    areNullsFirst: term.areNullsFirst ?? term.isDescending))
        }
        return order
    }

    private func key(
        _ term: OrderTerm, of table: Table, _ keys: [GroupKey]
    ) throws(RowQueryError) -> (Operand, ColumnType) {
        if let relation = term.relation, !keys.contains(where: { $0.path == [relation] }) {
            throw .notBuilt("An order by an embed beside aggregates")
        }
        let path = term.relation.map { [$0] } ?? []
        // The fields of a spread embed can be named by their aliases, too.
        let key =
            keys.first { $0.path == path && $0.field == FieldPath(term.column, term.steps) }
            ?? keys.first { $0.path == path && !path.isEmpty && term.steps.isEmpty && $0.name == term.column }
        guard !path.isEmpty || table.visibleColumn(term.column) != nil else {
            throw .unknownColumn(term.column, of: table)
        }
        guard case .value(let operand, .column(let type)) = key?.content else {
            throw RowQueryError(
                .notGrouped, "Column \(table.name).\(term.column) must be one of those by which rows are grouped.",
                hint: "Add it to the parameter “select”.")
        }
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
        return (operand, type)
    }
}
