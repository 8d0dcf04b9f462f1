import FormImport
import Values

/// A date as a person writes it: `31.1.2026`, `1/31/26`, `31 January 2026`, `20260131`.
package enum DateText {
    /// Returns whether a text is a date that the calendar does not have.
    ///
    /// The parts of a date may be in any order. The text may also have two dates, of which one does not exist. A text
    /// that is not recognised as a date is not impossible.
    package static func isImpossible(_ text: String) -> Bool {
        let parts = parts(of: text)
        // A period has two dates: "1.2.2026 - 28.2.2026".
        let dates = parts.count == 6 ? [parts[..<3], parts[3...]] : [parts[...]]
        return dates.contains { isImpossible($0) }
    }

    /// Returns whether a date runs into letters that belong to none, such as `31.1.2026x`.
    ///
    /// Words beside a date are left alone, and so is what is not a whole date, such as `Q1/2026`, and other scripts: many
    /// languages write a word for the year behind it, such as `31.01.2026г.`
    static func hasStrayLetters(_ text: String) -> Bool {
        text.split(whereSeparator: \.isWhitespace).contains { word in
            let parts = parts(of: String(word))
            let numbers = parts.compactMap { if case .number(let number) = $0 { number } else { nil } }
            let isWhole = numbers.count == 3 || numbers.count == 1 && numbers[0].digits == 8
            return isWhole && word.first?.isNumber == true && word.allSatisfy(\.isASCII)
                && parts.contains { if case .other = $0 { true } else { false } }
        }
    }

    /// Returns the days that a text of three numbers can mean, by order.
    ///
    /// The year has four digits. Between points the day is first, if the calendar has that day.
    static func readings(of text: String) -> [DateOrder: CalendarDay] {
        if let day = CalendarDay(text) { return [.yearMonthDay: day] }
        let numbers = text.split { "/.-".contains($0) || $0.isWhitespace }.map { Array($0.utf8) }
        guard numbers.count == 3, text.utf8.count <= longest,
            numbers.allSatisfy({ $0.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) })
        else { return [:] }
        let values = numbers.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard values.count == 3 else { return [:] }
        var readings: [DateOrder: CalendarDay] = [:]
        for order in DateOrder.allCases {
            let isYear = numbers.indices.map { numbers[$0].count == 4 }
            guard isYear.indices.allSatisfy({ isYear[$0] == ($0 == order.yearPlace) }),
                numbers.allSatisfy({ $0.count <= 2 || $0.count == 4 })
            else { continue }
            let day =
                switch order {
                case .dayMonthYear: CalendarDay(year: values[2], month: values[1], day: values[0])
                case .monthDayYear: CalendarDay(year: values[2], month: values[0], day: values[1])
                case .yearMonthDay: CalendarDay(year: values[0], month: values[1], day: values[2])
                }
            readings[order] = day
        }
        if text.contains("."), readings[.dayMonthYear] != nil { readings[.monthDayYear] = nil }
        return readings
    }

    /// Returns the day of a text with a month's name, such as `31 January 2026`.
    static func namedDay(of text: String) -> CalendarDay? {
        guard text.utf8.count <= longestName else { return nil }
        let parts = parts(of: text)
        let months = parts.compactMap { if case .month(let month) = $0 { month } else { nil } }
        let numbers = parts.compactMap { if case .number(let number) = $0 { number } else { nil } }
        guard parts.count == 3, months.count == 1, numbers.count == 2,
            let year = numbers.first(where: { $0.digits == 4 }), let day = numbers.first(where: { $0.digits <= 2 })
        else { return nil }
        return CalendarDay(year: year.value, month: months[0], day: day.value)
    }

    /// Maximum number of bytes of a date with the name of its month.
    private static let longestName = 64
    /// Maximum number of characters of a date in figures.
    private static let longest = 24

    /// Returns the day of a date in another order than the form's.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - order: the order of the form, in which the text is taken if it can be.
    /// - Returns: nil if the text is in the form's order already, or is no date.
    static func day(_ text: String, from order: DateOrder?) -> CalendarDay? {
        let readings = readings(of: text)
        guard let order, readings[order] == nil, readings.count == 1 else { return nil }
        return readings.values.first
    }

    /// A number in a date.
    private struct Number {
        var value: Int
        var digits: Int
    }

    /// A part of a written date.
    private enum Part {
        case number(Number)
        case month(Int)
        case other
    }

    private static func parts(of text: String) -> [Part] {
        // The time of "2026-02-31T10:00:00" or "31.2.2026 10:00" is no part of the date.
        let words = text.split(whereSeparator: \.isWhitespace).compactMap { (word) -> Substring? in
            word.contains(":") ? word.firstIndex(of: "T").map { word[..<$0] } : word
        }
        var parts: [Part] = []
        for run in words.flatMap(runs) {
            if let number = Int(run) {
                parts.append(.number(Number(value: number, digits: run.count)))
            } else if let month = month(run) {
                parts.append(.month(month))
            } else if !particles.contains(run) {
                parts.append(.other)
            }
        }
        return parts
    }

    /// Returns the runs of digits and of letters in a word, without case and accents.
    private static func runs(of word: Substring) -> [String] {
        var runs: [String] = []
        var last: Character?
        for character in LabelText.folded(String(word)) {
            defer { last = character }
            guard character.isLetter || character.isASCII && character.isNumber else { continue }
            if let last, last.isLetter == character.isLetter, last.isNumber == character.isNumber {
                runs[runs.count - 1].append(character)
            } else {
                runs.append(String(character))
            }
        }
        return runs
    }

    /// Words in dates besides months: weekdays, ordinals, articles, prepositions, the Polish “r”.
    private static let particles: Set<String> = {
        let small = [
            "st", "nd", "rd", "th", "er", "re", "r", "o", "a", "of", "the", "de", "del", "den", "der", "le", "el", "il",
        ]
        let weekdays = FormLanguage.allCases.flatMap(\.weekdays).map(LabelText.folded)
        return Set(small + weekdays + weekdays.map { String($0.prefix(3)) })
    }()

    /// The first letters of the months' names in languages with Latin letters, without accents.
    private static let stems: [[String]] = [
        ["jan", "gen", "ene"], ["feb", "fev"], ["mar", "maa", "mrz"], ["apr", "avr", "abr"],
        ["may", "mai", "mag", "maj", "mei"], ["jun", "juin", "giu"], ["jul", "juil", "lug"], ["aug", "aou", "ago"],
        ["sep", "set"], ["oct", "okt", "ott", "out"], ["nov"], ["dec", "dez", "dic", "des"],
    ]

    private static func month(_ word: String) -> Int? {
        stems.firstIndex { $0.contains(where: word.hasPrefix) }.map { $0 + 1 }
    }

    private static func isImpossible(_ parts: ArraySlice<Part>) -> Bool {
        var (numbers, months): ([Number], [Int]) = ([], [])
        for part in parts {
            switch part {
            case .number(let number): numbers.append(number)
            case .month(let month): months.append(month)
            case .other: return false
            }
        }
        switch (months.count, numbers.count) {
        case (0, 3): return exists(numbers, in: [[2, 0, 1], [2, 1, 0], [0, 1, 2]]) == false
        case (1, 2):
            let month = Number(value: months[0], digits: 2)
            return exists([numbers[0], month, numbers[1]], in: [[2, 1, 0], [0, 1, 2]]) == false
        case (1, 1): return numbers[0].digits <= 2 && !exists(0, months[0], numbers[0].value)
        case (0, 2):
            let (short, long) = numbers[0].digits <= 2 ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
            return short.digits <= 2 && long.digits == 4 && !(0...12).contains(short.value)
        case (0, 1):
            let number = numbers[0].value
            guard numbers[0].digits == 8 else { return false }
            let (first, last) = (number / 10_000, number % 10_000)
            return !exists(first, last / 100, last % 100) && !exists(last, first / 100, first % 100)
                && !exists(last, first % 100, first / 100)
        default: return false
        }
    }

    /// Returns whether three numbers are a day in one of several orders.
    ///
    /// An order has the places of year, month and day.
    ///
    /// - Returns: nil if no order has a day and a month of at most two digits.
    private static func exists(_ numbers: [Number], in orders: [[Int]]) -> Bool? {
        let dates = orders.map { order in order.map { numbers[$0] } }.filter { $0[1].digits <= 2 && $0[2].digits <= 2 }
        guard !dates.isEmpty else { return nil }
        return dates.contains { date in
            // A year of two digits can belong to either century.
            let years = date[0].digits <= 2 ? [1900 + date[0].value, 2000 + date[0].value] : [date[0].value]
            return years.contains { exists($0, date[1].value, date[2].value) }
        }
    }

    private static func exists(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        // A year of zeros, as in a date left open, has the days of a leap year.
        CalendarDay(year: year == 0 ? 4 : year, month: month, day: day) != nil
    }
}
