import FormsDomain
import LocalStore
import Audit
import FailureModel
import FormsAPI
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline

/// The routes that list, export, import and delete templates.
struct TemplateRoutes: Sendable {
    private let templates: TemplateStore
    private let service: ServiceParts

    /// Creates the routes on a store.
    init(_ system: LocalSystem, _ service: ServiceParts) {
        self.service = service
        templates = TemplateStore(system)
    }

    /// Adds the routes below `/api/v1/templates`.
    func add(to group: RouterGroup<ServiceContext>) {
        group.get(use: list)
        group.put(use: put)
        group.get(":id", use: export)
        group.delete(":id", use: delete)
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let all = try await templates.summaries(in: context.scope)
        return JSONResponse.make(TemplateList(templates: all.map { TemplateSummary($0) }))
    }

    @Sendable private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        JSONResponse.make(try await templates.template(try Self.id(context), in: context.scope).template)
    }

    @Sendable private func put(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let given = try await request.json(StrictTemplate.self, context).template
        try await service.record(.changedFields, by: context)
        return JSONResponse.make(TemplateSummary(try await templates.put(given, owner: context.owner).summary))
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.record(.changedFields, by: context)
        try await templates.delete(try Self.id(context), in: context.scope)
        return Response(status: .noContent)
    }

    private static func id(_ context: ServiceContext) throws(Failure) -> UUID {
        guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }) else {
            throw Failure(.templateUnknown, "There is no such template.")
        }
        return id
    }
}
