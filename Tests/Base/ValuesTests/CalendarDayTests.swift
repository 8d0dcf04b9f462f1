import Foundation
import Testing
import Values

@Suite("Days of the calendar") struct CalendarDayTests {
    @Test("days follow each other through all years, and are read as they are written")
    func order() throws {
        var days: [CalendarDay] = []
        for year in [1, 4, 100, 400, 1600, 1899, 1900, 1970, 2000, 2026, 9999] {
            for month in 1...12 {
                for day in 1...31 {
                    if let day = CalendarDay(year: year, month: month, day: day) { days.append(day) }
                }
            }
        }
        #expect(days == days.sorted())
        #expect(days.count == 11 * 365 + 4)
        for day in days {
            try #require(CalendarDay(day.description) == day)
            try #require(CalendarDay(number: Int(day.number)) == day)
            let (year, month, dayOfMonth) = day.components
            try #require(CalendarDay(year: year, month: month, day: dayOfMonth) == day)
        }
        for (day, next) in zip(days, days.dropFirst()) where day.components.year == next.components.year {
            try #require(next.days(since: day) == 1)
        }
    }

    @Test("days have the numbers and days of the week that Foundation gives them")
    func numbers() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // Before 1582, Foundation's calendar is the Julian one.
        for number in stride(from: -140_000, through: 2_900_000, by: 997) {
            let day = try #require(CalendarDay(number: number))
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            let (year, month, dayOfMonth) = day.components
            try #require(
                [parts.year, parts.month, parts.day, parts.weekday] == [year, month, dayOfMonth, day.weekday + 1])
        }
        #expect(CalendarDay("1970-01-01")?.number == 0)
    }

    @Test(
        "what is not a day is refused",
        arguments: [
            "", "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-01", "2025-01-00", "2025-04-31", "2025-1-1",
            "2025/01/01", "+025-01-01", "2025-01-0\u{FF11}", "20250101", "2025-01-011", "0000-01-01", "2025-01-01Z",
        ])
    func noDay(_ text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test("the calendar ends with the years 1 and 9999")
    func ends() throws {
        let first = try #require(CalendarDay("0001-01-01"))
        let last = try #require(CalendarDay("9999-12-31"))
        #expect(CalendarDay(clamping: .min) == first)
        #expect(CalendarDay(clamping: .max) == last)
        #expect(CalendarDay(number: Int(first.number) - 1) == nil)
        #expect(CalendarDay(number: Int(last.number) + 1) == nil)
        #expect(first.weekday == 1 && last.weekday == 5)
    }

    @Test(
        "a month is over on the day of the next month with the same number, or behind its end",
        arguments: [
            ("2025-01-31", "2025-02-28", 0), ("2025-01-31", "2025-03-01", 1), ("2025-01-31", "2025-03-31", 2),
            ("2024-02-29", "2025-02-28", 11), ("2024-02-29", "2025-03-01", 12), ("2025-03-01", "2025-02-28", -1),
        ])
    func wholeMonths(_ start: String, _ end: String, _ months: Int) throws {
        #expect(try #require(CalendarDay(end)).wholeMonths(since: #require(CalendarDay(start))) == months)
    }
}
