/// Which of the rows of an answer are asked for.
package struct RowRange: Hashable, Sendable {
    /// The number of rows before them.
    package var offset = 0
    /// Their largest number; nil for all.
    package var limit: Int?

    package init(offset: Int = 0, limit: Int? = nil) {
        self.offset = offset
        self.limit = limit
    }

    /// Parses the value of a `Range` header in rows: `0-19` or `20-`.
    ///
    /// Nil for anything else, such as a range in bytes: it is not for rows.
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

    /// Returns the part of these rows that another range names within the whole.
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

/// Which rows an answer has, and out of how many.
package struct ContentRange: Hashable, Sendable, CustomStringConvertible {
    /// The number of rows before the answer's first.
    package let offset: Int
    /// The number of rows in the answer.
    package let count: Int
    /// The number of all rows; nil if it was not asked for.
    package let total: Int?

    package init(offset: Int, count: Int, total: Int?) {
        self.offset = offset
        self.count = count
        self.total = total
    }

    /// Whether the answer has only some of the rows, as far as is known: status 206.
    package var isPartial: Bool { total.map { count < $0 } ?? false }

    /// The value of the header: `0-19/57`, `0-19/*`, `*/0`.
    package var description: String {
        let rows = count > 0 ? "\(offset)-\(offset + count - 1)" : "*"
        return "\(rows)/\(total.map(String.init) ?? "*")"
    }

    /// Makes sure that the answer begins within the rows.
    ///
    /// - Throws: PGRST103 if it begins after the last of them.
    package func check() throws(RowQueryError) {
        guard let total, offset > total else { return }
        throw RowQueryError(
            .rangeOutside, "The requested range cannot be satisfied.",
            details: .text("The range begins at row \(offset), but there are only \(total) rows."), total: total)
    }
}
