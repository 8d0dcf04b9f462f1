public import FormModel
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The mapping of a table's columns to fields.
///
/// ```swift
/// do {
///     try await client.fillRows(of: table, into: id)
/// } catch let error as ServiceError {
///     guard var mapping = error.mapping else { throw error }
///     // Show the columns to a person, who corrects their fields and confirms them.
///     for place in mapping.columns.indices { mapping.columns[place].isConfirmed = true }
///     try await client.confirm(mapping, for: id)
///     try await client.fillRows(of: table, into: id)
/// }
/// ```
extension FormwrightClient {
    /// Returns the confirmed mapping of the document's form.
    ///
    /// It has no columns if none has been confirmed.
    public func mapping(for id: UUID) async throws -> ColumnMapping {
        try await decoded(request("GET", "documents/\(id.uuidString)/mapping"))
    }

    /// Stores a confirmed mapping for all documents of the same form and owner.
    ///
    /// - Parameters:
    ///   - mapping: the mapping, with all columns confirmed.
    ///   - id: a document of the form.
    /// - Returns: the mapping as stored, without values.
    /// - Throws: `ServiceError`: `mapping_needed` if a column is not confirmed, `fields_mismatch` for a mapping of
    ///   another form; `URLError`.
    @discardableResult
    public func confirm(_ mapping: ColumnMapping, for id: UUID) async throws -> ColumnMapping {
        try await decoded(request("PUT", "documents/\(id.uuidString)/mapping", json: mapping))
    }

    /// Deletes the mapping of the document's form.
    public func deleteMapping(for id: UUID) async throws {
        _ = try await answer(request("DELETE", "documents/\(id.uuidString)/mapping"))
    }
}
