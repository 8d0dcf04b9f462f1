import Trading

/// The format of dates and times in a table, such as `dd.MM.yyyy` or `yyyyMMdd HHmmss`.
///
/// `yyyy` is the year, and `yy` its last two digits, from 1970 to 2069. `MM`, `dd`, `HH`, `mm` and `ss` are two digits
/// each, and `M`, `d` and `H` one or two; `MMM` is the first three letters of an English month. Letters in apostrophes,
/// such as `'UTC'`, and all other characters stand for themselves.
struct DatePattern: Hashable {
    private enum Part: Hashable {
        case year, shortYear, month, shortMonth, monthName, day, shortDay, hour, shortHour, minute, second
        case literal(Unicode.Scalar)

        /// Whether the part is a literal outside ASCII.
        var isForeign: Bool {
            if case .literal(let scalar) = self { return !scalar.isASCII }
            return false
        }
    }

    private let parts: [Part]

    private static let words: [(text: String, part: Part)] = [
        ("yyyy", .year), ("yy", .shortYear), ("MMM", .monthName), ("MM", .month), ("M", .shortMonth), ("dd", .day),
        ("d", .shortDay),
        ("HH", .hour), ("H", .shortHour), ("mm", .minute), ("ss", .second),
    ]

    /// Parses a pattern; `nil` if it is malformed.
    ///
    /// It must have each of year, month and day once. Letters must be placeholders, or a `T` between date and time.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let first = rest.unicodeScalars.first {
            if first == "'" {
                guard let end = rest.dropFirst().firstIndex(of: "'") else { return nil }
                parts += rest[..<end].dropFirst().unicodeScalars.map { .literal($0) }
                rest = rest[end...].dropFirst()
            } else if let word = Self.words.first(where: { rest.hasPrefix($0.text) }) {
                parts.append(word.part)
                rest = rest.dropFirst(word.text.count)
            } else {
                guard first.isASCII, first == "T" || !first.properties.isAlphabetic else { return nil }
                parts.append(.literal(first))
                rest = rest.dropFirst()
            }
        }
        func count(_ some: [Part]) -> Int { parts.count { some.contains($0) } }
        guard count([.year, .shortYear]) == 1, !parts.contains(where: \.isForeign),
            count([.month, .shortMonth, .monthName]) == 1, count([.day, .shortDay]) == 1,
            count([.hour, .shortHour]) <= 1, count([.minute]) == count([.hour, .shortHour]), count([.second]) <= 1
        else { return nil }
        self.parts = parts
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Parses a date; `nil` if the text does not match the pattern.
    func timestamp(_ text: some StringProtocol, minutesFromUTC: Int) -> EntryTime? {
        var scanner = TextScanner(text)
        var (year, month, day) = (0, 0, 0)
        var (hour, minute, second): (Int?, Int, Int) = (nil, 0, 0)
        for part in parts {
            var number: Int? = 0
            switch part {
            case .year: number = scanner.digits(4); year = number ?? 0
            case .shortYear: number = scanner.digits(2); year = number.map { $0 < 70 ? 2000 + $0 : 1900 + $0 } ?? 0
            case .month: number = scanner.digits(2); month = number ?? 0
            case .shortMonth: number = scanner.digits(1...2); month = number ?? 0
            case .monthName:
                number = Self.months.firstIndex(of: scanner.letters().lowercased())
                month = (number ?? 0) + 1
            case .day: number = scanner.digits(2); day = number ?? 0
            case .shortDay: number = scanner.digits(1...2); day = number ?? 0
            case .hour: number = scanner.digits(2); hour = number
            case .shortHour: number = scanner.digits(1...2); hour = number
            case .minute: number = scanner.digits(2); minute = number ?? 0
            case .second: number = scanner.digits(2); second = number ?? 0
            case .literal(let scalar): if !scanner.take(scalar) { number = nil }
            }
            if number == nil { return nil }
        }
        guard scanner.isAtEnd, let date = Day(year: year, month: month, day: day) else { return nil }
        guard let hour else { return EntryTime(date) }
        guard hour < 24, minute < 60, second < 61 else { return nil }
        return EntryTime(
            date, secondOfDay: min(hour * 3600 + minute * 60 + second, 86_399), minutesFromUTC: minutesFromUTC)
    }
}
