import FormImport
import FormModel
import Synchronization
import Values

/// The language of a form and the date format of its country.
///
/// Both are determined when first needed.
final class LocaleConventions: Sendable {
    private let found: Mutex<Found>

    /// Whether the first page is US Letter, where the month comes first.
    private let isLetter: Bool

    private struct Found {
        let fields: [Field]
        lazy var texts = DateConvention.texts(of: fields)
        lazy var language = FormLanguage.of(texts)
        let isLetter: Bool
        lazy var date = DateConvention(of: texts, isLetter: isLetter, in: language)
    }

    /// The sides of Letter paper in points, and how much a scan may differ.
    private static let letter = (short: 612.0, long: 792.0, tolerance: 8.0)

    /// Creates the conventions of a form.
    ///
    /// - Parameters:
    ///   - fields: its fields.
    ///   - pages: its pages; none if they are not known.
    init(_ fields: [Field], pages: [FormDescription.Page] = []) {
        isLetter =
            pages.first.map { page in
                abs(min(page.width, page.height) - Self.letter.short) <= Self.letter.tolerance
                    && abs(max(page.width, page.height) - Self.letter.long) <= Self.letter.tolerance
            } ?? false
        found = Mutex(Found(fields: fields, isLetter: isLetter))
    }

    /// The language of the form; English if its texts are inconclusive.
    var language: FormLanguage { found.withLock { $0.language } ?? .english }
    /// The default format of dates in the form; nil if the country is unknown.
    var date: DateConvention? { found.withLock { $0.date } }

    /// Returns a value with its date in the order of its gaps or country.
    ///
    /// A date that the form's own format or a printed hint has already converted is no longer in ISO notation, unless
    /// they require it.
    func applied(to value: BoundValue) -> BoundValue {
        guard case .text(let text) = value.content, value.style?.isVerbatim != true else { return value }
        if let gaps = DateGaps(value.field) { return applied(to: value, text, in: gaps) }
        guard Self.takesDate(value.field, text), text.contains(where: \.isNumber),
            !ValueNormaliser.hasDateStyle(value.field), let date, !date.isAssumed || DateStyle.isDate(text),
            let style = DateStyle(pattern: date.pattern), style.converts(text)
        else { return value }
        var placed = converted(value, to: style, pattern: date.pattern, since: date.evidence)
        if date.isAssumed, placed.custom != nil, let day = CalendarDay(text), Self.canBeSwapped(day) {
            placed.isOrderAssumed = true
        }
        return placed
    }

    /// The words of captions in any language.
    private static let words = LabelWords(nil)

    /// Returns whether a text in a field is a date.
    ///
    /// In a field for text it is an ISO date, and the label mentions a date.
    private static func takesDate(_ field: Field, _ text: String) -> Bool {
        switch field.type {
        case .date: true
        case .text, .multiline: DateStyle.isDate(text) && words.mentionsDate(LabelWords.words(of: field.label))
        default: false
        }
    }

    /// Returns whether a date is another one if its day and month are swapped.
    private static func canBeSwapped(_ date: CalendarDay) -> Bool {
        let (_, month, day) = date.components
        return month != day && day <= 12
    }

    /// Returns a value with its date in the order of its gaps.
    private func applied(to value: BoundValue, _ text: String, in gaps: DateGaps) -> BoundValue {
        let readings = DateText.readings(of: text)
        let named = readings.isEmpty ? DateText.namedDay(of: text) : nil
        guard !readings.isEmpty || named != nil && ValueNormaliser.takesDate(value.field) else { return value }
        let own = ValueNormaliser.dateStyle(of: value.field)
        // The order of the hint comes first, then that of the gaps, of the country and of the paper.
        let known =
            own?.order ?? ValueNormaliser.orderOfDayAndMonth(in: value.field)
            ?? gaps.order(isCountryKnown: date?.isAssumed == false)
        let country = known == nil ? date : nil
        let isKnown = known != nil || country?.isAssumed == false
        // A date in figures that has one reading only is in the order in which it is given.
        let given = isKnown || readings.count != 1 ? nil : readings.keys.first { $0 != .yearMonthDay }
        let order =
            known ?? country.flatMap { DateStyle(pattern: $0.pattern)?.order } ?? given
            ?? (isLetter ? .monthDayYear : .dayMonthYear)
        guard let day = named ?? readings[order] ?? (readings.count == 1 ? readings.values.first : nil) else {
            return value
        }
        let separator = country?.pattern.first { !$0.isLetter } ?? (text.contains(".") ? "." : "/")
        let pattern = order.pattern(separator, isShort: own?.isYearShort ?? false || gaps.isYearShort(order))
        guard let style = DateStyle(pattern: pattern) else { return value }
        var placed = value
        let isClear = named != nil || readings.count == 1 && (readings[.yearMonthDay] != nil || date?.isAssumed == true)
        placed.isOrderAssumed = !isKnown && isClear && Self.canBeSwapped(day) ? true : nil
        return converted(placed, to: style, day: "\(day)", pattern: pattern, since: country?.evidence)
    }

    /// Returns a value with its date in another style, if the field allows.
    private func converted(
        _ value: BoundValue, to style: DateStyle, day: String? = nil, pattern: String, since evidence: String?
    ) -> BoundValue {
        guard case .text(let text) = value.content else { return value }
        let written = style.formatted(day ?? text)
        guard written.count <= value.field.characterLimit ?? .max else { return value }
        var converted = value
        converted.content = .text(written)
        if let evidence { converted.custom = "\(pattern.uppercased()), since \(evidence)" }
        return converted
    }
}
