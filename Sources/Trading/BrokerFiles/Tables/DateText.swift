import Trading

/// Parses the dates and times of files.
enum DateText {
    /// Parses ISO 8601, such as `2025-12-31`.
    ///
    /// A time can follow after `T` or a space, and then a time zone.
    static func iso(_ text: some StringProtocol) -> EntryTime? {
        var scanner = TextScanner(text)
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
            let dayOfMonth = scanner.digits(2), let day = Day(year: year, month: month, day: dayOfMonth)
        else { return nil }
        if scanner.isAtEnd { return EntryTime(day) }
        guard scanner.take(anyOf: ["T", " "]), let second = clock(&scanner) else { return nil }
        let offset = zone(&scanner)
        guard let offset, scanner.isAtEnd else { return nil }
        return EntryTime(day, secondOfDay: second, minutesFromUTC: offset)
    }

    /// Parses `12/31/2025`, or `12/31/2025 as of 12/29/2025`.
    ///
    /// The result is the second day, on which the transaction took effect.
    static func schwab(_ text: some StringProtocol) -> EntryTime? {
        var scanner = TextScanner(text)
        guard var day = american(&scanner) else { return nil }
        if !scanner.isAtEnd {
            for letter in " as of ".unicodeScalars where !scanner.take(letter) { return nil }
            guard let effective = american(&scanner), scanner.isAtEnd else { return nil }
            day = effective
        }
        return EntryTime(day)
    }

    private static func american(_ scanner: inout TextScanner) -> Day? {
        guard let month = scanner.digits(1...2), scanner.take("/"), let day = scanner.digits(1...2), scanner.take("/"),
            let year = scanner.digits(4)
        else { return nil }
        return Day(year: year, month: month, day: day)
    }

    /// Parses `20251231` or `2025-12-31` with an optional time.
    ///
    /// The time, `093000` or `09:30:00`, follows a semicolon, comma or space.
    static func ibkr(_ text: some StringProtocol) -> EntryTime? {
        var scanner = TextScanner(text)
        guard let year = scanner.digits(4) else { return nil }
        let isSeparated = scanner.take("-")
        guard let month = scanner.digits(2), !isSeparated || scanner.take("-"), let dayOfMonth = scanner.digits(2),
            let day = Day(year: year, month: month, day: dayOfMonth)
        else { return nil }
        if scanner.isAtEnd { return EntryTime(day) }
        guard scanner.take(anyOf: [";", ",", " "]) else { return nil }
        while scanner.take(" ") {}
        guard let hour = scanner.digits(2) else { return nil }
        let hasColons = scanner.take(":")
        guard let minute = scanner.digits(2), !hasColons || scanner.take(":"), let second = scanner.digits(2),
            hour < 24, minute < 60, second < 61
        else { return nil }
        // A Flex query can add the name of its zone, such as EST, which is ignored.
        if scanner.take(" ") { _ = scanner.letters() }
        guard scanner.isAtEnd else { return nil }
        return EntryTime(day, secondOfDay: min(hour * 3600 + minute * 60 + second, 86_399))
    }

    /// Parses the format of OFX, such as `20251231`.
    ///
    /// A time `093000.000` and a zone `[-5:EST]` can follow. The day is the broker's own. A time of midnight or noon is
    /// omitted, since it stands for a day.
    static func ofx(_ text: some StringProtocol) -> EntryTime? {
        var scanner = TextScanner(text)
        guard let year = scanner.digits(4), let month = scanner.digits(2), let dayOfMonth = scanner.digits(2),
            let day = Day(year: year, month: month, day: dayOfMonth)
        else { return nil }
        var second: Int?
        if let next = scanner.next, next != UInt8(ascii: "[") {
            guard let hour = scanner.digits(2), let minute = scanner.digits(2), let rest = scanner.digits(2),
                hour < 24, minute < 60, rest < 61
            else { return nil }
            second = min(hour * 3600 + minute * 60 + rest, 86_399)
            if scanner.take(".") { scanner.skipDigits() }
        }
        var offset = 0
        if scanner.take("[") {
            guard let minutes = ofxZone(&scanner) else { return nil }
            offset = minutes
        }
        guard scanner.isAtEnd else { return nil }
        guard let second, second != 0, second != 43_200 else { return EntryTime(day) }
        return EntryTime(day, secondOfDay: second, minutesFromUTC: offset)
    }

    /// Parses the rest of `[-5:EST]`, `[5.5:IST]` or `[-:EST]`, which has no number.
    private static func ofxZone(_ scanner: inout TextScanner) -> Int? {
        let isNegative = scanner.take("-")
        if !isNegative { _ = scanner.take("+") }
        var minutes = (scanner.digits(0...2) ?? 0) * 60
        if scanner.take(".") {
            guard let fraction = scanner.digits(1...2) else { return nil }
            minutes += (fraction < 10 ? fraction * 10 : fraction) * 60 / 100
        }
        if scanner.take(":") {
            while !scanner.isAtEnd, scanner.next != UInt8(ascii: "]") {
                guard !scanner.letters().isEmpty || scanner.take(anyOf: [" ", "/", "_", "-"]) else { return nil }
            }
        }
        guard scanner.take("]") else { return nil }
        return isNegative ? -minutes : minutes
    }

    /// Parses `09:30`, `09:30:00` or `09:30:00.123`, and returns the second of the day.
    private static func clock(_ scanner: inout TextScanner) -> Int? {
        guard let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2) else { return nil }
        var second = 0
        if scanner.take(":") {
            guard let whole = scanner.digits(2) else { return nil }
            second = whole
            if scanner.take(".") { scanner.skipDigits() }
        }
        // 60 is a leap second.
        guard hour < 24, minute < 60, second < 61 else { return nil }
        return min(hour * 3600 + minute * 60 + second, 86_399)
    }

    /// Parses an optional zone, and returns the minutes ahead of UTC.
    ///
    /// The zone is `Z`, `UTC`, `GMT`, `+01:00` or `+0100`.
    static func zone(_ scanner: inout TextScanner) -> Int? {
        if scanner.isAtEnd { return 0 }
        while scanner.take(" ") {}
        if let next = scanner.next, UInt8(ascii: "A") <= next {
            return ["Z", "UTC", "GMT"].contains(scanner.letters().uppercased()) ? 0 : nil
        }
        let isNegative = scanner.take("-")
        guard isNegative || scanner.take("+"), let hours = scanner.digits(2) else { return nil }
        _ = scanner.take(":")
        guard let minutes = scanner.digits(2), minutes < 60 else { return nil }
        return (isNegative ? -1 : 1) * (hours * 60 + minutes)
    }
}
