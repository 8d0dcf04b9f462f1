/// The requested range of rows.
package struct RowRange: Hashable, Sendable {
    /// Number of rows to skip.
    package var offset = 0
    /// Maximum number of rows; nil for all.
    package var limit: Int?

    package init(offset: Int = 0, limit: Int? = nil) {
        self.offset = offset
        self.limit = limit
    }

    /// Parses a `Range` header in rows, such as `0-19` or `20-`.
    ///
    /// Returns nil for anything else, such as a range in bytes, which does not concern rows.
    /// - Throws: PGRST103 if the range ends before it begins.
    package init?(header: String) throws(RowQueryError) {
        let parts = header.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Self.number(parts[0]) else { return nil }
        if parts[1].isEmpty {
            self.init(offset: first)
            return
        }
        guard let last = Self.number(parts[1]) else { return nil }
        guard last >= first else {
            throw RowQueryError(
                .rangeOutside, "The requested range cannot be satisfied.",
                details: .text("The range ends before it begins."))
        }
        self.init(offset: first, limit: last - first + 1)
    }

    /// Returns the subrange of these rows that another range selects within the whole.
    func intersection(_ other: RowRange) -> RowRange {
        let start = max(offset, other.offset)
        let ends = [end, other.end].compactMap(\.self)
        return RowRange(offset: start, limit: ends.min().map { max(0, $0 - start) })
    }

    private var end: Int? { limit.map { offset + $0 } }

    private static func number(_ text: Substring) -> Int? {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}

/// The range of rows in a response, and the total number.
package struct ContentRange: Hashable, Sendable, CustomStringConvertible {
    /// Number of rows before the first one in the response.
    package let offset: Int
    /// Number of rows in the response.
    package let count: Int
    /// Total number of rows; nil if not requested.
    package let total: Int?

    package init(offset: Int, count: Int, total: Int?) {
        self.offset = offset
        self.count = count
        self.total = total
    }

    /// Whether the response is known to lack some of the rows, for status 206.
    package var isPartial: Bool { total.map { count < $0 } ?? false }

    /// The value of the header, such as `0-19/57`, `0-19/*` or `*/0`.
    package var description: String {
        let rows = count > 0 ? "\(offset)-\(offset + count - 1)" : "*"
        return "\(rows)/\(total.map(String.init) ?? "*")"
    }

    /// Checks that the response begins within the rows.
    ///
    /// - Throws: PGRST103 if it begins after the last row.
    package func check() throws(RowQueryError) {
        guard let total, offset > total else { return }
        throw RowQueryError(
            .rangeOutside, "The requested range cannot be satisfied.",
            details: .text("The range begins at row \(offset), but there are only \(total) rows."), total: total)
    }
}
