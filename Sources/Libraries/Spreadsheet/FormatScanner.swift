/// Reads the code of a number format, such as `#,##0.00;[Red]-#,##0.00`.
struct FormatScanner {
    private var rest: Substring
    private var sections: [FormatSection] = []
    private var tokens: [FormatSection.Token] = []
    private var condition: FormatCondition?
    private var locale: LocaleTag?
    private var isSystemDate = false
    private var isSystemTime = false

    private init(_ code: String) { rest = code[...] }

    /// Returns the sections of a code.
    static func sections(of code: String) -> [FormatSection] {
        var scanner = FormatScanner(code)
        scanner.scan()
        return scanner.sections
    }

    private mutating func scan() {
        while let character = rest.first {
            if scanWord() { continue }
            rest.removeFirst()
            switch character {
            case ";": endSection()
            case "\"":
                literal(String(rest.prefix { $0 != "\"" }))
                rest = rest.drop { $0 != "\"" }.dropFirst()
            case "\\": if let next = rest.popFirst() { literal(String(next)) }
            case "_": if rest.popFirst() != nil { tokens.append(.space) }
            // A character that fills the width of the cell.
            case "*": rest = rest.dropFirst()
            case "[": scanBrackets()
            case "0", "#", "?": tokens.append(.digit(character))
            case ".": tokens.append(.point)
            case ",": tokens.append(.comma)
            case "%": tokens.append(.percent)
            case "/": tokens.append(.slash)
            case "@": tokens.append(.text)
            default: literal(String(character))
            }
        }
        endSection()
    }

    private mutating func literal(_ text: String) {
        if !text.isEmpty { tokens.append(.literal(text)) }
    }

    // MARK: Words

    /// Consumes letters with a meaning.
    ///
    /// It returns false if there are none.
    private mutating func scanWord() -> Bool {
        for (word, token) in Self.words where rest.prefix(word.count).lowercased() == word {
            let written = rest.prefix(word.count)
            rest = rest.dropFirst(word.count)
            if case .date(.half) = token {
                let halves = written.split(separator: "/").map(String.init)
                tokens.append(.date(.half(halves[0], halves[1])))
            } else {
                tokens.append(token)
            }
            return true
        }
        guard let first = rest.first?.lowercased(), "ymdhsegb".contains(first) else { return false }
        let run = rest.prefix { $0.lowercased() == first }
        rest = rest.dropFirst(run.count)
        switch first {
        case "y", "e": tokens.append(.date(.year(first == "e" ? 4 : run.count)))
        case "m": tokens.append(.date(.month(run.count)))
        case "d": tokens.append(.date(.day(run.count)))
        case "h": tokens.append(.date(.hour(run.count)))
        case "s": tokens.append(.date(.second(run.count)))
        // B1 and B2 choose a calendar for what follows.
        case "b" where rest.first == "1" || rest.first == "2": rest.removeFirst()
        case "b": tokens.append(.date(.buddhistYear(run.count)))
        // The name of a Japanese era.
        default: break
        }
        return true
    }

    private static let words: [(String, FormatSection.Token)] = [
        ("general", .general), ("am/pm", .date(.half("AM", "PM"))), ("a/p", .date(.half("A", "P"))),
        ("e+", .exponent(isSigned: true)), ("e-", .exponent(isSigned: false)),
    ]

    // MARK: Brackets

    private mutating func scanBrackets() {
        let text = String(rest.prefix { $0 != "]" })
        rest = rest.drop { $0 != "]" }.dropFirst()
        if let found = FormatCondition(text) {
            condition = found
        } else if text.hasPrefix("$") {
            scanTag(text.dropFirst())
        } else if let letter = text.lowercased().first, "hms".contains(letter),
            text.lowercased().allSatisfy({ $0 == letter })
        {
            switch letter {
            case "h": tokens.append(.date(.elapsedHours(text.count)))
            case "m": tokens.append(.date(.elapsedMinutes(text.count)))
            default: tokens.append(.date(.elapsedSeconds(text.count)))
            }
        }
        // Anything else is a colour, or the digits of another script.
    }

    /// Reads a currency and a language: `€-407`, `-409`, `-x-sysdate`.
    private mutating func scanTag(_ tag: Substring) {
        let currency = tag.prefix { $0 != "-" }
        literal(String(currency))
        let language = tag.dropFirst(currency.count + 1)
        switch language.lowercased() {
        case "": break
        case "f800", "x-sysdate": isSystemDate = true
        case "f400", "x-systime": isSystemTime = true
        default: locale = LocaleTag(tag: String(language)) ?? locale
        }
    }

    // MARK: Sections

    private mutating func endSection() {
        var section: FormatSection
        if isSystemDate {
            section = .systemDate
        } else if isSystemTime {
            section = FormatSection(tokens: [
                .date(.hour(1)), .literal(":"), .date(.minute(2)), .literal(":"), .date(.second(2)),
            ])
        } else {
            section = FormatSection(tokens: tokens)
            if section.kind == .date { section.tokens = Self.dateTokens(tokens) }
        }
        section.condition = condition
        section.locale = locale
        sections.append(section)
        tokens = []
        (condition, locale) = (nil, nil)
        (isSystemDate, isSystemTime) = (false, false)
    }

    /// Returns the tokens of a date.
    ///
    /// A month beside hours or seconds is a minute.
    private static func dateTokens(_ tokens: [FormatSection.Token]) -> [FormatSection.Token] {
        var result: [FormatSection.Token] = []
        var place = 0
        while place < tokens.count {
            switch tokens[place] {
            case .date(.month(let count)) where count <= 2 && isMinute(place, of: tokens):
                result.append(.date(.minute(count)))
            case .point:
                let zeros = tokens[(place + 1)...].prefix { $0 == .digit("0") }.count
                if zeros > 0, isAfterSecond(result) {
                    result.append(.date(.fraction(min(zeros, 3))))
                    place += zeros
                } else {
                    result.append(.literal("."))
                }
            case .digit(let digit): result.append(.literal(String(digit)))
            case .comma: result.append(.literal(","))
            case .slash: result.append(.literal("/"))
            case .percent: result.append(.literal("%"))
            case .exponent(let isSigned): result.append(.literal(isSigned ? "E+" : "E-"))
            case .space: result.append(.literal(" "))
            case .general, .text: break
            case .literal, .date: result.append(tokens[place])
            }
            place += 1
        }
        return result
    }

    private static func isMinute(_ place: Int, of tokens: [FormatSection.Token]) -> Bool {
        func part(_ token: FormatSection.Token) -> FormatSection.DatePart? {
            if case .date(let part) = token { part } else { nil }
        }
        if let before = tokens[..<place].compactMap(part).last(where: { if case .half = $0 { false } else { true } }) {
            switch before {
            case .hour, .elapsedHours: return true
            default: break
            }
        }
        switch tokens[(place + 1)...].lazy.compactMap(part).first {
        case .second?, .elapsedSeconds?: return true
        default: return false
        }
    }

    private static func isAfterSecond(_ tokens: [FormatSection.Token]) -> Bool {
        switch tokens.last {
        case .date(.second)?, .date(.elapsedSeconds)?: true
        default: false
        }
    }
}
