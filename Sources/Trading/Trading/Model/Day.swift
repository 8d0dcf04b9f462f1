import Values

/// A day for bookings, from 1900-01-01 to 2199-12-31.
package struct Day: Hashable, Comparable, Sendable {
    /// The number of days since 1970-01-01.
    package let number: Int32

    /// The earliest day.
    package static let first = Day(unchecked: -25_567)
    /// The latest day.
    package static let last = Day(unchecked: 84_005)

    private init(unchecked number: Int32) {
        self.number = number
    }

    private init?(_ date: CalendarDay?) {
        guard let date, date.number >= Day.first.number, date.number <= Day.last.number else { return nil }
        number = date.number
    }

    /// Creates a day from days since 1970-01-01; `nil` if out of range.
    package init?(number: Int) {
        self.init(CalendarDay(number: number))
    }

    /// Creates a Gregorian day; `nil` if it does not exist or is out of range.
    package init?(year: Int, month: Int, day: Int) {
        self.init(CalendarDay(year: year, month: month, day: day))
    }

    /// Parses a day in the form `2025-12-31`.
    package init?(_ text: some StringProtocol) {
        self.init(CalendarDay(text))
    }

    /// Parses a day in the form `2025-12-31`.
    init?(utf8 bytes: ArraySlice<UInt8>) {
        self.init(CalendarDay(utf8: bytes))
    }

    private var date: CalendarDay { CalendarDay(clamping: Int(number)) }

    /// Year, month and day of the Gregorian calendar.
    package var components: (year: Int, month: Int, day: Int) { date.components }

    /// The year of the Gregorian calendar.
    package var year: Int { components.year }

    /// Returns the day a number of days later, clamped to the valid range.
    package func advanced(by days: Int) -> Day {
        let (sum, overflow) = Int(number).addingReportingOverflow(days)
        return (overflow ? nil : Day(number: sum)) ?? (days < 0 ? .first : .last)
    }

    /// Returns the number of days since another day.
    package func days(since other: Day) -> Int { Int(number) - Int(other.number) }

    package static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

extension Day: CustomStringConvertible {
    /// The day in the form `2025-12-31`.
    package var description: String { date.description }

    /// Appends ``description``.
    func append(to bytes: inout [UInt8]) { date.append(to: &bytes) }
}

extension Day: Codable {
    /// Decodes a day from text in the form `2025-12-31`.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let day = Day(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a day"))
        }
        self = day
    }

    /// Encodes the day as text in the form `2025-12-31`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
