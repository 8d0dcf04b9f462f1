import FormModel

extension JSONValue {
    /// The value for a field.
    var fieldValue: FieldValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let text): .number(text)
        case .flag(let flag): .flag(flag)
        case .null: .none
        case .list(let items): Self.answers(items).map(FieldValue.several) ?? .structure
        case .object: .structure
        }
    }

    /// Returns the texts of a list that has nothing else; nil for any other list.
    private static func answers(_ items: [JSONValue]) -> [String]? {
        let texts = items.compactMap { item -> String? in
            switch item {
            case .text(let text), .number(let text): text
            case .flag, .null, .list, .object: nil
            }
        }
        return texts.count == items.count ? texts : nil
    }

    /// Whether this is an object with `blocks`: a document in Portable Text.
    var isPortableText: Bool { object?.members.contains { $0.key == "blocks" } ?? false }
}
