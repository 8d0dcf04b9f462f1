import Pipeline
import RowQuery
import RowQuerySQLite
import FamiliesSQLite

/// What a message says of a change: the member `data` of `postgres_changes`.
enum ChangeData {
    /// Writes what a message says of a change.
    ///
    /// - Parameters:
    ///   - change: what changed.
    ///   - record: what the listener is told of it.
    ///   - columns: the table's columns as JSON.
    /// - Returns: an object.
    static func json(_ change: FamilyChange, _ record: ChangeRecord, columns: String) -> String {
        var members = [
            ("schema", JSON.quoted(Schema.name)), ("table", JSON.quoted(change.table)),
            ("type", JSON.quoted(change.verb.rawValue)), ("commit_timestamp", time(change)), ("columns", columns),
            ("errors", "null"),
        ]
        if case .row(let row) = record { members.append(("record", row)) }
        if change.verb != .insert {
            members.append(("old_record", JSON.object([("id", JSON.quoted(change.row))])))
        }
        return JSON.object(members)
    }

    /// Returns the columns of a table with their types by PostgreSQL's short names.
    static func columns(of table: Table, select: [SelectItem]) -> String {
        let names = Set(
            select.compactMap { item -> String? in
                if case .column(let name, _) = item { name } else { nil }
            })
        return JSON.array(
            table.visibleColumns.filter { names.isEmpty || names.contains($0.name) }.map { column in
                JSON.object([
                    ("name", JSON.quoted(column.name)), ("type", JSON.quoted(type(column.type))),
                ])
            })
    }

    private static func type(_ type: ColumnType) -> String {
        switch type {
        case .uuid: "uuid"
        case .text: "text"
        case .integer: "int8"
        case .numeric: "numeric"
        case .bool: "bool"
        case .date: "date"
        case .timestamp: "timestamptz"
        case .textList: "_text"
        }
    }

    /// The change's time with milliseconds and `Z`, which the decoders of all clients read.
    private static func time(_ change: FamilyChange) -> String {
        let text = CivilTime.timestamp(microsecondsSince1970: change.at.milliseconds * 1_000) ?? ""
        return JSON.quoted(String(text.prefix(23)) + "Z")
    }
}
