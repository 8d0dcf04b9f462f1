package import RowQuery
import RowQuerySQLite
package import FamiliesSQLite

/// One kind of change that a channel listens to.
package struct ChangeBinding: Hashable, Sendable {
    /// By what messages name the binding: 1 for the first of a channel.
    package let id: Int
    /// Which changes; nil for all.
    let verb: RowChange.Verb?
    /// The table's name; nil for all tables.
    package let table: String?
    /// The rows and their columns, as of a request for rows; nil if there is no such table or column, or the filter's value is
    /// none of the column's type.
    package let request: RowRequest?
    /// The binding as the client wrote it, with its ID, as JSON.
    package let echo: String

    /// Reads a binding.
    ///
    /// - Parameters:
    ///   - json: `{event, schema, table, filter, select}`, of which only the event is required.
    ///   - id: its ID.
    ///   - planner: knows the tables that may be named.
    ///   - limits: bounds of the filter.
    /// - Throws: ``Mistake``.
    package init(_ json: JSONValue, id: Int, _ planner: RowPlanner, _ limits: RealtimeLimits) throws(Mistake) {
        guard case .object(let members) = json, case .text(let event) = members["event"],
            event == "*" || RowChange.Verb(rawValue: event) != nil
        else { throw Mistake("“event” must be *, INSERT, UPDATE or DELETE.") }
        self.id = id
        verb = RowChange.Verb(rawValue: event)
        let schemaName = try Self.text("schema", members)
        let table = try Self.text("table", members)
        let filter = try Self.text("filter", members)
        self.table = table == "*" ? nil : table
        var echoed = [("id", "\(id)"), ("event", JSON.quoted(event))]
        for (name, value) in [("schema", schemaName), ("table", table), ("filter", filter)] {
            if let value { echoed.append((name, JSON.quoted(value))) }
        }
        let names = try Self.names(members["select"])
        if let names { echoed.append(("select", JSON.array(names.map(JSON.quoted)))) }
        echo = JSON.object(echoed)
        guard filter?.utf8.count ?? 0 <= limits.filterBytes else {
            throw Mistake("“filter” is longer than \(limits.filterBytes) bytes.")
        }
        let isOurs = schemaName == nil || schemaName == Schema.name || schemaName == "*"
        request = isOurs ? Self.request(self.table, filter ?? "", names, planner) : nil
    }

    /// A join that is not well-formed.
    package struct Mistake: Error, Hashable {
        /// A sentence that says where, without what was given.
        package let sentence: String

        init(_ sentence: String) {
            self.sentence = sentence
        }
    }

    private static func text(_ name: String, _ members: JSONObject) throws(Mistake) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .text(let text): return text
        default: throw Mistake("“\(name)” must be a string.")
        }
    }

    private static func names(_ json: JSONValue?) throws(Mistake) -> [String]? {
        guard let json, json != .null else { return nil }
        guard case .list(let items) = json, items.count <= QueryLimits().fields else {
            throw Mistake("“select” must be an array of columns.")
        }
        var names: [String] = []
        for item in items {
            guard case .text(let name) = item else { throw Mistake("“select” must be an array of columns.") }
            names.append(name)
        }
        return names.isEmpty ? nil : names
    }

    private static func request(
        _ table: String?, _ filter: String, _ select: [String]?, _ planner: RowPlanner
    ) -> RowRequest? {
        // All tables have no column in common.
        guard let table else { return filter.isEmpty && select == nil ? RowRequest() : nil }
        let columns = Set(planner.schema.tables[table]?.visibleColumns.map(\.name) ?? [])
        var parameters: [QueryString.Parameter] = []
        if !filter.isEmpty {
            let parts = filter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            // A column's name alone: nothing else of a request can be named by a filter.
            guard parts.count == 2, columns.contains(parts[0]) else { return nil }
            parameters.append(QueryString.Parameter(parts[0], parts[1]))
        }
        guard var request = try? RowRequest(parameters, limits: planner.limits) else { return nil }
        if let select { request.select = select.map { .column($0, alias: nil) } }
        guard columns.isSuperset(of: select ?? []),
            (try? planner.read(table, request, as: Caller(user: nil))) != nil
        else { return nil }
        return request
    }

    /// Whether a change is of the kind that the binding names, apart from the filter.
    package func concerns(_ change: FamilyChange) -> Bool {
        (verb == nil || verb == change.verb) && (table == nil || table == change.table)
    }
}
