import FormModel
import Synchronization

/// The language of a form and the date format of its country.
///
/// Both are determined when first needed.
final class LocaleConventions: Sendable {
    private let found: Mutex<Found>

    private struct Found {
        let fields: [Field]
        lazy var texts = DateConvention.texts(of: fields)
        lazy var language = FormLanguage.of(texts)
        lazy var date = DateConvention(of: texts, in: language)
    }

    /// Creates the conventions of a form with these fields.
    init(_ fields: [Field]) { found = Mutex(Found(fields: fields)) }

    /// The language of the form; English if its texts are inconclusive.
    var language: FormLanguage { found.withLock { $0.language } ?? .english }
    /// The default format of dates in the form; nil if the country is unknown.
    var date: DateConvention? { found.withLock { $0.date } }

    /// Returns a value with its ISO date converted to the format of the form's country.
    ///
    /// A date that the form's own format or a printed hint has already converted is no longer in ISO notation, unless
    /// they require it.
    func applied(to value: BoundValue) -> BoundValue {
        guard value.field.type == .date, case .text(let text) = value.content, DateStyle.isDate(text),
            value.style?.isVerbatim != true, !ValueNormaliser.hasDateStyle(value.field), let date,
            let written = DateStyle(pattern: date.pattern)?.formatted(text),
            written.count <= value.field.characterLimit ?? .max
        else { return value }
        var converted = value
        converted.content = .text(written)
        converted.custom = "\(date.pattern.uppercased()), since \(date.evidence)"
        return converted
    }
}
