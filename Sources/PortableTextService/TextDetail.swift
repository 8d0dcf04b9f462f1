import Formwright
import Foundation
import Pipeline
import PortableText

/// A document in Portable Text, as the service shows it.
struct TextDetail: Encodable {
    /// Why the work on a document failed.
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

/// How a document is to be typeset.
struct TypesetRequest: Decodable {
    let options: TypesetOptions
    /// A style sheet in YAML.
    let style: String?

    private enum CodingKeys: String, CodingKey {
        case style
    }

    init(from decoder: any Decoder) throws {
        options = try TypesetOptions(from: decoder)
        style = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .style)
    }
}
