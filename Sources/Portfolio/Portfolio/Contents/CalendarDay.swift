/// A day of the Gregorian calendar, from the year 1 to 9999.
package struct CalendarDay: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Parses a day written as `2026-01-31`; nil for anything else, and for days that do not exist.
    package init?(_ text: String?) {
        guard let bytes = text.map({ Array($0.utf8) }), bytes.count == 10, bytes[4] == UInt8(ascii: "-"),
            bytes[7] == UInt8(ascii: "-"), let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), year >= 1, (1...12).contains(month),
            (1...Self.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The number of days since 1 March of the year 0.
    package var number: Int {
        // The year begins in March, so that a leap day is its last.
        let years = month > 2 ? year : year - 1
        let months = month > 2 ? month - 3 : month + 9
        return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1
    }

    /// As `2026-01-31`.
    package var description: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
