import Values

extension FormatSection {
    /// Returns a date or time as displayed.
    ///
    /// It is nil for a number without one.
    func date(_ value: Double, is1904: Bool) -> CellValue? {
        guard let time = SerialTime(value, is1904: is1904, rounding: unit) else { return nil }
        let isDay = isWholeDate
        if !isElapsed, time.day == nil, tokens.contains(where: Self.isOfDay) {
            // A day of the calendar that spreadsheet programs count, and no other: 1900-02-29, or the day before it began.
            guard let text = time.numbers else { return nil }
            return CellValue(text: text)
        }
        var text = ""
        var isTwelve = false
        for case .date(.half) in tokens { isTwelve = true }
        for token in tokens {
            switch token {
            case .literal(let literal): text += literal
            case .date(let part): text += written(part, time, isTwelve: isTwelve)
            default: break
            }
        }
        let plain = isDay ? time.day.map { "\($0)" } : nil
        // Spreadsheet programs show some formats in the order of the reader's system, which nobody can know here.
        if isSystemDate, let plain { return CellValue(text: plain) }
        return CellValue(text: text.trimmingSpaces, plain: plain)
    }

    /// The unit in milliseconds to which times are rounded.
    private var unit: Int {
        var unit = 1
        for case .date(.second) in tokens { unit = 1_000 }
        for case .date(.elapsedSeconds) in tokens { unit = 1_000 }
        for case .date(.fraction(let digits)) in tokens { unit = [1_000, 100, 10, 1][digits] }
        return unit
    }

    private static func isOfDay(_ token: Token) -> Bool {
        switch token {
        case .date(.year), .date(.month), .date(.day), .date(.buddhistYear): true
        default: false
        }
    }

    private var isElapsed: Bool {
        tokens.contains { token in
            switch token {
            case .date(.elapsedHours), .date(.elapsedMinutes), .date(.elapsedSeconds): true
            default: false
            }
        }
    }

    /// Whether the section displays a day, a month and a year, and no time.
    private var isWholeDate: Bool {
        var (hasYear, hasMonth, hasDay) = (false, false, false)
        for case .date(let part) in tokens {
            switch part {
            case .year: hasYear = true
            case .month: hasMonth = true
            case .day(let count): if count <= 2 { hasDay = true }
            case .buddhistYear, .hour, .minute, .second, .fraction, .elapsedHours, .elapsedMinutes, .elapsedSeconds,
                .half:
                return false
            }
        }
        return hasYear && hasMonth && hasDay
    }

    private func written(_ part: DatePart, _ time: SerialTime, isTwelve: Bool) -> String {
        let (year, month, day) = time.components
        switch part {
        case .year(let count):
            return count > 2 ? Self.padded(year, 4) : Self.padded(year % 100, 2)
        case .buddhistYear(let count):
            return count > 2 ? Self.padded(year + 543, 4) : Self.padded((year + 543) % 100, 2)
        case .month(let count):
            switch count {
            case 1, 2: return Self.padded(month, count)
            case 3: return locale?.months(isShort: true)[month - 1] ?? String(EnglishNames.months[month - 1].prefix(3))
            case 5: return String((locale?.months(isShort: false) ?? EnglishNames.months)[month - 1].prefix(1))
            default: return (locale?.months(isShort: false) ?? EnglishNames.months)[month - 1]
            }
        case .day(let count):
            if count <= 2 { return Self.padded(day, count) }
            let name = time.weekday
            if count > 3 { return (locale?.weekdays(isShort: false) ?? EnglishNames.weekdays)[name] }
            return locale?.weekdays(isShort: true)[name] ?? String(EnglishNames.weekdays[name].prefix(3))
        case .hour(let count):
            let hour = time.milliseconds / 3_600_000
            return Self.padded(isTwelve ? (hour + 11) % 12 + 1 : hour, count)
        case .minute(let count): return Self.padded(time.milliseconds / 60_000 % 60, count)
        case .second(let count): return Self.padded(time.milliseconds / 1_000 % 60, count)
        case .fraction(let digits):
            return "." + String(Self.padded(time.milliseconds % 1_000, 3).prefix(digits))
        case .elapsedHours(let count): return Self.padded(time.total / 3_600_000, count)
        case .elapsedMinutes(let count): return Self.padded(time.total / 60_000, count)
        case .elapsedSeconds(let count): return Self.padded(time.total / 1_000, count)
        case .half(let morning, let afternoon): return time.milliseconds < 43_200_000 ? morning : afternoon
        }
    }

    private static func padded(_ number: Int, _ length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}

/// A point in time as spreadsheet programs count it.
///
/// They count the days since the end of 1899, or since 1904.
struct SerialTime: Sendable, Hashable {
    /// The number of days.
    ///
    /// Day 1 is 1900-01-01.
    let count: Int
    /// The number of days as counted in the workbook.
    private let elapsed: Int
    /// The time within the day.
    let milliseconds: Int

    /// The number of the last day, 9999-12-31.
    private static let last = 2_958_465
    private static let milliseconds = 86_400_000
    /// The number of 1904-01-01.
    private static let start1904 = 1_462
    /// The number of the day that the first spreadsheet programs inserted, 1900-02-29.
    static let inserted = 60
    /// The number of days from the start of the count to 1970.
    ///
    /// It holds behind the inserted day.
    private static let epoch = 25_569

    /// Creates a time from a number.
    ///
    /// It is nil for a number below zero or beyond the year 9999.
    ///
    /// `unit` is the number of milliseconds to round to.
    init?(_ value: Double, is1904: Bool, rounding unit: Int) {
        guard value >= 0, value < Double(Self.last + 1) else { return nil }
        var day = Int(value)
        // What is displayed in minutes is cut off, but the error of a number must not take a minute away.
        let exact = Int(((value - Double(day)) * Double(Self.milliseconds)).rounded())
        var time = (exact + unit / 2) / unit * unit
        if time >= Self.milliseconds { (day, time) = (day + 1, 0) }
        elapsed = day
        count = day + (is1904 ? Self.start1904 : 0)
        milliseconds = time
        guard count <= Self.last else { return nil }
    }

    /// The whole time in milliseconds.
    var total: Int { elapsed * Self.milliseconds + milliseconds }

    /// The day; nil for the inserted one, and for 0.
    var day: CalendarDay? {
        if count == 0 || count == Self.inserted { return nil }
        return CalendarDay(number: count - Self.epoch + (count < Self.inserted ? 1 : 0))
    }

    /// The year, the month and the day of the month.
    var components: (year: Int, month: Int, day: Int) {
        day?.components ?? (count == 0 ? (1900, 1, 0) : (1900, 2, 29))
    }

    /// The day in numbers if the calendar does not have it.
    var numbers: String? { day == nil ? (count == 0 ? "1900-01-00" : "1900-02-29") : nil }

    /// The day of the week; 0 is Sunday.
    var weekday: Int { day?.weekday ?? 3 }
}
