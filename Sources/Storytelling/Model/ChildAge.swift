/// How old a child was on a day.
package struct ChildAge: Hashable, Sendable {
    /// Whole months.
    package let months: Int

    /// Creates an age; nil before the birth.
    package init?(months: Int) {
        guard months >= 0 else { return nil }
        self.months = months
    }

    /// Computes the age on a day from two dates as `2026-01-31`; nil before the birth, and for what is no date.
    ///
    /// A month is over on the day of the next month with the number of the birthday, or on the first behind it if the month is
    /// too short.
    package init?(born: String, on date: String) {
        guard let birth = Self.parts(of: born), let day = Self.parts(of: date) else { return nil }
        self.init(
            months: (day.year - birth.year) * 12 + day.month - birth.month - (day.day < birth.day ? 1 : 0))
    }

    /// The age as a book prints it: "7 months old" up to the second birthday, then "Age 4".
    package var inWords: String {
        if months >= 24 { return "Age \(months / 12)" }
        return "\(months) \(months == 1 ? "month" : "months") old"
    }

    private static func parts(of date: String) -> (year: Int, month: Int, day: Int)? {
        let parts = date.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
        return (year, month, day)
    }
}
