import Values

/// The date format of a form.
///
/// It is parsed from a printed hint such as `MM/DD/YYYY`, or from an Acrobat pattern.
struct DateStyle {
    /// A piece of a written date.
    private enum Piece: Hashable {
        case literal(String)
        /// The number of the day or month, with a leading zero if `isPadded`.
        case day(isPadded: Bool), month(isPadded: Bool)
        case monthName(isShort: Bool)
        case weekday(isShort: Bool)
        case year(isShort: Bool)
    }

    private var pieces: [Piece]

    /// Converts an ISO 8601 date, or one that is in another order, to this style.
    ///
    /// Any other text is returned unchanged. `language` determines the names of months and days.
    func formatted(_ text: String, in language: FormLanguage = .english) -> String {
        guard let date = day(of: text) else { return text }
        return pieces.map { Self.text($0, of: date, in: language) }.joined()
    }

    /// Returns whether a text is a date that this style would write differently.
    func converts(_ text: String) -> Bool { day(of: text) != nil }

    private func day(of text: String) -> CalendarDay? { CalendarDay(text) ?? DateText.day(text, from: order) }

    /// Converts a date like ``formatted(_:in:)``, but evaluates the language only if needed.
    func written(_ text: String, in language: @autoclosure () -> FormLanguage) -> String {
        formatted(text, in: hasNames ? language() : .english)
    }

    /// The order of day, month and year; nil if the style lacks one of them.
    var order: DateOrder? {
        let parts = pieces.compactMap { piece -> Character? in
            switch piece {
            case .day: "d"
            case .month, .monthName: "m"
            case .year: "y"
            case .literal, .weekday: nil
            }
        }
        return switch String(parts) {
        case "dmy": .dayMonthYear
        case "mdy": .monthDayYear
        case "ymd": .yearMonthDay
        default: nil
        }
    }

    /// Whether the year has two digits.
    var isYearShort: Bool { pieces.contains(.year(isShort: true)) }

    /// Whether the style contains names of months or days.
    private var hasNames: Bool {
        pieces.contains { piece in
            switch piece {
            case .monthName, .weekday: true
            case .literal, .day, .month, .year: false
            }
        }
    }

    /// Returns whether a text is an ISO 8601 date, and so can be converted.
    static func isDate(_ text: String) -> Bool { CalendarDay(text) != nil }

    private static func text(_ piece: Piece, of date: CalendarDay, in language: FormLanguage) -> String {
        let (year, month, day) = date.components
        func number(_ value: Int, isPadded: Bool) -> String { isPadded && value < 10 ? "0\(value)" : "\(value)" }
        switch piece {
        case .literal(let text): return text
        case .day(let isPadded): return number(day, isPadded: isPadded)
        case .month(let isPadded): return number(month, isPadded: isPadded)
        case .monthName(let isShort):
            return isShort ? language.shortMonth(month) : language.months[month - 1]
        case .weekday(let isShort):
            let name = language.weekdays[date.weekday]
            return isShort ? String(name.prefix(language.shortWeekdayLength)) : name
        case .year(true): return number(year % 100, isPadded: true)
        case .year(false): return String("000\(year)".suffix(4))
        }
    }
}

// MARK: Acrobat's patterns

extension DateStyle {
    /// Parses a pattern of `AFDate_FormatEx`, such as `mmmm d, yyyy`.
    ///
    /// A time of day is dropped, since dates have none.
    ///
    /// - Returns: nil if the pattern has no day, month or year.
    init?(pattern: String) {
        pieces = []
        var rest = Substring(pattern)
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            rest = rest.dropFirst(run.count)
            let isShort = run.count == 3
            switch (first, run.count) {
            case ("d", 1), ("d", 2): pieces.append(.day(isPadded: run.count == 2))
            case ("d", _): pieces.append(.weekday(isShort: isShort))
            case ("m", 1), ("m", 2): pieces.append(.month(isPadded: run.count == 2))
            case ("m", _): pieces.append(.monthName(isShort: isShort))
            case ("y", _): pieces.append(.year(isShort: run.count < 3))
            case ("h", _), ("H", _), ("M", _), ("s", _), ("t", _): rest = ""
            default: pieces.append(.literal(String(run)))
            }
        }
        while case .literal? = pieces.last { pieces.removeLast() }
        guard !pieces.isEmpty else { return nil }
    }
}

// MARK: Printed hints

extension DateStyle {
    /// The meaning of a word in a hint.
    private enum Part {
        case day, month, year
        /// `jj`, a day in French and a year in German.
        case dayOrYear
    }

    /// A run of letters in a hint, and the characters before it.
    private struct Word {
        var letters: String
        var before: String
    }

    /// Finds a hint in a caption.
    ///
    /// Examples are `MM/DD/YYYY`, `TT.MM.JJJJ`, `day/month/year` and `dd mmm yyyy`.
    ///
    /// - Returns: nil if there is none.
    init?(hint: String) {
        let words = Self.words(of: hint.lowercased())
        for start in words.indices {
            for length in [3, 2] where start + length <= words.count {
                if let pieces = Self.pieces(of: words[start..<start + length]) {
                    self.pieces = pieces
                    return
                }
            }
        }
        return nil
    }

    private static func words(of hint: String) -> [Word] {
        var words: [Word] = []
        var (letters, before) = ("", "")
        func end() {
            // Parts without separators: "mmddyyyy".
            for letters in solid.contains(letters) ? runs(of: letters) : [letters] where !letters.isEmpty {
                words.append(Word(letters: letters, before: before))
                before = ""
            }
            letters = ""
        }
        for character in hint {
            if character.isLetter {
                letters.append(character)
            } else {
                end()
                before.append(character)
            }
        }
        end()
        return words
    }

    private static let solid: Set<String> = [
        "mmddyyyy", "ddmmyyyy", "yyyymmdd", "mmddyy", "ddmmyy", "yymmdd", "ttmmjjjj", "jjmmaaaa", "ddmmaaaa", "mmyyyy",
    ]

    /// The words of hints that end in a point.
    private static let abbreviations: Set<String> = ["mo", "yr"]

    private static func runs(of text: String) -> [String] {
        text.reduce(into: [String]()) { runs, character in
            if runs.last?.last == character {
                runs[runs.count - 1].append(character)
            } else {
                runs.append("\(character)")
            }
        }
    }

    private static func pieces(of words: ArraySlice<Word>) -> [Piece]? {
        var parts = words.compactMap { part($0.letters) }
        guard parts.count == words.count else { return nil }
        if let place = parts.firstIndex(of: .dayOrYear) { parts[place] = parts.contains(.day) ? .year : .day }
        // "MM/YYYY" is a complete hint, "DD/MM" is not.
        let wanted: Set<Part> = words.count == 3 ? [.day, .month, .year] : [.month, .year]
        guard Set(parts) == wanted else { return nil }
        let separators = words.dropFirst().map(\.before)
        guard separators.allSatisfy({ $0.count <= 4 && $0.allSatisfy(" /-.,_|".contains) }) else { return nil }
        let isTight = separators.allSatisfy { $0.contains { "/-.".contains($0) } }
        let isSpelt = words.allSatisfy { !isRun($0.letters) }
        // Single letters and words count as parts of a date only if nothing but separators is between them.
        guard isTight || words.allSatisfy({ $0.letters.count > 1 }) else { return nil }
        guard words.count == 3 || isTight else { return nil }
        var pieces: [Piece] = []
        for (place, (word, part)) in zip(words, parts).enumerated() {
            if place > 0 {
                let isNamed = word.letters.hasPrefix("mmm") || words.contains { $0.letters.hasPrefix("mmm") }
                // The point of "mo." is that of an abbreviation.
                let last = words[words.startIndex + place - 1].letters
                let printed =
                    abbreviations.contains(last) && word.before.first == "."
                    ? word.before.dropFirst() : word.before[...]
                pieces.append(.literal(separator(printed, isSpelt: isSpelt, isNamed: isNamed)))
            }
            switch part {
            case .day, .dayOrYear: pieces.append(.day(isPadded: word.letters.count > 1))
            case .month:
                let isName = word.letters.hasPrefix("mmm")
                pieces.append(
                    isName ? .monthName(isShort: word.letters.count == 3) : .month(isPadded: word.letters.count > 1))
            case .year: pieces.append(.year(isShort: isRun(word.letters) && word.letters.count == 2))
            }
        }
        return pieces
    }

    /// Returns a separator to write, without surrounding space and without a comma between numbers.
    private static func separator(_ printed: Substring, isSpelt: Bool, isNamed: Bool) -> String {
        if let sign = "/-.".first(where: printed.contains) { return String(sign) }
        if isNamed { return String(printed) }
        if isSpelt { return "/" }
        return printed.isEmpty ? "" : " "
    }

    /// Returns whether a word is one repeated letter, such as `mm`.
    private static func isRun(_ word: String) -> Bool { Set(word).count == 1 }

    private static func part(_ word: String) -> Part? {
        switch word {
        case "d", "dd", "t", "tt", "g", "gg", "day", "tag", "jour", "dia", "día", "giorno", "dag": .day
        case "m", "mm", "mmm", "mmmm", "mo", "month", "monat", "mois", "mes", "mês", "mese", "maand", "måned", "månad":
            .month
        case "y", "yy", "yyyy", "jjjj", "aa", "aaaa", "åå", "åååå", "yr", "year", "jahr", "annee", "année", "ano",
            "año", "anno", "jaar", "år":
            .year
        case "jj": .dayOrYear
        default: nil
        }
    }
}
