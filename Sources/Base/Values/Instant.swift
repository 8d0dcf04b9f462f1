/// A point in time in whole microseconds since 1970-01-01T00:00:00Z.
package struct Instant: Hashable, Sendable {
    /// The number of microseconds since 1970-01-01T00:00:00Z.
    package let microseconds: Int64

    /// The number of microseconds of a day.
    package static let day: Int64 = 86_400_000_000

    /// Creates an instant from microseconds since 1970-01-01T00:00:00Z.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Creates an instant from milliseconds since 1970-01-01T00:00:00Z; nil on overflow.
    package init?(milliseconds: Int64) {
        let (product, isTooLarge) = milliseconds.multipliedReportingOverflow(by: 1_000)
        if isTooLarge { return nil }
        microseconds = product
    }

    /// Returns date and time in UTC in ISO 8601, such as `2026-01-31T09:30:00.123`.
    ///
    /// The text has no zone.
    ///
    /// - Parameter places: the number of digits of the second's fraction, from 1 to 6; further ones are truncated.
    /// - Returns: the text; nil outside the years 1 to 9999.
    package func text(places: Int) -> String? {
        var (days, rest) = microseconds.quotientAndRemainder(dividingBy: Instant.day)
        if rest < 0 {
            days -= 1
            rest += Instant.day
        }
        guard let day = CalendarDay(number: Int(days)) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + places)
        day.append(to: &bytes)
        let seconds = Int(rest / 1_000_000)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(twoDigits: seconds / 3_600)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(twoDigits: seconds / 60 % 60)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(twoDigits: seconds % 60)
        bytes.append(UInt8(ascii: "."))
        var fraction = rest % 1_000_000
        for _ in 0..<places {
            fraction *= 10
            bytes.append(UInt8(ascii: "0") + UInt8(fraction / 1_000_000))
            fraction %= 1_000_000
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
