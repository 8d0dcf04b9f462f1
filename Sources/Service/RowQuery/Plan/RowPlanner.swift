/// Plans requests against a schema.
///
/// Names become columns and relationships, texts become values, and policies become part of every condition.
package struct RowPlanner: Sendable {
    package let schema: Schema
    package let policies: Policies
    package let limits: QueryLimits

    package init(schema: Schema, policies: Policies, limits: QueryLimits = QueryLimits()) {
        self.schema = schema
        self.policies = policies
        self.limits = limits
    }

    /// Plans a request for rows.
    ///
    /// A `Range` header can select a part within `limit` and `offset`.
    package func read(
        _ table: String, _ request: RowRequest, range: RowRange = RowRange(), preferences: Preferences = Preferences(),
        as caller: Caller
    ) throws(RowQueryError) -> ReadPlan {
        let table = try self.table(table)
        var planning = Planning(self, request, caller)
        return ReadPlan(rows: try planning.rows(of: table, range), isCounted: preferences.counts != nil)
    }

    /// Returns the table with a name given by a client.
    func table(_ name: String) throws(RowQueryError) -> Table {
        if let table = schema.tables[name], !table.isHidden { return table }
        let nearest = NearestName.of(name, among: schema.tables.values.filter { !$0.isHidden }.map(\.name))
        throw RowQueryError(
            .unknownTable,
            "Could not find the table “\(Schema.name).\(NearestName.shortened(name))” in the schema.",
            hint: nearest.map { "Perhaps you meant the table “\(Schema.name).\($0)”." })
    }

    /// Checks that an update or deletion has a filter and no limit.
    func checkTarget(_ request: RowRequest, of verb: String) throws(RowQueryError) {
        guard request.filters.contains(where: { $0.path.isEmpty }) else {
            throw RowQueryError(.cardinality, "\(verb) needs a filter.", hint: "Name the rows, for example by id=eq.…")
        }
        if request.limits.contains(where: { $0.path.isEmpty }) || request.offsets.contains(where: { $0.path.isEmpty }) {
            throw .notBuilt("“limit” and “offset” with \(verb)")
        }
    }
}

/// The planning of one request.
struct Planning {
    let planner: RowPlanner
    let request: RowRequest
    let caller: Caller
    private var lastAlias = -1
    /// The relationships from the request's rows to the embed that is being planned.
    var route: [Relationship] = []
    /// The number of tests whether embeds are empty.
    var embedTests = 0

    init(_ planner: RowPlanner, _ request: RowRequest, _ caller: Caller) {
        self.planner = planner
        self.request = request
        self.caller = caller
    }

    /// Returns an unused alias for rows.
    mutating func newAlias() -> Int {
        lastAlias += 1
        return lastAlias
    }

    /// Plans the rows of the request itself.
    mutating func rows(of table: Table, _ range: RowRange = RowRange()) throws(RowQueryError) -> SelectPlan {
        try checkPaths()
        return try select(table, request.select, path: [], along: nil, range: range)
    }

    /// Checks that every path ends at an embed.
    private func checkPaths() throws(RowQueryError) {
        let paths =
            request.filters.map(\.path) + request.orders.map(\.path) + request.limits.map(\.path)
            + request.offsets.map(\.path)
        for path in Set(paths).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            var items = request.select
            for name in path {
                guard let embed = embed(named: name, in: items) else { throw notEmbedded(name) }
                items = embed.items
            }
        }
    }

    func notEmbedded(_ name: String) -> RowQueryError {
        let name = NearestName.shortened(name)
        return RowQueryError(
            .notEmbedded, "“\(name)” is not an embedded resource of this request.",
            hint: "Verify that “\(name)” is part of the parameter “select”.")
    }

    /// Returns the embed with an alias, or else with the name of a relation.
    func embed(named name: String, in items: [SelectItem]) -> SelectItem.Embed? {
        var byRelation: SelectItem.Embed?
        for case .embed(let embed) in items {
            if embed.name == name { return embed }
            if embed.relation == name { byRelation = byRelation ?? embed }
        }
        return byRelation
    }
}
