/// Converts Gregorian dates and times from clients' notations to the stored one.
package enum CivilTime {
    /// Returns a date in the form `2026-01-31`.
    static func date(_ text: Substring, for place: String) throws(RowQueryError) -> String {
        var reader = Reader(text)
        guard let day = reader.day() else { throw invalid("date", place) }
        // As in PostgreSQL, a time after the date is parsed and ignored.
        if !reader.isAtEnd {
            guard reader.skipSeparator(), reader.time() != nil, reader.zone() != nil, reader.isAtEnd else {
                throw invalid("date", place)
            }
        }
        guard let day = day.inCalendar else { throw outside("date", place) }
        return day.description
    }

    /// Returns a time in the form `2026-01-31T09:30:00.123456+00:00`; the default zone is UTC.
    static func timestamp(_ text: Substring, for place: String) throws(RowQueryError) -> String {
        let type = "timestamp with time zone"
        var reader = Reader(text)
        guard let day = reader.day() else { throw invalid(type, place) }
        var microseconds: Int64 = 0
        var offset: Int64 = 0
        if !reader.isAtEnd {
            guard reader.skipSeparator(), let time = reader.time(), let zone = reader.zone(), reader.isAtEnd else {
                throw invalid(type, place)
            }
            guard time.hour < 24 || (time.hour == 24 && time.minute == 0 && time.second == 0 && time.fraction == 0),
                time.minute < 60, time.second <= 60, abs(zone) < 16 * 3_600
            else { throw outside(type, place) }
            microseconds = ((time.hour * 60 + time.minute) * 60 + time.second) * 1_000_000 + time.fraction
            offset = zone
        }
        guard let day = day.inCalendar else { throw outside(type, place) }
        let moment = Int64(day.number) * Instant.day + microseconds - offset * 1_000_000
        guard let kept = timestamp(microsecondsSince1970: moment) else { throw outside(type, place) }
        return kept
    }

    /// Returns a time as it is stored; nil outside the years 1 to 9999.
    package static func timestamp(microsecondsSince1970 moment: Int64) -> String? {
        Instant(microseconds: moment).text(places: 6).map { $0 + "+00:00" }
    }

    private static func invalid(_ type: String, _ place: String) -> RowQueryError {
        RowQueryError(.invalidTime, "Invalid input syntax for type \(type) in \(place).")
    }

    private static func outside(_ type: String, _ place: String) -> RowQueryError {
        RowQueryError(.timeOutOfRange, "The value for \(place) is out of range for type \(type).")
    }

    /// The numbers of a date as written.
    private struct Day {
        let year: Int64
        let month: Int64
        let day: Int64

        /// The day with these numbers; nil if the calendar does not have it.
        var inCalendar: CalendarDay? { CalendarDay(year: Int(year), month: Int(month), day: Int(day)) }
    }

    private struct Time {
        let hour: Int64
        let minute: Int64
        let second: Int64
        /// The rounded fraction of a second in microseconds.
        let fraction: Int64
    }

    /// Reads the parts of a text from left to right.
    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: Substring) {
            rest = text.utf8
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func day() -> Day? {
            guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2) else {
                return nil
            }
            return Day(year: year, month: month, day: day)
        }

        mutating func skipSeparator() -> Bool { skip("T") || skip("t") || skip(" ") }

        mutating func time() -> Time? {
            guard let hour = digits(2), skip(":"), let minute = digits(2) else { return nil }
            var second: Int64 = 0
            var fraction: Int64 = 0
            if skip(":") {
                guard let whole = digits(2) else { return nil }
                second = whole
                if skip(".") {
                    let all = rest.prefix { (48...57).contains($0) }
                    guard (1...12).contains(all.count) else { return nil }
                    rest = rest.dropFirst(all.count)
                    for place in 0..<6 {
                        fraction = fraction * 10 + (place < all.count ? digit(all, place) : 0)
                    }
                    if all.count > 6, digit(all, 6) >= 5 { fraction += 1 }
                }
            }
            return Time(hour: hour, minute: minute, second: second, fraction: fraction)
        }

        /// Parses the offset of a zone in seconds; 0 without a zone.
        mutating func zone() -> Int64? {
            if isAtEnd || skip("Z") || skip("z") { return 0 }
            let sign: Int64
            if skip("+") {
                sign = 1
            } else if skip("-") {
                sign = -1
            } else {
                return nil
            }
            guard let hours = digits(2) else { return nil }
            if isAtEnd { return sign * hours * 3_600 }
            _ = skip(":")
            guard let minutes = digits(2), minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }

        private func digit(_ text: Substring.UTF8View, _ place: Int) -> Int64 {
            Int64(text[text.index(text.startIndex, offsetBy: place)]) - 48
        }

        private mutating func digits(_ count: Int) -> Int64? {
            let found = rest.prefix(count)
            guard found.count == count, found.allSatisfy({ (48...57).contains($0) }) else { return nil }
            rest = rest.dropFirst(count)
            return found.reduce(0) { $0 * 10 + Int64($1) - 48 }
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }
    }
}
