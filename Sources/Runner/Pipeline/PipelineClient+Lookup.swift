import FailureModel
public import Foundation
import Threads

extension PipelineClient {
    /// Returns the document with this ID or unique beginning of an ID.
    ///
    /// - Parameters:
    ///   - text: an ID or its beginning, in upper or lower case.
    ///   - scope: the owners of the documents to search.
    /// - Returns: the document.
    /// - Throws: `Failure`: `document_unknown` if there is none, or more than one.
    public func document(idBeginning text: String, in scope: OwnerScope) async throws -> Document {
        let prefix = text.uppercased()
        guard !prefix.isEmpty, prefix.utf8.count <= 36, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
            throw Failure(.documentUnknown, "“\(text.prefix(60))” is not the beginning of a document's id.")
        }
        let found = try await store.documents(DocumentQuery(in: scope, idPrefix: prefix, limit: 2))
        guard let document = found.first else {
            throw Failure(.documentUnknown, "No document has an id that begins with \(text).")
        }
        guard found.count == 1 else {
            throw Failure(.documentUnknown, "Several documents have ids that begin with \(text); give more characters.")
        }
        return document
    }

    /// Returns the job with this number.
    ///
    /// - Throws: `Failure`: `document_unknown` if there is none.
    public func job(_ id: JobID, in scope: OwnerScope) async throws -> Job {
        guard let job = try await store.jobs(JobQuery(in: scope, id: id, limit: 1)).first else {
            throw Failure(.documentUnknown, "There is no job \(id).")
        }
        return job
    }

    /// Returns the bytes of the latest artefact with this name; `nil` without one.
    public func bytes(of name: String, in document: Document) async throws -> Data? {
        let published = try await store.artefacts(of: document.id, in: .owner(document.owner), fill: nil)
        guard let artefact = published.last(where: { $0.artefact.name == name })?.artefact else { return nil }
        let artefacts = artefacts
        return try await offPool { try artefacts.read(artefact.content) }
    }
}
