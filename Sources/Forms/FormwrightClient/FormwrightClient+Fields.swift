public import FormModel
public import FormsAPI
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The fields of a form, and the templates that store their corrections.
extension FormwrightClient {
    // MARK: Fields

    /// Returns the fields in force of a document.
    public func fields(of id: UUID) async throws -> FieldList {
        try await decoded(request("GET", "documents/\(id.uuidString)/fields"))
    }

    /// Adds, changes and removes fields of the document's form, undone together.
    ///
    /// - Parameters:
    ///   - edits: the changes.
    ///   - id: the document.
    ///   - version: ``FormsAPI/FieldList/version`` of the fields that the changes are based on.
    /// - Returns: the fields now in force.
    /// - Throws: `ServiceError`: `edit_conflict` with ``FormsAPI/ServiceError/conflicts`` if someone else has changed
    ///   the same fields, `invalid_field` with ``FormsAPI/ServiceError/fields``; `URLError`.
    @discardableResult
    public func change(_ edits: FieldEdits, of id: UUID, version: Int) async throws -> FieldList {
        try await changed("PATCH", "documents/\(id.uuidString)/fields", version, edits)
    }

    /// Adds fields to the document's form; the service replaces IDs already in use.
    @discardableResult
    public func add(_ fields: [Field], to id: UUID, version: Int) async throws -> FieldList {
        try await changed("POST", "documents/\(id.uuidString)/fields", version, SubmittedFields(fields: fields))
    }

    /// Replaces all fields of the document's form, in this order.
    @discardableResult
    public func replaceFields(of id: UUID, with fields: [Field], version: Int) async throws -> FieldList {
        try await changed("PUT", "documents/\(id.uuidString)/fields", version, SubmittedFields(fields: fields))
    }

    /// Reverts the newest change of the fields.
    @discardableResult
    public func undo(fieldsOf id: UUID, version: Int) async throws -> FieldList {
        try await changed("POST", "documents/\(id.uuidString)/fields/undo", version, Optional<FieldEdits>.none)
    }

    /// Repeats the change that was undone last.
    @discardableResult
    public func redo(fieldsOf id: UUID, version: Int) async throws -> FieldList {
        try await changed("POST", "documents/\(id.uuidString)/fields/redo", version, Optional<FieldEdits>.none)
    }

    private func changed(
        _ method: String, _ path: String, _ version: Int, _ body: (some Encodable)?
    ) async throws -> FieldList {
        var change = try body.map { try request(method, path, json: $0) } ?? request(method, path)
        change.setValue("\"\(version)\"", forHTTPHeaderField: "If-Match")
        return try await decoded(change)
    }

    // MARK: Templates

    /// Returns the templates available to the user, including those available to all.
    public func templates() async throws -> [TemplateSummary] {
        let list: TemplateList = try await decoded(request("GET", "templates"))
        return list.templates
    }

    /// Returns a template with its fields.
    public func template(_ id: UUID) async throws -> FormTemplate {
        try await decoded(request("GET", "templates/\(id.uuidString)"))
    }

    /// Stores an imported template.
    ///
    /// If its form already has a template, it becomes that one's newest version.
    @discardableResult
    public func put(_ template: FormTemplate) async throws -> TemplateSummary {
        try await decoded(request("PUT", "templates", json: template))
    }

    /// Deletes a template, so that its form has the detected fields again.
    public func delete(template id: UUID) async throws {
        _ = try await answer(request("DELETE", "templates/\(id.uuidString)"))
    }
}
