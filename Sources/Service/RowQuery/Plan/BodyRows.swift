/// The rows of a body and the columns to write.
struct BodyRows {
    /// The columns to write, in the order of the table.
    let columns: [Column]
    /// The values of ``columns`` for each row; nil means the column's default.
    let rows: [[Value?]]

    /// Parses a body for an insert: an object, or an array of objects.
    ///
    /// - Throws: PGRST102 if it is neither, or if objects have different keys and no columns were named; PGRST204 for a
    ///   column missing in the table; 22P02 and the like for a value of the wrong type.
    init(
        _ body: JSONValue, of table: Table, columns named: [String]?, missing: Preferences.Missing?,
        limits: QueryLimits
    ) throws(RowQueryError) {
        let objects = try Self.objects(body, limits: limits)
        let names = named.map(Set.init) ?? objects.first.map(Self.keys) ?? []
        if named == nil, objects.contains(where: { Self.keys($0) != names }) {
            throw RowQueryError(.unreadableBody, "All object keys must match.")
        }
        columns = try Self.columns(names, of: table)
        var rows: [[Value?]] = []
        for object in objects {
            var row: [Value?] = []
            for column in columns {
                guard let json = object[column.name] else {
                    row.append(missing == .default ? nil : .null)
                    continue
                }
                row.append(try column.type.value(of: json, for: "column “\(column.name)”"))
            }
            rows.append(row)
        }
        self.rows = rows
    }

    private static func objects(_ body: JSONValue, limits: QueryLimits) throws(RowQueryError) -> [JSONObject] {
        let values: [JSONValue] = if case .list(let items) = body { items } else { [body] }
        guard values.count <= limits.bodyRows else {
            throw RowQueryError(.unreadableBody, "The body has more than \(limits.bodyRows) rows.")
        }
        var objects: [JSONObject] = []
        for value in values {
            guard case .object(let object) = value else {
                throw RowQueryError(.unreadableBody, "The body is not an object or an array of objects.")
            }
            objects.append(object)
        }
        return objects
    }

    private static func keys(_ object: JSONObject) -> Set<String> { Set(object.members.map(\.key)) }

    private static func columns(_ names: Set<String>, of table: Table) throws(RowQueryError) -> [Column] {
        for name in names.sorted() {
            guard let column = table.visibleColumn(name) else {
                let nearest = NearestName.of(name, among: table.visibleColumns.map(\.name))
                throw RowQueryError(
                    .unknownWrittenColumn,
                    "Could not find the column “\(NearestName.shortened(name))” of “\(table.name)” in the schema.",
                    hint: nearest.map { "Perhaps you meant “\($0)”." })
            }
            guard column.isStored else {
                throw RowQueryError(
                    .readOnlyColumn, "The column “\(name)” of “\(table.name)” cannot be written.",
                    details: .text("It is computed from other columns."))
            }
        }
        return table.columns.filter { names.contains($0.name) }
    }
}

extension Column.Standard {
    /// Returns the default value for a row.
    func value(in context: WriteContext) -> Value {
        switch self {
        case .value(let value): value
        case .newID: .text(context.newID().lowercased())
        case .now: CivilTime.timestamp(microsecondsSince1970: context.now).map(Value.text) ?? .null
        case .today:
            CivilTime.timestamp(microsecondsSince1970: context.now).map { .text(String($0.prefix(10))) } ?? .null
        case .caller: context.caller.user.map(Value.text) ?? .null
        }
    }
}
