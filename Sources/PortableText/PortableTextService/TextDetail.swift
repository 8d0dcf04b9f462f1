import PortableTextDomain
import FailureModel
import Values
import Foundation
import HTTPService
import Pipeline
import PortableText

/// The service's representation of a Portable Text document.
struct TextDetail: Encodable {
    /// The failure of a stage of a document.
    struct FailureDetail: Encodable {
        let stage: String
        let code: String
        let message: String
    }

    let id: String
    let fileName: String
    let status: String
    let updatedAt: Date
    /// The number of pages of the newest PDF.
    let pages: Int?
    let failure: FailureDetail?

    init(_ document: Document) {
        id = document.id.description
        fileName = document.fileName
        status = document.state.rawValue
        updatedAt = document.updatedAt.date
        pages = document.facts[PortableTextKind.FactName.pages].flatMap { Int($0) }
        failure = document.failure.map {
            FailureDetail(stage: $0.stage.text, code: $0.code.rawValue, message: $0.message)
        }
    }
}

/// A request to typeset a document.
struct TypesetRequest: Decodable {
    let options: TypesetOptions
    /// A style sheet in YAML.
    let style: String?
    /// A mapping of own types in YAML.
    let types: String?

    /// The names of the members, all of them optional.
    private static let members = [
        "direction", "hyphenate", "lang", "pdfa", "remotePictures", "style", "title", "toc", "types",
    ]

    private struct Member: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        if let unknown = container.allKeys.map(\.stringValue).sorted().first(where: { !Self.members.contains($0) }) {
            throw Failure(
                .malformedRequest,
                "There is no option \(unknown.quoted); the options are \(Self.members.joined(separator: ", ")).")
        }
        options = try TypesetOptions(from: decoder)
        if let mistake = options.mistake(named: { $0 }) { throw Failure(.malformedRequest, mistake) }
        style = try container.decodeIfPresent(String.self, forKey: Member(stringValue: "style"))
        types = try container.decodeIfPresent(String.self, forKey: Member(stringValue: "types"))
    }
}
