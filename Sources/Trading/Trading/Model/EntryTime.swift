import Values

/// The calendar day of a booking, with the time of day if known.
///
/// The day is the broker's own, even if the same instant belongs to another day in UTC, since files on the same trade
/// agree on it. Times are ordered by their instants; a day without a time counts as its midnight in UTC.
package struct EntryTime: Hashable, Sendable {
    /// The day stated by the file.
    package let day: Day
    /// The second of the day in the file's time zone, or -1 without a time.
    private let second: Int32
    /// The offset of the file's time zone from UTC, in minutes.
    private let offset: Int16

    /// Creates a time from a day without a time of day.
    package init(_ day: Day) {
        self.day = day
        second = -1
        offset = 0
    }

    /// Creates a time with a time of day; `nil` if it is out of range.
    ///
    /// - Parameters:
    ///   - day: the day in the time zone.
    ///   - secondOfDay: seconds since midnight, from 0 to 86,399. A leap second counts as the second before it.
    ///   - minutesFromUTC: the offset of the time zone from UTC, from -18 to 18 hours.
    package init?(_ day: Day, secondOfDay: Int, minutesFromUTC: Int = 0) {
        guard (0..<86_400).contains(secondOfDay), (-1080...1080).contains(minutesFromUTC) else { return nil }
        self.day = day
        second = Int32(secondOfDay)
        offset = Int16(minutesFromUTC)
    }

    /// Whether the file states a time of day.
    package var hasTime: Bool { second >= 0 }

    /// The seconds since 1970-01-01T00:00:00Z.
    package var instant: Int64 {
        Int64(day.number) * 86_400 + Int64(max(second, 0)) - Int64(offset) * 60
    }
}

extension EntryTime: Comparable {
    package static func < (left: EntryTime, right: EntryTime) -> Bool { left.instant < right.instant }
}

extension EntryTime: CustomStringConvertible {
    /// The day and time in ISO 8601, such as `2025-12-31`, `2025-12-31T09:30:00Z` or `2025-12-31T09:30:00-05:00`.
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``description``.
    func append(to bytes: inout [UInt8]) {
        day.append(to: &bytes)
        guard hasTime else { return }
        let time = Int(second)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(twoDigits: time / 3600)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(twoDigits: time / 60 % 60)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(twoDigits: time % 60)
        if offset == 0 {
            bytes.append(UInt8(ascii: "Z"))
        } else {
            let minutes = abs(Int(offset))
            bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
            bytes.append(twoDigits: minutes / 60)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(twoDigits: minutes % 60)
        }
    }

    /// Parses the format of ``description``.
    package init?(_ text: some StringProtocol) {
        self.init(utf8: Array(text.utf8)[...])
    }

    /// Parses the format of ``description``.
    init?(utf8 text: ArraySlice<UInt8>) {
        guard let day = Day(utf8: text.prefix(10)) else { return nil }
        if text.count == 10 {
            self.init(day)
            return
        }
        let rest = Array(text.dropFirst(10))
        func two(_ index: Int) -> Int? {
            guard index + 1 < rest.count else { return nil }
            let tens = Int(rest[index]) - 48
            let ones = Int(rest[index + 1]) - 48
            return (0...9).contains(tens) && (0...9).contains(ones) ? tens * 10 + ones : nil
        }
        guard rest[0] == UInt8(ascii: "T"), rest.count == 10 || rest.count == 15, rest[3] == UInt8(ascii: ":"),
            rest[6] == UInt8(ascii: ":"), let hour = two(1), let minute = two(4), let second = two(7),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var offset = 0
        if rest.count == 10 {
            guard rest[9] == UInt8(ascii: "Z") else { return nil }
        } else {
            guard let sign = [UInt8(ascii: "+"): 1, UInt8(ascii: "-"): -1][rest[9]], rest[12] == UInt8(ascii: ":"),
                let hours = two(10), let minutes = two(13), minutes < 60
            else { return nil }
            offset = sign * (hours * 60 + minutes)
        }
        self.init(day, secondOfDay: hour * 3600 + minute * 60 + second, minutesFromUTC: offset)
    }
}

extension EntryTime: Codable {
    /// Decodes the day and time from ISO 8601 text.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let time = EntryTime(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a day or time"))
        }
        self = time
    }

    /// Encodes the day and time as ISO 8601 text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
