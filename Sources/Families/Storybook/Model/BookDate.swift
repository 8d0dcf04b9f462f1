import Values

/// A day in a book.
package struct BookDate: Hashable, Comparable, Sendable {
    private let day: CalendarDay

    /// Parses a day such as `2026-01-31`; nil if it does not exist.
    ///
    /// A time after it, as in `2026-01-31T09:30:00Z`, is ignored.
    package init?(_ text: some StringProtocol) {
        let bytes = text.utf8
        guard bytes.count == 10 || bytes.dropFirst(10).first == UInt8(ascii: "T"),
            let day = CalendarDay(utf8: Array(bytes.prefix(10))[...])
        else { return nil }
        self.day = day
    }

    /// The year.
    package var year: Int { day.components.year }

    /// The day as `2026-01-31`.
    package var text: String { day.description }

    /// The day as printed in a book: "31 January 2026".
    package var inWords: String {
        let (year, month, day) = day.components
        return "\(day) \(Self.months[month - 1]) \(year)"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    package static func < (a: BookDate, b: BookDate) -> Bool { a.day < b.day }
}
