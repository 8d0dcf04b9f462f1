import FormModel

/// The order in which a date has its parts.
enum DateOrder: CaseIterable {
    case dayMonthYear, monthDayYear, yearMonthDay

    /// The pattern of the order, as in `AFDate_FormatEx`.
    ///
    /// - Parameters:
    ///   - separator: what stands between the parts.
    ///   - isShort: whether the year has two digits.
    /// - Returns: the pattern.
    func pattern(_ separator: Character, isShort: Bool = false) -> String {
        let year = isShort ? "yy" : "yyyy"
        let parts =
            switch self {
            case .dayMonthYear: ["dd", "mm", year]
            case .monthDayYear: ["mm", "dd", year]
            case .yearMonthDay: [year, "mm", "dd"]
            }
        return parts.joined(separator: String(separator))
    }

    /// The place of the year among the three parts.
    var yearPlace: Int { self == .yearMonthDay ? 0 : 2 }
}
