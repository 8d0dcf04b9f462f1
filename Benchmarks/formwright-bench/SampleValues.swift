import FormModel
import FormFilling

/// Sample values that suit any field.
enum SampleValues {
    /// Options that shrink text to fit instead of refusing it.
    ///
    /// The benchmarks measure time and not appearance.
    static var options: ComposeOptions {
        var options = ComposeOptions()
        options.overflow = .shrink
        return options
    }

    /// Returns a value by name for every field that takes one.
    ///
    /// The values of different records differ.
    static func entries(for fields: [Field], record: Int = 0) -> [ValueEntry] {
        var seen: Set<String> = []
        return fields.filter { !$0.readOnly && $0.group == nil && seen.insert($0.name).inserted }
            .map { ValueEntry(key: $0.name, value: value(for: $0, record: record)) }
    }

    private static func value(for field: Field, record: Int) -> FieldValue {
        if let options = field.options { return .text(options[record % options.count]) }
        switch field.type {
        case .checkbox: return .flag(true)
        case .date: return .text("2026-01-31")
        default:
            let limit = [field.maxLength, field.combEdges.map { $0.count - 1 }].compactMap(\.self).min()
            return .text(String("\(1_000 + record) Ada".prefix(limit ?? .max)))
        }
    }
}
