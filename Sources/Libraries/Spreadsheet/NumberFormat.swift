/// A number format of a workbook: how cells display numbers, dates and texts.
struct NumberFormat: Sendable, Hashable {
    private var sections: [FormatSection]
    /// The section for texts, if the format has one.
    private var textSection: FormatSection?

    /// The format of cells without another one.
    static let general = NumberFormat(sections: [FormatSection()])
    /// The format of days in the order of the reader's system.
    static let systemDate = NumberFormat(sections: [.systemDate])

    private init(sections: [FormatSection]) { self.sections = sections }

    /// Maximum length of a code in bytes; spreadsheet programs allow 255 characters.
    private static let lengthLimit = 1_024

    /// Parses a code; one that is too long counts as General.
    init(code: String) {
        guard !code.isEmpty, code.utf8.count <= Self.lengthLimit else {
            self = .general
            return
        }
        sections = FormatScanner.sections(of: code)
        if let last = sections.last, last.kind == .text || sections.count > 3 {
            textSection = last
            sections.removeLast()
        }
        sections = Array(sections.prefix(3))
        if sections.isEmpty { sections = [FormatSection()] }
    }

    /// Returns a text as displayed.
    func display(_ text: String) -> String {
        guard let textSection else { return text }
        return textSection.tokens.map { token in
            switch token {
            case .text, .general: text
            case .literal(let literal): literal
            default: ""
            }
        }.joined()
    }

    /// Returns a number as displayed.
    ///
    /// It is nil if the format is one of dates, and the number is none.
    ///
    /// `is1904` says that days count from 1904 on.
    func display(_ value: Double, is1904: Bool) -> CellValue? {
        let (section, isNegation) = section(for: value)
        switch section.kind {
        case .date: return section.date(value, is1904: is1904)
        case .number: return section.number(value, hidesSign: isNegation)
        case .general, .text: return section.general(value, hidesSign: isNegation)
        case .literal: return CellValue(text: section.literals)
        }
    }

    /// Whether the format displays dates or times.
    var isDate: Bool { sections[0].kind == .date }

    /// Returns the section for a number, and whether the section writes the sign itself.
    private func section(for value: Double) -> (section: FormatSection, isNegation: Bool) {
        guard sections.count > 1 else { return (sections[0], sections[0].condition?.isNegativeOnly == true) }
        let isConditional = sections.contains { $0.condition != nil }
        guard isConditional else {
            if value < 0 { return (sections[1], true) }
            return (value == 0 && sections.count > 2 ? sections[2] : sections[0], false)
        }
        for (place, section) in sections.enumerated() {
            let isLast = place == sections.count - 1
            // The second of three sections is for numbers below zero unless it says otherwise.
            let holds = section.condition?.holds(for: value) ?? (place == 0 ? value > 0 : value < 0)
            if holds || isLast {
                return (section, section.condition?.isNegativeOnly ?? (place == 1 && !isLast))
            }
        }
        return (sections[0], false)
    }
}

extension FormatSection {
    /// The literal text of a section without places for digits.
    var literals: String {
        tokens.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
            .trimmingSpaces
    }

    /// Returns a number with the texts around it.
    func general(_ value: Double, hidesSign: Bool) -> CellValue {
        var number = DecimalDigits(value).general
        if hidesSign, number.hasPrefix("-") { number.removeFirst() }
        let text = tokens.map { token in
            switch token {
            case .general, .text: number
            case .literal(let text): text
            case .space: " "
            default: ""
            }
        }.joined().trimmingSpaces
        return CellValue(text: text, plain: text == number ? nil : DecimalDigits(value).plain)
    }
}

extension String {
    /// The text without the spaces at both ends that align numbers in a column.
    var trimmingSpaces: String {
        let start = drop { $0 == " " }
        var end = start
        while end.last == " " { end.removeLast() }
        return String(end)
    }
}
