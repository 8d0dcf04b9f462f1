/// Numbers of lines in words.
package enum LineRanges {
    /// Maximum number of ranges, and of names, in a phrase.
    static let maximumCount = 40

    /// Returns lines as text, such as `1-3, 7`, abbreviated if there are many.
    ///
    /// - Parameters:
    ///   - lines: the listed lines in ascending order.
    ///   - count: the number of all lines, which can be more.
    /// - Returns: the text.
    package static func text(of lines: [Int32], count: Int) -> String {
        var ranges: [ClosedRange<Int32>] = []
        for line in lines {
            if let last = ranges.last, line <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, line)
            } else {
                ranges.append(line...line)
            }
        }
        let texts = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
        let shown = ranges.prefix(maximumCount)
        let rest = count - shown.reduce(0) { $0 + $1.count }
        return texts.prefix(shown.count).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
