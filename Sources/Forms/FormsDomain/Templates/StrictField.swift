package import FailureModel
package import FormModel
package import Foundation

/// A field from outside with only known keys, so that nothing is silently dropped.
package struct StrictField: Decodable {
    /// The field.
    package let field: Field

    package init(from decoder: any Decoder) throws {
        try UnknownKeys.refuse(in: decoder, known: NumberedDescription.fieldKeys)
        field = try Field(from: decoder).withComposedMask
    }
}

/// A field to add; its ID, name and label are optional.
package struct NewField: Decodable {
    /// The field; its name is empty if none was given.
    package let field: Field

    package init(from decoder: any Decoder) throws {
        try UnknownKeys.refuse(in: decoder, known: NumberedDescription.fieldKeys)
        field = try Field(fromIncomplete: decoder).withComposedMask
    }
}

extension Field {
    /// The field with its mask in composed form (NFC), which values have.
    fileprivate var withComposedMask: Field {
        var field = self
        field.mask = mask?.precomposedStringWithCanonicalMapping
        return field
    }
}

/// A template from outside; its fields have only known keys.
package struct StrictTemplate: Decodable {
    /// The template, not yet validated.
    package let template: FormTemplate

    private enum CodingKeys: String, CodingKey, CaseIterable { case id, name, digest, version, pages, fields }

    package init(from decoder: any Decoder) throws {
        try UnknownKeys.refuse(in: decoder, known: Set(CodingKeys.allCases.map(\.rawValue)))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        template = FormTemplate(
            id: try container.decode(UUID.self, forKey: .id), name: try container.decode(String.self, forKey: .name),
            digest: try container.decode(String.self, forKey: .digest),
            version: try container.decode(Int.self, forKey: .version),
            pages: try container.decode([PageSize].self, forKey: .pages),
            fields: try container.decode([StrictField].self, forKey: .fields).map(\.field))
    }
}

extension FormTemplate {
    /// Decodes a file written by `formwright templates export`.
    ///
    /// - Parameters:
    ///   - data: the bytes of the file.
    ///   - name: the name of the file, for messages.
    /// - Throws: `Failure`: `invalid_template`.
    package init(decoding data: Data, name: String) throws(Failure) {
        do {
            self = try JSONDecoder().decode(StrictTemplate.self, from: data).template
        } catch {
            throw Failure(
                .invalidTemplate,
                "\(name) is not the output of formwright templates export\(Self.place(of: error)).",
                underlying: "\(error)")
        }
    }
}

extension FormTemplate {
    /// Returns the location of a decoding error for a message; empty for the whole text.
    private static func place(of error: any Error) -> String {
        let place: (path: [any CodingKey], words: String)
        switch error {
        case DecodingError.keyNotFound(let key, let context): place = (context.codingPath + [key], "missing")
        case DecodingError.dataCorrupted(let context):
            place = (context.codingPath, context.debugDescription == UnknownKeys.description ? "unknown" : "not valid")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            place = (context.codingPath, "not valid")
        default: return ""
        }
        guard !place.path.isEmpty else { return "" }
        // Keys come from the file; a message must not contain longer text from it.
        let path = place.path.map { $0.intValue.map(String.init) ?? String($0.stringValue.prefix(40)) }
        return ": \(path.joined(separator: ".")) is \(place.words)"
    }
}

/// Rejects keys that decoding would ignore.
package enum UnknownKeys {
    static let description = "unknown key"

    /// Throws for the first unknown key, with its coding path.
    package static func refuse(in decoder: any Decoder, known: Set<String>) throws {
        let keys = try decoder.container(keyedBy: Key.self).allKeys
        guard let stray = keys.filter({ !known.contains($0.stringValue) }).min(by: { $0.stringValue < $1.stringValue })
        else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath + [stray], debugDescription: description))
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
