public import Foundation
import Values

/// A point in time in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// All processes on a store compare leases, due times and events, so this is wall-clock time. Unlike the fraction of a
/// `Date`, whole milliseconds compare the same in memory and in a database.
public struct Timestamp: Hashable, Sendable, Codable {
    /// The number of milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// Creates a timestamp from milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates a timestamp by rounding `date` to the nearest millisecond.
    public init(_ date: Date) {
        milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    /// The same time as a Foundation `Date`.
    public var date: Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Returns the time a duration later, with the duration truncated to whole milliseconds.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + duration.wholeMilliseconds)
    }

    /// Returns the time a duration earlier, with the duration truncated to whole milliseconds.
    public static func - (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds - duration.wholeMilliseconds)
    }

    /// Returns the time from `earlier` to `later`.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)
    }
}

extension Timestamp: Comparable {
    /// Returns whether `a` is earlier than `b`.
    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        a.milliseconds < b.milliseconds
    }
}

extension Timestamp: CustomStringConvertible {
    /// The time in ISO 8601, in UTC, with milliseconds.
    ///
    /// Outside the years 1 to 9999 it is the number of milliseconds.
    public var description: String {
        guard let text = Instant(milliseconds: milliseconds)?.text(places: 3) else { return "\(milliseconds) ms" }
        return text + "Z"
    }
}

extension Duration {
    /// The duration in whole milliseconds, truncated.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// The duration in seconds.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
