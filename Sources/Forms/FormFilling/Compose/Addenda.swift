import FormModel

/// The values of a record that do not fit their fields.
///
/// They are written on added pages, and the fields refer to them.
struct Addenda: Sendable {
    /// A value on the added pages.
    struct Entry: Sendable {
        /// The number (1-based) that the field refers to.
        var number: Int
        /// The first field that refers to it.
        var field: Field
        var text: FormattedText
    }

    /// The entries in the order of their numbers.
    private(set) var entries: [Entry] = []
    /// The references shown in place of values.
    private(set) var references: [Field.ID: String] = [:]
    /// The texts of each key; the parts of one blank share one value.
    private let texts: [String: [FormattedText]]
    private var numbers: [Whole: Int] = [:]

    /// A complete value, before it was divided into parts.
    private struct Whole: Hashable {
        var key: String
        var text: FormattedText
    }

    /// Creates an empty collection, given the record's values in the order of their fields.
    init(of values: [BoundValue] = []) {
        texts = Dictionary(grouping: values, by: \.key).mapValues { $0.compactMap(\.content.text) }
    }

    /// Whether all values fit.
    var isEmpty: Bool { entries.isEmpty }

    /// Returns the complete value of a field that may show only a part of it.
    func whole(_ value: BoundValue) -> FormattedText {
        let own = value.content.text ?? FormattedText()
        let texts = texts[value.key] ?? []
        guard texts.contains(where: { $0 != own }) else { return own }
        return FormattedText(texts.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    /// Returns the number of a value, shared by fields with the same value.
    func number(of value: BoundValue) -> Int {
        numbers[Whole(key: value.key, text: whole(value))] ?? entries.count + 1
    }

    /// Adds a value, and the reference that its field shows.
    mutating func add(_ value: BoundValue, reference: String) {
        let text = whole(value)
        references[value.field.id] = reference
        let number = number(of: value)
        guard number > entries.count else { return }
        entries.append(Entry(number: number, field: value.field, text: text))
        numbers[Whole(key: value.key, text: text)] = number
    }

    /// Returns the warning about a value on the added pages.
    static func note(_ number: Int) -> String {
        "The value does not fit: it is addendum \(number), on a page behind the form."
    }
}

extension BoundValue.Content {
    /// The text to draw; nil for marks and pictures.
    var text: FormattedText? {
        switch self {
        case .text(let text), .choice(let text, _): FormattedText(text)
        case .formatted(let text): text
        case .checked, .picture: nil
        }
    }
}
