public import Foundation

/// A day of the calendar without a time or a time zone, written `2026-01-31`.
public struct CalendarDay: Codable, Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The year.
    public var year: Int
    /// The month, from 1 to 12.
    public var month: Int
    /// The day of the month, from 1.
    public var day: Int

    /// Creates a day.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day of a date in a calendar.
    public init(_ date: Date, in calendar: Calendar = .current) {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        self.init(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
    }

    /// Creates a day from its text; `nil` if it is not a day.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Returns the beginning of the day in a calendar, to be formatted.
    public func date(in calendar: Calendar = .current) -> Date? {
        calendar.date(from: DateComponents(year: year, month: month, day: day))
    }

    /// Creates a day from its text.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let day = CalendarDay(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "The text is not a day.")
        }
        self = day
    }

    /// Encodes the text of the day.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }

    /// Whether a day is before another.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The text of the day.
    public var description: String {
        func padded(_ number: Int, to width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
}
