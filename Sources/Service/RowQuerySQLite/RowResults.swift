package import RowQuery

/// Rows as JSON.
package struct RowResult: Hashable, Sendable {
    /// One object for each row.
    package let rows: [String]
    /// Which rows they are, and out of how many.
    package let range: ContentRange

    /// The rows as one array.
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

    /// Returns the only row as an object.
    ///
    /// - Throws: PGRST116 if there are none or several.
    package func single() throws(RowQueryError) -> [UInt8] {
        guard let row = rows.first, rows.count == 1 else { throw RowQueryError.notSingle(count: rows.count) }
        return Array(row.utf8)
    }
}

/// What a write did.
package struct WriteResult: Hashable, Sendable {
    /// The rows that it touched, in order.
    package let changes: [RowChange]
    /// What was asked for of them; nil for nothing.
    package let result: RowResult?
}

/// A row that a write touched.
package struct RowChange: Hashable, Sendable {
    /// The value of the primary key.
    package let key: Value
    package let verb: Verb

    /// What became of a row.
    package enum Verb: String, Hashable, Sendable {
        case insert = "INSERT"
        case update = "UPDATE"
        case delete = "DELETE"
    }
}

/// What a function returned.
package enum CallOutcome: Hashable, Sendable {
    case nothing
    case value(Value)
    /// Rows with the columns of the function's declaration.
    case rows([[Value]])
}

/// What is answered to a call.
package enum CallResult: Hashable, Sendable {
    case nothing
    /// A value as JSON.
    case value(String)
    case rows(RowResult)
}
