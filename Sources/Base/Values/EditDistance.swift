extension Array where Element: Equatable {
    /// Returns the Levenshtein distance to another array.
    ///
    /// It is the minimum number of elements to insert, remove or replace.
    ///
    /// - Parameters:
    ///   - other: the other array.
    ///   - countsSwaps: whether an exchange of two neighbours counts once (optimal string alignment distance).
    /// - Returns: the distance.
    @inlinable
    package func editDistance(to other: [Element], countsSwaps: Bool = false) -> Int {
        // Three rows take turns, since allocating one for each element costs more than the comparison.
        let width = other.count + 1
        var rows = [Int](repeating: 0, count: 3 * width)
        for column in 0..<width { rows[width + column] = column }
        var (beforeLast, last, row) = (0, width, 2 * width)
        for (i, element) in enumerated() {
            rows[row] = i + 1
            for j in other.indices {
                let replaced = rows[last + j] + (element == other[j] ? 0 : 1)
                var least = Swift.min(rows[last + j + 1] + 1, rows[row + j] + 1, replaced)
                if countsSwaps, i > 0, j > 0, element == other[j - 1], self[i - 1] == other[j] {
                    least = Swift.min(least, rows[beforeLast + j - 1] + 1)
                }
                rows[row + j + 1] = least
            }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return rows[last + other.count]
    }

    /// Returns the edit distance to another array; nil if it exceeds a limit.
    @inlinable
    package func editDistance(to other: [Element], atMost limit: Int) -> Int? {
        guard abs(count - other.count) <= limit else { return nil }
        let distance = editDistance(to: other)
        return distance <= limit ? distance : nil
    }
}
