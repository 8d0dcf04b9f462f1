import FormModel

/// The values of a record that do not fit their fields, which are written on added pages, with references to them in the
/// fields.
struct Addenda: Sendable {
    /// A value on the added pages.
    struct Entry: Sendable {
        /// The number by which the field refers to it, from 1.
        var number: Int
        /// The first of the fields that refer to it.
        var field: Field
        var text: FormattedText
    }

    /// The values in the order of their numbers.
    private(set) var entries: [Entry] = []
    /// What fields show instead of their values.
    private(set) var references: [Field.ID: String] = [:]
    /// The texts of each key: the lines of one blank share one value.
    private var texts: [String: [FormattedText]]
    private var numbers: [Whole: Int] = [:]

    /// A value as it was given, apart from its lines.
    private struct Whole: Hashable {
        var key: String
        var text: FormattedText
    }

    /// Begins without entries; `values` are those of the record in the order of their fields.
    init(of values: [BoundValue] = []) {
        texts = Self.texts(of: values)
    }

    /// Returns the same entries, to be continued with more values of the record.
    func with(_ values: [BoundValue]) -> Addenda {
        var copy = self
        copy.texts = Self.texts(of: values)
        return copy
    }

    private static func texts(of values: [BoundValue]) -> [String: [FormattedText]] {
        Dictionary(grouping: values, by: \.key).mapValues { $0.compactMap(\.content.text) }
    }

    /// Whether all values fit.
    var isEmpty: Bool { entries.isEmpty }

    /// Returns the value of which a field has all or a line.
    func whole(_ value: BoundValue) -> FormattedText {
        let own = value.content.text ?? FormattedText()
        let texts = texts[value.key] ?? []
        guard texts.contains(where: { $0 != own }) else { return own }
        return FormattedText(texts.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    /// Returns the number of a value, which fields with the same value share.
    func number(of value: BoundValue) -> Int {
        numbers[Whole(key: value.key, text: whole(value))] ?? entries.count + 1
    }

    /// Adds a value, to which its field refers by these words.
    mutating func add(_ value: BoundValue, reference: String) {
        let text = whole(value)
        references[value.field.id] = reference
        let number = number(of: value)
        guard number > entries.count else { return }
        entries.append(Entry(number: number, field: value.field, text: text))
        numbers[Whole(key: value.key, text: text)] = number
    }

    /// The words of a reference, from the clearest to the shortest.
    static func references(to number: Int) -> [String] {
        ["see addendum \(number)", "addendum \(number)", "add. \(number)"]
    }
}

extension BoundValue.Content {
    /// The text to draw; nil if it is none.
    var text: FormattedText? {
        switch self {
        case .text(let text), .choice(let text, _): FormattedText(text)
        case .formatted(let text): text
        case .checked, .picture: nil
        }
    }
}
