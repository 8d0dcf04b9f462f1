import Pipeline
import Values

/// The dates of S3's headers and answers.
enum S3Date {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses a date of HTTP, such as `Wed, 21 Oct 2015 07:28:00 GMT`.
    static func http(_ text: String) -> Timestamp? {
        let fields = text.split(separator: " ")
        guard fields.count == 6, fields[5] == "GMT", let day = Int(fields[1]), let year = Int(fields[3]),
            let month = months.firstIndex(of: String(fields[2])),
            let date = CalendarDay(year: year, month: month + 1, day: day)
        else { return nil }
        return moment(date, time: fields[4])
    }

    /// Parses a date of a list, such as `2026-01-31T09:30:00.123Z`; fractions are dropped.
    static func iso(_ text: String) -> Timestamp? {
        let halves = text.split(separator: "T")
        guard halves.count == 2, halves[1].hasSuffix("Z"), let day = CalendarDay(halves[0]) else { return nil }
        return moment(day, time: halves[1].prefix(8))
    }

    private static func moment(_ day: CalendarDay, time: Substring) -> Timestamp? {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 3, let epoch = CalendarDay(year: 1970, month: 1, day: 1), (0..<24).contains(parts[0]),
            (0..<60).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        let seconds = day.days(since: epoch) * 86_400 + parts[0] * 3600 + parts[1] * 60 + parts[2]
        return Timestamp(milliseconds: Int64(seconds) * 1000)
    }
}
