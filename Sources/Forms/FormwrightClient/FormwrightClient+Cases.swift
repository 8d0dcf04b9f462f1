public import FormsAPI
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The names, clients, tags and notes of documents.
extension FormwrightClient {
    /// Returns the names of the user's groups, sorted.
    public func groups() async throws -> [String] {
        let answer: [String: [String]] = try await decoded(request("GET", "me/groups"))
        return answer["groups"] ?? []
    }

    /// Returns the name, client, tags and notes of a document.
    public func documentCase(_ id: UUID) async throws -> DocumentCase {
        try await decoded(request("GET", "documents/\(id.uuidString)/case"))
    }

    /// Changes the name and details of a document.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - version: ``FormsAPI/DocumentCase/version`` that the change is based on.
    ///   - change: the change.
    /// - Returns: the changed name and details.
    /// - Throws: `ServiceError`: `case_changed` if someone else has changed them, `invalid_case` for a text that is too
    ///   long; `URLError`.
    @discardableResult
    public func change(_ id: UUID, version: Int, _ change: DocumentCaseChange) async throws -> DocumentCase {
        var request = try request("PATCH", "documents/\(id.uuidString)/case", json: change)
        request.setValue("\"\(version)\"", forHTTPHeaderField: "If-Match")
        return try await decoded(request)
    }

    /// Adds a copy of a document with its values and details, and begins the analysis.
    public func duplicate(_ id: UUID) async throws -> DocumentSummary {
        let added: UploadedDocument = try await decoded(request("POST", "documents/\(id.uuidString)/duplicate"))
        return added.document
    }
}
