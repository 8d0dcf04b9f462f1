import Audit
import FailureModel
import FormFilling
import FormImport
import FormModel
import FormsDomain
import Foundation
import HTTPService
import Hummingbird
import LocalStore
import Pipeline
import Threads

/// The routes of the mapping of columns to fields.
///
/// All documents of the form use it.
struct MappingRoutes: Sendable {
    private let client: PipelineClient
    private let mappings: MappingStore
    private let service: ServiceParts

    /// Creates the routes on a store.
    init(_ system: LocalSystem, _ service: ServiceParts) {
        self.service = service
        client = system.client
        mappings = MappingStore(system)
    }

    /// Adds the routes below `/api/v1/documents`.
    func add(to documents: RouterGroup<ServiceContext>) {
        documents.get(":id/mapping", use: show)
        documents.put(":id/mapping", use: confirm)
        documents.delete(":id/mapping", use: delete)
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.record(.viewed, of: document.id, by: context)
        let form = try? await client.fieldsInForce(of: document).description.document.sha256
        let mapping = try await mappings.mapping(of: document, form: form ?? document.content.hex)
        return JSONResponse.make(mapping ?? ColumnMapping(form: form ?? document.content.hex, columns: []))
    }

    /// Stores a confirmed mapping.
    @Sendable private func confirm(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        // JSON is YAML, so the file that `formwright batch --write-map` makes can be sent as it is.
        guard ["application/json", "application/yaml"].contains(request.mediaType) else {
            throw Failure(.unsupportedType, "The body must be a mapping: application/json or application/yaml.")
        }
        let body = try await request.bytes(upTo: ColumnMapping.sizeLimit)
        let description = try await client.fieldsInForce(of: document).description
        let mapping = try await WorkerThreads.shared.run {
            var mapping = try ColumnMapping(data: body, name: "The body")
            try mapping.check(form: description.document.sha256)
            // Checks that the form has the fields.
            _ = try Binder(fields: description.fields, pages: description.pages).applying(mapping)
            // A value serves to recognise its column while it is confirmed, and is not kept.
            for place in mapping.columns.indices { mapping.columns[place].value = nil }
            return mapping
        }
        try await service.record(.changedFields, of: document.id, by: context)
        try await mappings.put(mapping, for: document, in: context.scope)
        return JSONResponse.make(mapping)
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.record(.changedFields, of: document.id, by: context)
        try await mappings.delete(for: document, in: context.scope)
        return Response(status: .noContent)
    }
}
