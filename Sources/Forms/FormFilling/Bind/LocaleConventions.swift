import FormModel
import Synchronization

/// The language of a form and its country's way of writing dates, found when the first value needs them.
final class LocaleConventions: Sendable {
    private let found: Mutex<Found>

    private struct Found {
        let fields: [Field]
        lazy var texts = DateConvention.texts(of: fields)
        lazy var language = FormLanguage.of(texts)
        lazy var date = DateConvention(of: texts, in: language)
    }

    /// Creates the customs of a form with these fields.
    init(_ fields: [Field]) { found = Mutex(Found(fields: fields)) }

    /// The language of the form; English if its texts do not decide.
    var language: FormLanguage { found.withLock { $0.language } ?? .english }
    /// How dates are written where the form does not say it; nil if nothing tells the country.
    var date: DateConvention? { found.withLock { $0.date } }

    /// Returns a value with an ISO date in a field for dates written as in the form's country.
    ///
    /// A date that the form's own format or a printed hint has written already is none in ISO notation any more, unless
    /// they ask for it.
    func applied(to value: BoundValue) -> BoundValue {
        guard value.field.type == .date, case .text(let text) = value.content, DateStyle.isDate(text),
            value.style?.isVerbatim != true, !ValueNormaliser.hasDateStyle(value.field), let date,
            let written = DateStyle(pattern: date.pattern)?.formatted(text),
            written.count <= value.field.characterLimit ?? .max
        else { return value }
        var custom = value
        custom.content = .text(written)
        custom.custom = "\(date.pattern.uppercased()), since \(date.evidence)"
        return custom
    }
}
