/// A calendar day from 1900-01-01 to 2199-12-31, without a time zone.
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

    /// Creates a day from the number of days since 1970-01-01, or `nil` if it is out of range.
    package init?(number: Int) {
        guard number >= Int(Day.first.number), number <= Int(Day.last.number) else { return nil }
        self.number = Int32(number)
    }

    /// Creates a day of the Gregorian calendar, or `nil` if there is no such day or it is out of range.
    package init?(year: Int, month: Int, day: Int) {
        guard (1900...2199).contains(year), (1...12).contains(month),
            day >= 1, day <= Day.length(ofMonth: month, year: year)
        else { return nil }
        // Counted from March, so that the leap day ends the year.
        let shifted = month > 2 ? year : year - 1
        let monthOfYear = (month + 9) % 12
        let dayOfYear = (153 * monthOfYear + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
        number = Int32(days - 719_468)
    }

    /// Reads a day in the form `2025-12-31`.
    package init?(_ text: some StringProtocol) {
        self.init(utf8: Array(text.utf8)[...])
    }

    /// Reads a day in the form `2025-12-31`.
    init?(utf8 bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard bytes.count == 10, bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
            let year = Day.number(bytes[start..<start + 4]), let month = Day.number(bytes[start + 5..<start + 7]),
            let day = Day.number(bytes[start + 8..<start + 10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var result = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            result = result * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return result
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Year, month and day of the Gregorian calendar.
    package var components: (year: Int, month: Int, day: Int) {
        let days = Int(number) + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthOfYear = (5 * dayOfYear + 2) / 153
        let month = monthOfYear < 10 ? monthOfYear + 3 : monthOfYear - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthOfYear + 2) / 5 + 1)
    }

    /// The year of the Gregorian calendar.
    package var year: Int { components.year }

    /// The day that is a number of days later, or earlier if negative; the first or last day if that is out of range.
    package func advanced(by days: Int) -> Day {
        let (sum, overflow) = Int(number).addingReportingOverflow(days)
        if overflow { return days < 0 ? .first : .last }
        return Day(unchecked: Int32(min(max(sum, Int(Day.first.number)), Int(Day.last.number))))
    }

    /// The number of days from another day to this one.
    package func days(since other: Day) -> Int { Int(number) - Int(other.number) }

    package static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

extension Day: CustomStringConvertible {
    /// The day in the form `2025-12-31`.
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``description``.
    func append(to bytes: inout [UInt8]) {
        let (year, month, day) = components
        bytes.append(twoDigits: year / 100)
        bytes.append(twoDigits: year % 100)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(twoDigits: month)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(twoDigits: day)
    }
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
