import Values

/// The age of a child on a day.
package struct ChildAge: Hashable, Sendable {
    /// The number of whole months.
    package let months: Int

    /// Creates an age; nil before the birth.
    package init?(months: Int) {
        guard months >= 0 else { return nil }
        self.months = months
    }

    /// Computes the age on a day from two dates such as `2026-01-31`.
    ///
    /// The result is nil before the birth, and for malformed dates.
    package init?(born: String, on date: String) {
        guard let birth = CalendarDay(born), let day = CalendarDay(date) else { return nil }
        self.init(months: day.wholeMonths(since: birth))
    }

    /// The age as printed in a book.
    ///
    /// It is "7 months old" up to the second birthday, then "Age 4".
    package var inWords: String {
        if months >= 24 { return "Age \(months / 12)" }
        return "\(months) \(months == 1 ? "month" : "months") old"
    }
}
