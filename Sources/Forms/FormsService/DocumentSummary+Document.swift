import FormsAPI
import FormsDomain
import Foundation
import Pipeline

extension DocumentSummary {
    /// Creates the client's summary of a stored document.
    init(_ document: Document) {
        self.init(
            id: document.id.uuid, fileName: document.fileName, mimeType: document.mediaType,
            status: DocumentStatus(document.state), pageCount: document.facts["pages"].flatMap { Int($0) },
            group: document.owner.group,
            createdAt: document.createdAt.date, updatedAt: document.updatedAt.date)
    }

    /// Creates the client's summary of a stored document with its details.
    init(_ found: FormCase) {
        self.init(found.document)
        client = found.details.client.isEmpty ? nil : found.details.client
        tags = found.details.tags.isEmpty ? nil : found.details.tags
    }
}

extension DocumentStatus {
    /// Creates the client's status for a state.
    init(_ state: DocumentState) {
        self =
            switch state {
            case .imported: .imported
            case .processing: .processing
            case .ready: .ready
            case .filling: .filling
            case .filled: .filled
            case .failed: .failed
            }
    }
}

extension DocumentProgress {
    /// Creates the response about a document after starting work on it.
    init(_ document: Document) {
        self.init(documentId: document.id.uuid, status: DocumentStatus(document.state))
    }
}
