public import Foundation

/// A moment: whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Leases, due times and events are compared by every process on one store, so this is wall-clock time; whole
/// milliseconds compare the same in memory and in a database, which a `Date`'s fraction does not.
public struct Timestamp: Hashable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The whole millisecond nearest to `date`.
    public init(_ date: Date) {
        milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    /// The same moment as Foundation's type.
    public var date: Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + duration.wholeMilliseconds)
    }

    public static func - (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds - duration.wholeMilliseconds)
    }

    /// The time that passed from `earlier` to `later`.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)
    }
}

extension Timestamp: Comparable {
    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        a.milliseconds < b.milliseconds
    }
}

extension Timestamp: CustomStringConvertible {
    /// ISO 8601 in UTC with milliseconds.
    public var description: String {
        // The fraction is written apart: Foundation's own passes through a binary fraction of a second.
        let (seconds, fraction) = milliseconds.flooredDivision(by: 1000)
        let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
        return "\(text).\(String(fraction + 1000).dropFirst())Z"
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Duration {
    /// The duration in milliseconds, its fraction dropped.
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
