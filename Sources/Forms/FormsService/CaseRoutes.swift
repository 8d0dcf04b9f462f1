import Audit
import FailureModel
package import FormsAPI
package import FormsDomain
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import LocalStore
import Pipeline

/// The routes of the names, clients, tags and notes of documents.
struct CaseRoutes: Sendable {
    private let client: PipelineClient
    private let cases: CaseStore
    private let service: ServiceParts

    /// Creates the routes on a store.
    init(_ system: LocalSystem, _ service: ServiceParts) {
        client = system.client
        cases = CaseStore(system)
        self.service = service
    }

    /// Adds the routes below `/api/v1/documents`.
    func add(to documents: RouterGroup<ServiceContext>) {
        documents.get(":id/case", use: show)
        documents.patch(":id/case", use: change)
        documents.post(":id/duplicate", use: duplicate)
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.record(.viewed, of: document.id, by: context)
        return Self.answer(try await cases.case(of: document))
    }

    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let version = try request.requiredVersion()
        let body = try await request.json(StrictCaseChange.self, context).change
        let found = try await cases.case(of: try await client.form(context))
        let owner = try body.group.map { try $0.isEmpty ? context.owner : context.identity.group(named: $0) }
        if let owner, owner != found.document.owner { try Self.checkMayTake(found, context) }
        try await service.record(.changedCase, of: found.document.id, by: context)
        let change = CaseChange(
            fileName: body.fileName, client: body.client, tags: body.tags, notes: body.notes, owner: owner)
        return Self.answer(
            try await cases.change(found.document.id, in: context.scope, since: version, change, by: context.owner))
    }

    @Sendable private func duplicate(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.admission.checkQueue(for: document.owner)
        let id = DocumentID(UUID())
        try await service.record(.viewed, of: document.id, by: context)
        try await service.record(.uploaded, of: id, by: context)
        let copy = try await cases.duplicate(document.id, in: context.scope, as: id, by: context.owner)
        let found = try await cases.case(of: copy)
        return JSONResponse.make(
            UploadedDocument(documentId: copy.id.uuid, document: DocumentSummary(found)), status: .created)
    }

    /// Returns whether the user may delete a document or take it out of its group.
    ///
    /// These are the user who owns it or gave it to the group, and administrators in the group.
    static func mayTake(_ found: FormCase, _ context: ServiceContext) -> Bool {
        context.identity.hasAdministratorRights || found.mayBeTaken(by: context.owner)
    }

    /// Checks that the user may delete a document or take it out of its group.
    ///
    /// - Throws: `forbidden`.
    static func checkMayTake(_ found: FormCase, _ context: ServiceContext) throws(Failure) {
        guard mayTake(found, context) else {
            throw Failure(
                .forbidden,
                "Only the user who added the document to its group, or an administrator in the group, may do this.")
        }
    }

    private static func answer(_ found: FormCase) -> Response {
        var response = JSONResponse.make(DocumentCase(found))
        response.headers[.eTag] = "\"\(found.version)\""
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }
}

extension DocumentCase {
    /// Creates the client's view of a document's name and details.
    package init(_ found: FormCase) {
        self.init(
            documentId: found.document.id.uuid, fileName: found.document.fileName, client: found.details.client,
            tags: found.details.tags, notes: found.details.notes, group: found.document.owner.group,
            version: found.version)
    }
}

/// A change of a document's name and details; unknown keys are refused.
private struct StrictCaseChange: Decodable {
    let change: DocumentCaseChange

    private static let keys: Set<String> = ["fileName", "client", "tags", "notes", "group"]

    init(from decoder: any Decoder) throws {
        try UnknownKeys.refuse(in: decoder, known: Self.keys)
        change = try DocumentCaseChange(from: decoder)
    }
}
