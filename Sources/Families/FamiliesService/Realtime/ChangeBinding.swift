package import RowQuery
import RowQuerySQL
package import FamiliesSQL

/// A kind of change to which a channel listens.
package struct ChangeBinding: Hashable, Sendable {
    /// The ID of the binding in messages: 1 for the first of a channel.
    package let id: Int
    /// The kind of changes; `nil` for all.
    let verb: RowChange.Verb?
    /// The name of the table; `nil` for all tables.
    package let table: String?
    /// The filter and columns as a request for rows; `nil` if they are invalid.
    ///
    /// They are if the table or a column is unknown, or the filter's value has the wrong type.
    package let request: RowRequest?
    /// The client's binding with its ID, as JSON.
    package let echo: String

    /// Parses a binding.
    ///
    /// - Parameters:
    ///   - json: `{event, schema, table, filter, select}`, with only the event required.
    ///   - id: The ID.
    ///   - planner: The planner with the accessible tables.
    ///   - limits: The limits of the filter.
    /// - Throws: ``Mistake``.
    package init(_ json: JSONValue, id: Int, _ planner: RowPlanner, _ limits: RealtimeLimits) throws(BindingError) {
        guard case .object(let members) = json, case .text(let event) = members["event"],
            event == "*" || RowChange.Verb(rawValue: event) != nil
        else { throw BindingError("“event” must be *, INSERT, UPDATE or DELETE.") }
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
            throw BindingError("“filter” is longer than \(limits.filterBytes) bytes.")
        }
        let isOurs = schemaName == nil || schemaName == Schema.name || schemaName == "*"
        request = isOurs ? Self.request(self.table, filter ?? "", names, planner) : nil
    }

    /// A malformed join.
    package struct BindingError: Error, Hashable {
        /// A sentence with the place of the mistake, without the given value.
        package let sentence: String

        init(_ sentence: String) {
            self.sentence = sentence
        }
    }

    private static func text(_ name: String, _ members: JSONObject) throws(BindingError) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .text(let text): return text
        default: throw BindingError("“\(name)” must be a string.")
        }
    }

    private static func names(_ json: JSONValue?) throws(BindingError) -> [String]? {
        guard let json, json != .null else { return nil }
        guard case .list(let items) = json, items.count <= QueryLimits().fields else {
            throw BindingError("“select” must be an array of columns.")
        }
        var names: [String] = []
        for item in items {
            guard case .text(let name) = item else { throw BindingError("“select” must be an array of columns.") }
            names.append(name)
        }
        return names.isEmpty ? nil : names
    }

    private static func request(
        _ table: String?, _ filter: String, _ select: [String]?, _ planner: RowPlanner
    ) -> RowRequest? {
        // The tables have no common column.
        guard let table else { return filter.isEmpty && select == nil ? RowRequest() : nil }
        let columns = Set(planner.schema.tables[table]?.visibleColumns.map(\.name) ?? [])
        var parameters: [QueryString.Parameter] = []
        if !filter.isEmpty {
            let parts = filter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            // Only a column name: a filter must not name anything else of a request.
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

    /// Returns whether a change matches the binding, apart from the filter.
    package func concerns(_ change: FamilyChange) -> Bool {
        (verb == nil || verb == change.verb) && (table == nil || table == change.table)
    }
}
