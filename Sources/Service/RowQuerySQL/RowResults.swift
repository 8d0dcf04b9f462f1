package import RowQuery

/// Rows as JSON.
package struct RowResult: Hashable, Sendable {
    /// One object per row.
    package let rows: [String]
    /// The range of the rows, and the total number.
    package let range: ContentRange

    /// Creates a result.
    package init(rows: [String], range: ContentRange) {
        self.rows = rows
        self.range = range
    }

    /// The rows as a JSON array.
    package var array: [UInt8] { array(leavesOutNulls: false) }

    /// Returns the rows as a JSON array.
    ///
    /// - Parameter leavesOutNulls: whether members that are null are left out.
    /// - Returns: the text in UTF-8.
    package func array(leavesOutNulls: Bool) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        bytes.reserveCapacity(rows.reduce(rows.count + 2) { $0 + $1.utf8.count })
        for (index, row) in rows.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.append(row, to: &bytes, leavesOutNulls: leavesOutNulls)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// Returns the single row as an object.
    ///
    /// - Parameter leavesOutNulls: whether members that are null are left out.
    /// - Returns: the text in UTF-8.
    /// - Throws: PGRST116 if there is no row, or more than one.
    package func single(leavesOutNulls: Bool = false) throws(RowQueryError) -> [UInt8] {
        guard let row = rows.first, rows.count == 1 else { throw RowQueryError.notSingle(count: rows.count) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(row.utf8.count)
        Self.append(row, to: &bytes, leavesOutNulls: leavesOutNulls)
        return bytes
    }

    private static func append(_ row: String, to bytes: inout [UInt8], leavesOutNulls: Bool) {
        guard leavesOutNulls else { return bytes.append(contentsOf: row.utf8) }
        var row = row
        row.withUTF8 { text in
            var strip = NullStrip(text)
            strip.append(to: &bytes)
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
