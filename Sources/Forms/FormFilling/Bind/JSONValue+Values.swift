import FormModel

extension JSONValue {
    /// The value for a field.
    var fieldValue: FieldValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let text): .number(text)
        case .flag(let flag): .flag(flag)
        case .null: .none
        case .list, .object: .structure
        }
    }

    /// Whether this is an object with `blocks`: a document in Portable Text.
    var isPortableText: Bool { object?.members.contains { $0.key == "blocks" } ?? false }
}
