package import RowQuery

/// Rows as JSON.
package struct RowResult: Hashable, Sendable {
    /// One object per row.
    package let rows: [String]
    /// The range of the rows, and the total number.
    package let range: ContentRange

    /// The rows as a JSON array.
    package var array: [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        bytes.reserveCapacity(rows.reduce(rows.count + 2) { $0 + $1.utf8.count })
        for (index, row) in rows.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: row.utf8)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// Returns the rows without members that are null.
    package func withoutNulls() throws(RowQueryError) -> RowResult {
        var limits = QueryLimits()
        limits.bodyBytes = .max
        // Deeper than a column's JSON inside the deepest embed.
        limits.bodyDepth = 128
        var stripped: [String] = []
        for row in rows {
            stripped.append(JSON.text(of: try JSONValue(parsing: Array(row.utf8), limits: limits).withoutNulls))
        }
        return RowResult(rows: stripped, range: range)
    }

    /// Returns the single row as an object.
    ///
    /// - Throws: PGRST116 if there is no row, or more than one.
    package func single() throws(RowQueryError) -> [UInt8] {
        guard let row = rows.first, rows.count == 1 else { throw RowQueryError.notSingle(count: rows.count) }
        return Array(row.utf8)
    }
}

extension JSONValue {
    /// The value without members that are null, as PostgreSQL's `json_strip_nulls` returns it.
    fileprivate var withoutNulls: JSONValue {
        switch self {
        case .object(let object):
            .object(
                JSONObject(
                    object.members.filter { $0.value != .null }.map { member in
                        JSONObject.Member(key: member.key, value: member.value.withoutNulls)
                    }))
        case .list(let items): .list(items.map(\.withoutNulls))
        case .null, .flag, .number, .text: self
        }
    }
}

/// The result of a write.
package struct WriteResult: Hashable, Sendable {
    /// The touched rows, in order.
    package let changes: [RowChange]
    /// The requested part of the rows; nil for nothing.
    package let result: RowResult?
}

/// A row touched by a write.
package struct RowChange: Hashable, Sendable {
    /// The value of the primary key.
    package let key: Value
    package let verb: Verb

    /// The change of a row.
    package enum Verb: String, Hashable, Sendable {
        case insert = "INSERT"
        case update = "UPDATE"
        case delete = "DELETE"
    }
}

/// The result of a function.
package enum CallOutcome: Hashable, Sendable {
    case nothing
    case value(Value)
    /// Rows with the columns in the function's declaration.
    case rows([[Value]])
}

/// The response to a call.
package enum CallResult: Hashable, Sendable {
    case nothing
    /// A value as JSON.
    case value(String)
    case rows(RowResult)
}
