import FormsAPI
import Foundation
import Pipeline

extension DocumentSummary {
    /// What a client sees of a document in the store.
    init(_ document: Document) {
        self.init(
            id: document.id.uuid, fileName: document.fileName, mimeType: document.mediaType,
            status: DocumentStatus(document.state), pageCount: document.facts["pages"].flatMap { Int($0) },
            createdAt: document.createdAt.date, updatedAt: document.updatedAt.date)
    }
}

extension DocumentStatus {
    /// The client's name of a state.
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
    /// The answer about a document that was set to work.
    init(_ document: Document) {
        self.init(documentId: document.id.uuid, status: DocumentStatus(document.state))
    }
}
