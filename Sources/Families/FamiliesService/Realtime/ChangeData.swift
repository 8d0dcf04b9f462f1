import Pipeline
import RowQuery
import RowQuerySQL
import FamiliesSQL

/// Encodes a change for a message: the member `data` of `postgres_changes`.
enum ChangeData {
    /// Returns a change as JSON.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - record: The message to the listener.
    ///   - columns: The table's columns as JSON.
    /// - Returns: A JSON object.
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

    /// Returns the columns of a table with the short names of their PostgreSQL types.
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
        case .integerList: "_int8"
        case .json: "jsonb"
        }
    }

    /// Returns the time of a change with milliseconds and `Z`, which all clients can decode.
    private static func time(_ change: FamilyChange) -> String {
        let text = CivilTime.timestamp(microsecondsSince1970: change.at.milliseconds * 1_000) ?? ""
        return JSON.quoted(String(text.prefix(23)) + "Z")
    }
}
