/// A selection of pages: `1,3-5`, `2-`, `-3`.
public struct PageSelection: Sendable, Hashable {
    /// The ranges of page numbers (1-based).
    private var ranges: [ClosedRange<Int>]

    /// Maximum page number: more pages than any document has.
    private static let limit = 1_000_000

    /// Parses a list of page numbers and ranges; `nil` if it is malformed.
    public init?(_ text: String) {
        ranges = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.filter { $0 != " " }
            }
            func number(_ text: String, empty: Int?) -> Int? {
                guard !text.isEmpty else { return empty }
                guard text.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(text) else { return nil }
                return (1...Self.limit).contains(number) ? number : nil
            }
            let isRange = ends.count == 2
            guard let first = number(ends[0], empty: isRange ? 1 : nil),
                let last = isRange ? number(ends[1], empty: Self.limit) : first, first <= last,
                ends.contains(where: { !$0.isEmpty })
            else { return nil }
            ranges.append(first...last)
        }
    }

    /// Returns the selected pages of a document (0-based) in ascending order.
    ///
    /// - Returns: `nil` if a selected page does not exist.
    package func pages(of count: Int) -> [Int]? {
        guard ranges.allSatisfy({ $0.lowerBound <= count && ($0.upperBound <= count || $0.upperBound == Self.limit) })
        else { return nil }
        return (0..<count).filter { page in ranges.contains { $0.contains(page + 1) } }
    }
}
