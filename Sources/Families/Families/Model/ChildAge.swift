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
        let bytes = date.utf8
        guard bytes.count == 10 else { return nil }
        func number(at place: Int, _ digits: Int) -> Int? { Int(Substring(bytes.dropFirst(place).prefix(digits))) }
        guard let year = number(at: 0, 4), let month = number(at: 5, 2), let day = number(at: 8, 2) else { return nil }
        return (year, month, day)
    }
}
