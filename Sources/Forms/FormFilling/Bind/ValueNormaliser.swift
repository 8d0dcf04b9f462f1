import FormImport

import FailureModel
import FormModel
import Foundation

/// Checks that a value suits a field and converts it to the field's format.
enum ValueNormaliser {
    /// Returns what to draw, or nil if the value leaves the field unchanged.
    ///
    /// `isVerbatim` keeps the text as given instead of formatting it. `conventions` are those of the form; the default is
    /// English.
    static func content(
        _ value: FieldValue, for field: Field, isVerbatim: Bool = false, _ conventions: LocaleConventions? = nil
    ) throws(Failure) -> BoundValue.Content? {
        if case .none = value { return nil }
        let value = value.suited(to: field)
        guard !field.readOnly else {
            // What was exported from a form can be imported into it again.
            if holds(value, field) { return nil }
            throw Failure(.readOnlyField, "\(field.title) is read-only.", at: .field(field.name))
        }
        if case .picture(let data) = value, takesPhoto(field) { return .picture(data) }
        switch field.type {
        case .checkbox: return .checked(try isChecked(value, field))
        case .signature: return try signature(value, field)
        case .multiline:
            if case .formatted(let text) = value { return .formatted(try formatted(text, field)) }
            return try text(value, field, isVerbatim, conventions)
        default: return try text(value, field, isVerbatim, conventions)
        }
    }

    /// Returns whether a field already holds a value.
    private static func holds(_ value: FieldValue, _ field: Field) -> Bool {
        let held = lines(field.defaultValue ?? "")
        if field.type != .checkbox, let text = value.text, lines(text) == held { return true }
        var writable = field
        writable.readOnly = false
        switch try? content(value, for: writable) {
        case .checked(let isOn): return isOn == field.isTicked
        case .choice(let shown, let export): return [shown, export].contains(field.defaultValue)
        case .text(let text): return lines(text) == held
        case .formatted, .picture, nil: return false
        }
    }

    /// Returns whether a field is for a photo, or large enough for one.
    private static func takesPhoto(_ field: Field) -> Bool {
        [.text, .multiline, .unknown].contains(field.type) && field.combEdges == nil && field.options == nil
            && field.region.width >= leastPhotoSide && field.region.height >= leastPhotoSide
    }

    /// Minimum side of a box for a photo, in points: half an inch.
    private static let leastPhotoSide = 36.0

    /// Returns the choices of the answers that a value selects by export value or label.
    ///
    /// A question that takes several answers also takes a list of them, or a text that separates them by semicolons.
    static func choice(_ value: FieldValue, of choices: [Field]) throws(Failure) -> [Field]? {
        let takesSeveral = choices[0].group?.exclusive == false
        let wanted: [String]
        switch value {
        case .none: return nil
        case .text(let text), .number(let text): wanted = [text]
        case .shown(let text, let plain): wanted = [text, plain]
        case .flag(let flag): wanted = flag ? ["yes", "true"] : ["no", "false"]
        case .several(let texts):
            guard takesSeveral || texts.count == 1 else { throw notAnAnswer(choices) }
            return try answers(texts, of: choices)
        case .picture, .formatted, .structure: wanted = []
        }
        for text in wanted {
            if let found = found(text, of: choices) { return found }
        }
        if takesSeveral, let text = wanted.first, text.contains(";") {
            let texts = text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            return try answers(texts.filter { !$0.isEmpty }, of: choices)
        }
        throw notAnAnswer(choices)
    }

    private static func found(_ text: String, of choices: [Field]) -> [Field]? {
        abridged(text, of: choices) ?? choices.choice(answering: text)
    }

    private static func answers(_ texts: [String], of choices: [Field]) throws(Failure) -> [Field] {
        var answers: [Field] = []
        for text in texts {
            guard let found = found(text, of: choices) else { throw notAnAnswer(choices) }
            answers += found
        }
        return answers
    }

    private static func notAnAnswer(_ choices: [Field]) -> Failure {
        let question = choices[0].group?.label ?? choices[0].printedNames?.question ?? choices[0].label
        let number = choices[0].group?.exclusive == false ? "any" : "one"
        return Failure(
            .wrongType, "The question \(question.quoted) takes \(number) of \(listed(Answers(choices).labels)).",
            at: .fields(choices.map(\.name)))
    }

    /// Returns the one answer that begins with an abridged text.
    ///
    /// Lists of choices show long answers abridged.
    private static func abridged(_ text: String, of choices: [Field]) -> [Field]? {
        guard text.count > 1, text.hasSuffix("…") else { return nil }
        let beginning = LabelText.normalised(String(text.dropLast()))
        let found = Answers(choices).choices.filter { LabelText.normalised($0[0].label).hasPrefix(beginning) }
        return found.count == 1 ? found[0] : nil
    }

    private static func isChecked(_ value: FieldValue, _ field: Field) throws(Failure) -> Bool {
        switch value {
        case .flag(let flag): return flag
        case .text(let text), .number(let text), .shown(let text, _):
            // FDF and XFDF write "Off" for a box that is not ticked.
            if text == field.option, text != "Off" { return true }
            let word = text.trimmingCharacters(in: .whitespaces).lowercased()
            if ["true", "yes", "on", "x", "1", "checked", "✓", "✗", "ja", "oui", "si", "sí"].contains(word) {
                return true
            }
            if ["false", "no", "off", "0", "unchecked", "", "nein", "non"].contains(word) { return false }
            if [field.option, field.state].contains(where: { $0?.lowercased() == word }) { return true }
        case .picture, .formatted, .several, .structure, .none: break
        }
        throw Failure(
            .wrongType, "\(field.title) is a check box: give true or false (yes/no, on/off, x, 1/0).",
            at: .field(field.name))
    }

    /// Rejects text that cannot be drawn.
    ///
    /// This covers control characters, of which NUL would end a C string, and letters with excessive marks, because
    /// Pango's running time grows with their number.
    private static func check(_ text: String, _ field: Field) throws(Failure) {
        func refuse(_ what: String) -> Failure {
            Failure(
                .wrongType, "The value for \(field.title) contains \(what), which cannot be written.",
                at: .field(field.name)
            )
        }
        for character in text where !character.isNewline && character != "\t" {
            let scalars = character.unicodeScalars
            if let control = scalars.first(where: { $0.properties.generalCategory == .control }) {
                throw refuse("the control character \(control.codePoint)")
            }
            guard scalars.count <= mostMarks else { throw refuse("a letter with more than \(mostMarks) marks") }
        }
    }

    /// Maximum number of marks on one letter.
    ///
    /// No script or emoji needs more than about ten.
    private static let mostMarks = 64

    private static func signature(_ value: FieldValue, _ field: Field) throws(Failure) -> BoundValue.Content {
        switch value {
        case .picture(let data): return .picture(data)
        case .text(let name):
            try check(name, field)
            return .text(singleLine(name))
        default:
            throw Failure(
                .wrongType, "\(field.title) is a signature: give a name, or {\"image\": \"signature.png\"}.",
                at: .field(field.name))
        }
    }

    private static func text(
        _ value: FieldValue, _ field: Field, _ isVerbatim: Bool, _ conventions: LocaleConventions?
    ) throws(Failure) -> BoundValue.Content {
        if case .formatted = value {
            throw Failure(
                .wrongType, "\(field.title) takes plain text; Portable Text is for fields with several lines.",
                at: .field(field.name))
        }
        guard case .text(let raw) = value.asText else {
            throw Failure(.wrongType, "\(field.title) takes text.", at: .field(field.name))
        }
        try check(raw, field)
        var text = raw.precomposedStringWithCanonicalMapping
        text = field.type == .multiline ? lines(text).joined(separator: "\n") : singleLine(text)
        if !isVerbatim {
            if takesAmount(field) { try checkAmount(text, field) }
            if takesDate(field) { try checkDate(text, field) }
        }
        if let options = ListOptions(of: field) {
            guard let choice = options.choice(text) else {
                throw Failure(
                    .wrongType, "\(field.title) takes one of \(listed(options.names)).", at: .field(field.name))
            }
            if let place = choice { return options.content(of: place) }
        }
        try ValueRules.check(text, field, isVerbatim: isVerbatim)
        if isVerbatim {
            if let limit = field.characterLimit, text.count > limit { throw tooLong(text, limit, field) }
            return .text(text)
        }
        text = text.withoutCurrency(printedBeside: field)
        // Formatting must not lose digits.
        let written = written(text, field, conventions)
        return .text(try limited(written.count <= field.characterLimit ?? .max ? written : text, field))
    }

    private static func formatted(_ raw: FormattedText, _ field: Field) throws(Failure) -> FormattedText {
        try check(raw.text, field)
        let text = raw.mapPieces { $0.precomposedStringWithCanonicalMapping }
        guard field.options == nil else {
            throw Failure(.wrongType, "\(field.title) takes one of its options.", at: .field(field.name))
        }
        if let limit = field.maxLength, text.text.count > limit { throw tooLong(text.text, limit, field) }
        try ValueRules.check(text.text, field, isVerbatim: true)
        return text
    }

    /// Returns whether a field takes an amount or another number.
    private static func takesAmount(_ field: Field) -> Bool {
        switch field.format?.kind {
        case .number, .percent: true
        case .date, .phone, .ssn, .zip, .zipPlus4: false
        case nil: field.type == .number
        }
    }

    private static func checkAmount(_ text: String, _ field: Field) throws(Failure) {
        guard text.isEmpty || AmountText.isAmount(text) else {
            throw Failure(
                .wrongType,
                "\(field.title) takes an amount such as 1,234.50, “none”, “n/a” or “-”; mark other text as verbatim.",
                at: .field(field.name))
        }
    }

    private static func checkDate(_ text: String, _ field: Field) throws(Failure) {
        if field.type == .date || field.format?.kind == .date && field.evidence != .widget {
            let isDate = text.contains(where: \.isNumber) && !DateText.hasStrayLetters(text)
            guard text.isEmpty || isDate || AmountText.isNothing(text) else {
                throw Failure(
                    .wrongType, "\(dateTitle(field)) takes a date such as 2026-01-31, “none”, “n/a” or “-”.",
                    at: .field(field.name))
            }
        }
        try refuseImpossibleDate(text, field)
    }

    /// Returns the title of a field, without a name that would only repeat the label.
    private static func dateTitle(_ field: Field) -> String {
        field.label == field.name ? field.label.quoted : field.title
    }

    /// Refuses a date that the calendar does not have, whatever its notation.
    static func refuseImpossibleDate(_ text: String, _ field: Field) throws(Failure) {
        guard !DateText.isImpossible(text) else {
            throw Failure(
                .wrongType,
                "The date for \(dateTitle(field)) has a month or a day that does not exist.",
                at: .field(field.name))
        }
    }

    /// Returns a value as the form writes it.
    ///
    /// This follows the field's own format or, for dates, what is printed beside the field.
    private static func written(_ text: String, _ field: Field, _ conventions: LocaleConventions?) -> String {
        if let format = field.format { return format.formatted(text, in: conventions?.language ?? .english) }
        guard text.contains(where: \.isNumber), let style = printedStyle(of: field) else { return text }
        return style.written(text, in: conventions?.language ?? .english)
    }

    /// Returns whether a field specifies its date format.
    static func hasDateStyle(_ field: Field) -> Bool { field.format != nil || printedStyle(of: field) != nil }

    /// Returns whether a field takes dates in a notation of its own or the form's.
    static func takesDate(_ field: Field) -> Bool {
        if let format = field.format { return format.kind == .date }
        return field.type == .date || printedStyle(of: field) != nil
    }

    /// Returns the date style of a field's own format, hint or label.
    static func dateStyle(of field: Field) -> DateStyle? {
        if let format = field.format {
            return format.kind == .date ? format.pattern.flatMap(DateStyle.init(pattern:)) : nil
        }
        return printedStyle(of: field)
    }

    /// Returns the order that a hint without the year tells: `DD/MM` or `MM/DD`.
    static func orderOfDayAndMonth(in field: Field) -> DateOrder? {
        let parts = LabelWords.words(of: field.placeholder ?? "")
        if parts == ["dd", "mm"] { return .dayMonthYear }
        return parts == ["mm", "dd"] ? .monthDayYear : nil
    }

    /// Returns the date style of a hint beside a field or in its label.
    private static func printedStyle(of field: Field) -> DateStyle? {
        [field.placeholder, field.label].lazy.compactMap { $0.flatMap(DateStyle.init(hint:)) }.first
    }

    /// Maximum number of choices to list in a message.
    private static let listedChoices = 6

    /// Returns the first choices and the number of the others.
    private static func listed(_ choices: [String]) -> String {
        choices.map(\.quoted).listed(listedChoices)
    }

    /// Returns a text, without separators if it is too long otherwise.
    ///
    /// The form itself may print them, such as in 123-45-6789 in 9 cells.
    private static func limited(_ text: String, _ field: Field) throws(Failure) -> String {
        guard let limit = field.characterLimit, text.count > limit else { return text }
        let bare = text.filter { $0.isLetter || $0.isNumber }
        guard bare.count <= limit, bare.count > 0 else {
            throw tooLong(text, limit, field)
        }
        return bare
    }

    /// Returns whether a value lost marks or spaces between letters to a limit.
    static func lacksMarks(_ content: BoundValue.Content, of value: FieldValue, in field: Field) -> Bool {
        guard field.characterLimit != nil, case .text(let written) = content,
            written.allSatisfy({ $0.isLetter || $0.isNumber }), case .text(let given) = value.asText
        else { return false }
        let text = Array(singleLine(given))
        return written.count < text.count
            && text.indices.dropFirst().dropLast().contains { place in
                !text[place].isLetter && !text[place].isNumber && text[place - 1].isLetter && text[place + 1].isLetter
            }
    }

    private static func tooLong(_ text: String, _ limit: Int, _ field: Field) -> Failure {
        Failure(
            .valueTooLong,
            "The value for \(field.title) has \(text.count) characters; the field takes at most \(limit).",
            at: .field(field.name))
    }

    private static func singleLine(_ text: String) -> String {
        lines(text).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}

extension FieldValue {
    /// Returns the text of a spreadsheet's cell that suits a field; any other value unchanged.
    fileprivate func suited(to field: Field) -> FieldValue {
        guard case .shown(let text, let plain) = self else { return self }
        if DateStyle.isDate(plain) { return .text(ValueNormaliser.takesDate(field) ? plain : text) }
        switch field.format?.kind {
        case .number, .percent: return .text(FieldFormat.decimal(plain) == nil ? text : plain)
        default: return .text(field.type == .checkbox && ["yes", "no"].contains(plain) ? plain : text)
        }
    }

    /// Numbers as text; any other value unchanged.
    fileprivate var asText: FieldValue {
        if case .number(let text) = self { return .text(text) }
        return self
    }
}

extension Field {
    /// Maximum number of characters: the limit of the field or the number of its cells.
    var characterLimit: Int? { [maxLength, combEdges.map { $0.count - 1 }].compactMap(\.self).min() }
}
