/// A description with numbered fields, as printed by `formwright inspect --json`.
///
/// `#12` is the field with `"number": 12`. The numbers follow from the order of the fields, so they are not decoded.
package struct NumberedDescription: Encodable {
    private let description: FormDescription

    /// The keys of a field, including its number.
    package static let fieldKeys = Field.keys.union([NumberKey.number.rawValue])

    /// Creates a description with numbers.
    package init(_ description: FormDescription) { self.description = description }

    private enum CodingKeys: String, CodingKey { case document, pages, fields }
    private enum NumberKey: String, CodingKey { case number }

    private struct NumberedField: Encodable {
        var number: Int
        var field: Field

        func encode(to encoder: any Encoder) throws {
            try field.encode(to: encoder)
            var container = encoder.container(keyedBy: NumberKey.self)
            try container.encode(number, forKey: .number)
        }
    }

    /// Encodes the description like `FormDescription`, with a number in each field.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(description.document, forKey: .document)
        try container.encode(description.pages, forKey: .pages)
        let fields = description.fields.enumerated().map { NumberedField(number: $0 + 1, field: $1) }
        try container.encode(fields, forKey: .fields)
    }
}
