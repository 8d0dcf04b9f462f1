import CPQ
import SQL

/// The result of a statement, which exists during the closure that receives it.
struct StatementResult {
    let pointer: OpaquePointer

    /// The number of rows.
    var rowCount: Int { Int(formwright_PQntuples(pointer)) }

    /// The number of rows that the statement has changed.
    var changeCount: Int { Int(String(cString: formwright_PQcmdTuples(pointer))) ?? 0 }

    /// The names of the columns.
    var names: [String] { (0..<formwright_PQnfields(pointer)).map { String(cString: formwright_PQfname(pointer, $0)) } }

    /// The types of the columns.
    var types: [Oid] { (0..<formwright_PQnfields(pointer)).map { formwright_PQftype(pointer, $0) } }

    /// The rows.
    var rows: [SQLRow] {
        let (names, types) = (names, types)
        return (0..<rowCount).map { SQLRow(names: names, values: values(ofRow: $0, types)) }
    }

    /// Returns the values of a row.
    func values(ofRow row: Int, _ types: [Oid]) -> [SQLValue] {
        let row = Int32(row)
        return types.enumerated().map { column, type in
            let column = Int32(column)
            guard formwright_PQgetisnull(pointer, row, column) == 0,
                let text = formwright_PQgetvalue(pointer, row, column)
            else {
                return .null
            }
            let count = Int(formwright_PQgetlength(pointer, row, column))
            return text.withMemoryRebound(to: UInt8.self, capacity: count) {
                ColumnType.value(UnsafeBufferPointer(start: $0, count: count), type)
            }
        }
    }
}
