import PortfolioDomain
import Pipeline
import Portfolio

/// The states of uploads.
struct UploadStates: Encodable {
    let uploads: [UploadState]
}

/// The state of an upload: `waiting`, `ready` or `failed`.
struct UploadState: Encodable {
    let contentID: String
    let status: String
    /// The kind of the content, once known.
    var type: String?
    /// Whether a thumbnail exists.
    var hasThumb = false
    var failure: InputFailure?

    private enum CodingKeys: String, CodingKey {
        case contentID = "content_id"
        case status, type, failure
        case hasThumb = "has_thumb"
    }

    /// Creates the state of a document.
    init(_ document: Document, _ analysis: InputAnalysis?) {
        contentID = document.id.wireText
        if let failure = document.failure {
            status = "failed"
            self.failure = InputFailure(failure.failure)
        } else {
            status = document.state == .ready ? "ready" : "waiting"
        }
        type = analysis?.type.rawValue
        hasThumb = analysis?.thumb != nil
    }

    /// Creates the state of an upload that was deleted or never existed.
    init(unknown contentID: String) {
        self.contentID = contentID
        status = "failed"
        failure = InputFailure(code: "content_unknown", message: "The upload has expired.")
    }
}

extension InputAnalysis {
    /// The name of the smallest rendition of the first page; `nil` without a picture.
    var thumb: String? { renditions.first { $0.quality == .thumb && $0.page == renditions.map(\.page).min() }?.name }
}
