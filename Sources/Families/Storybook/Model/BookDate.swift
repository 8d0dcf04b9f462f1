/// A day in the calendar.
package struct BookDate: Hashable, Comparable, Sendable {
    /// The year.
    package let year: Int
    /// The month, from 1.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int

    /// Reads a day such as `2026-01-31`; nil for a day that does not exist.
    ///
    /// A time behind it, as in `2026-01-31T09:30:00Z`, does not count.
    package init?(_ text: some StringProtocol) {
        let date = text.utf8.prefix(10)
        guard date.count == 10, text.utf8.count == 10 || text.utf8.dropFirst(10).first == UInt8(ascii: "T") else {
            return nil
        }
        let parts = date.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2],
            parts.allSatisfy({ $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        guard numbers[0] > 0, (1...12).contains(numbers[1]),
            (1...Self.length(ofMonth: numbers[1], year: numbers[0])).contains(numbers[2])
        else { return nil }
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day as `2026-01-31`.
    package var text: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The day as a book says it: "31 January 2026".
    package var inWords: String { "\(day) \(Self.months[month - 1]) \(year)" }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    package static func < (a: BookDate, b: BookDate) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }
}
