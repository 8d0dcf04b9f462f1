/// A day of the Gregorian calendar (years 1 to 9999), without a time zone.
package struct CalendarDay: Hashable, Sendable {
    /// The number of days since 1970-01-01.
    package let number: Int32

    /// Creates a day from its number; nil outside the years 1 to 9999.
    package init?(number: Int) {
        self.init(clamping: number)
        if self.number != number { return nil }
    }

    /// Creates a day from its number, clamped to the years 1 to 9999.
    package init(clamping number: Int) {
        self.number = Int32(Swift.min(Swift.max(number, -719_162), 2_932_896))
    }

    /// Creates a day; nil if the calendar does not have it.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CalendarDay.length(ofMonth: month, year: year)
        else { return nil }
        // Years begin in March, so that the leap day is the last one.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        number = Int32(365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - CalendarDay.epoch)
    }

    /// Parses a day written as `2026-01-31`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 10 else { return nil }
        self.init(utf8: Array(text.utf8)[...])
    }

    /// Parses a day written as `2026-01-31` in ASCII; nil for anything else.
    package init?(utf8 bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard bytes.count == 10, bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-") else {
            return nil
        }
        func number(_ places: Range<Int>) -> Int? {
            var number = 0
            for place in places {
                let digit = bytes[start + place] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                number = number * 10 + Int(digit)
            }
            return number
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of days from 1 March of the year 0 to 1970-01-01.
    private static let epoch = 719_468

    /// The year, the month (1-based) and the day of the month (1-based).
    package var components: (year: Int, month: Int, day: Int) {
        // In years that begin in March, January and February of the year 1 belong to the year 0: nothing is negative.
        let days = Int(number) + CalendarDay.epoch
        let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthOfYear = (5 * dayOfYear + 2) / 153
        let month = monthOfYear < 10 ? monthOfYear + 3 : monthOfYear - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthOfYear + 2) / 5 + 1)
    }

    /// The day of the week; 0 is Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday (4). A multiple of 7 keeps the sum positive.
        (Int(number) + 719_166 + 4) % 7
    }

    /// The number of days from another day to this one.
    package func days(since other: CalendarDay) -> Int { Int(number) - Int(other.number) }

    /// Returns the number of whole months since another day; negative if that is later.
    ///
    /// A month ends on the same day of the next month, or on the day after that month's last if it is shorter.
    package func wholeMonths(since other: CalendarDay) -> Int {
        let (start, end) = (other.components, components)
        return (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day ? 1 : 0)
    }
}

extension CalendarDay: Comparable {
    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}

extension CalendarDay: CustomStringConvertible {
    /// The day in the form `2026-01-31`.
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``description``.
    package func append(to bytes: inout [UInt8]) {
        let (year, month, day) = components
        bytes.append(twoDigits: year / 100)
        bytes.append(twoDigits: year % 100)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(twoDigits: month)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(twoDigits: day)
    }
}

extension [UInt8] {
    /// Appends an integer from 0 to 99 as two digits.
    package mutating func append(twoDigits number: Int) {
        append(UInt8(ascii: "0") + UInt8(number / 10))
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
