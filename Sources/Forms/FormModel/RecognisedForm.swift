public import Foundation

/// A known form as which pages of a document were recognised.
///
/// Their fields are those of its template, at their places on the pages.
public struct RecognisedForm: Sendable, Hashable, Codable {
    /// Identifies the template.
    public var template: UUID
    /// The name of the template.
    public var name: String
    /// The version of the template's fields.
    public var version: Int
    /// When the template's fields last changed.
    public var updatedAt: Date
    /// The pages of the document (0-based).
    public var pages: [Int]

    /// Creates a recognised form.
    public init(template: UUID, name: String, version: Int, updatedAt: Date, pages: [Int]) {
        self.template = template
        self.name = name
        self.version = version
        self.updatedAt = updatedAt
        self.pages = pages
    }
}

extension RecognisedForm {
    private enum CodingKeys: CodingKey {
        case template, name, version, updatedAt, pages
    }

    /// Reads a recognised form.
    ///
    /// Its date is in ISO 8601, as ``encode(to:)`` writes it.
    ///
    /// - Parameter decoder: the decoder, whose own strategy for dates does not matter.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let date = try container.decode(String.self, forKey: .updatedAt)
        guard let updatedAt = try? Date.ISO8601FormatStyle().parse(date) else {
            throw DecodingError.dataCorruptedError(
                forKey: .updatedAt, in: container, debugDescription: "The date is not in ISO 8601.")
        }
        self.init(
            template: try container.decode(UUID.self, forKey: .template),
            name: try container.decode(String.self, forKey: .name),
            version: try container.decode(Int.self, forKey: .version), updatedAt: updatedAt,
            pages: try container.decode([Int].self, forKey: .pages))
    }

    /// Writes the form.
    ///
    /// Its date is in ISO 8601, so that files of fields can be read by any JSON decoder.
    ///
    /// - Parameter encoder: the encoder, whose own strategy for dates does not matter.
    /// - Throws: `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(template, forKey: .template)
        try container.encode(name, forKey: .name)
        try container.encode(version, forKey: .version)
        try container.encode(updatedAt.formatted(Date.ISO8601FormatStyle()), forKey: .updatedAt)
        try container.encode(pages, forKey: .pages)
    }
}
