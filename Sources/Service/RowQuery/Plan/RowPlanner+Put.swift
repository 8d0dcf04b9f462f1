extension RowPlanner {
    /// Plans a PUT: the change of a row, or its insert.
    ///
    /// The filters name the row by its key. As in PostgREST, only the first row of the body counts.
    /// - Throws: PGRST105 unless the filters are exactly the key, PGRST114 for a limit, PGRST115 if the body has another
    ///   key.
    package func put(
        into name: String, _ body: JSONValue, _ request: RowRequest, preferences: Preferences = Preferences(),
        in context: WriteContext
    ) throws(RowQueryError) -> InsertPlan {
        let table = try self.table(name)
        guard request.limits.isEmpty, request.offsets.isEmpty else {
            throw RowQueryError(.limitedPut, "A PUT has no “limit” and no “offset”.")
        }
        let wanted = try keyOfPut(request, table)
        let row: JSONValue = if case .list(let rows) = body, let first = rows.first { first } else { body }
        guard case .object(let object) = row else {
            throw RowQueryError(.unreadableBody, "The body is not an object or an array of objects.")
        }
        for column in table.columns where table.key.contains(column.name) {
            let place = "column “\(column.name)”"
            let given = try column.type.value(of: object[column.name] ?? .null, for: place)
            // Without the key among the columns to write, the row would get another one.
            let isWritten = request.columns?.contains(column.name) ?? true
            guard isWritten, try column.type.value(of: wanted[column.name] ?? "", for: place) == given else {
                throw RowQueryError(.differentKey, "The body has another key than the address.")
            }
        }
        var request = request
        request.filters.removeAll { $0.path.isEmpty }
        request.onConflict = nil
        var preferences = preferences
        preferences.resolution = .mergeDuplicates
        return try insert(into: name, row, request, preferences: preferences, in: context)
    }

    /// Returns the texts of the key's columns in the filters.
    private func keyOfPut(_ request: RowRequest, _ table: Table) throws(RowQueryError) -> [String: String] {
        var texts: [String: String] = [:]
        for placed in request.filters where placed.path.isEmpty {
            guard case .test(let field, false, .compare(.equal, let text)) = placed.content, field.steps.isEmpty,
                texts.updateValue(text, forKey: field.column) == nil
            else { throw Self.invalidPutFilter }
        }
        guard !table.key.isEmpty, Set(texts.keys) == Set(table.key) else { throw Self.invalidPutFilter }
        return texts
    }

    private static let invalidPutFilter = RowQueryError(
        .invalidPutFilter, "The filters of a PUT are those of the row's key, each with “eq”, and no others.")
}
