public import FormsAPI
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The forms that the office has prepared for everybody.
extension FormwrightClient {
    /// Returns a page of the office's forms by name.
    ///
    /// - Parameters:
    ///   - text: a part of the name; nil for all.
    ///   - state: the state of the forms; nil for all.
    ///   - last: ``FormsAPI/SharedFormPage/next`` of the page before; nil for the first page.
    /// - Returns: the page.
    /// - Throws: `ServiceError`; `URLError`.
    public func forms(
        containing text: String? = nil, state: SharedFormState? = nil, after last: UUID? = nil
    ) async throws -> SharedFormPage {
        let query = [
            text.map { URLQueryItem(name: "text", value: $0) },
            state.map { URLQueryItem(name: "state", value: $0.rawValue) },
            last.map { URLQueryItem(name: "after", value: $0.uuidString) },
        ].compactMap { $0 }
        return try await decoded(request("GET", "forms", query))
    }

    /// Returns a form of the office.
    public func form(_ id: UUID) async throws -> SharedFormSummary {
        try await decoded(request("GET", "forms/\(id.uuidString)"))
    }

    /// Makes a document's blank form, with its corrected fields and mapping, the office's.
    ///
    /// - Returns: the form.
    /// - Throws: `ServiceError`: `form_shared` if the office has it already, `form_has_values` if the document is a
    ///   filled form; `URLError`.
    public func share(_ form: NewSharedForm) async throws -> SharedFormSummary {
        try await decoded(request("POST", "forms", json: form))
    }

    /// Changes the name, edition or state of a form.
    ///
    /// - Parameters:
    ///   - id: the form.
    ///   - version: ``FormsAPI/SharedFormSummary/version`` that the change is based on.
    ///   - change: the change.
    /// - Returns: the changed form.
    /// - Throws: `ServiceError`: `form_changed` if someone else has changed it; `URLError`.
    @discardableResult
    public func change(_ id: UUID, version: Int, _ change: SharedFormChange) async throws -> SharedFormSummary {
        var request = try request("PATCH", "forms/\(id.uuidString)", json: change)
        request.setValue("\"\(version)\"", forHTTPHeaderField: "If-Match")
        return try await decoded(request)
    }

    /// Deletes a form; documents that were started from it stay.
    public func deleteForm(_ id: UUID) async throws {
        _ = try await answer(request("DELETE", "forms/\(id.uuidString)"))
    }

    /// Returns the versions of a form's corrected fields, newest first.
    public func history(ofForm id: UUID) async throws -> FieldHistory {
        try await decoded(request("GET", "forms/\(id.uuidString)/history"))
    }

    /// Adds a document with a copy of a form, and begins its analysis.
    ///
    /// It belongs to a group of the user if one is named.
    public func start(fromForm id: UUID, for group: String? = nil) async throws -> DocumentSummary {
        let uploaded: UploadedDocument = try await decoded(
            request("POST", "forms/\(id.uuidString)/documents", Self.query(group)))
        return uploaded.document
    }
}
