/// A number that a spreadsheet program displays as it is written.
///
/// Digits with leading zeros, grouping or signs other than a minus are no such numbers, and neither are more digits than
/// a spreadsheet program keeps.
struct PlainNumber {
    /// The number of digits behind the point.
    let decimals: Int

    /// Maximum number of digits that a spreadsheet program keeps.
    private static let mostDigits = 15
    /// Maximum number of digits behind the point.
    static let mostDecimals = 6

    /// Reads a text such as `-1250.50`; nil for any other.
    init?(_ text: String) {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            parts[0] == "0" || !parts[0].hasPrefix("0"), parts.reduce(0, { $0 + $1.count }) <= Self.mostDigits
        else { return nil }
        decimals = parts.count == 2 ? parts[1].count : 0
        // There is no negative zero.
        guard decimals <= Self.mostDecimals, !isNegative || parts.joined().contains(where: { $0 != "0" }) else {
            return nil
        }
    }
}
