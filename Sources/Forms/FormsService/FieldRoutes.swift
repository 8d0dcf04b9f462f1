import FormsDomain
import LocalStore
import Audit
import FailureModel
import FormModel
import FormsAPI
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline

/// The routes that show and correct the fields of a document's form.
struct FieldRoutes: Sendable {
    private let client: PipelineClient
    private let templates: TemplateStore
    private let service: ServiceParts

    /// Creates the routes on a store.
    init(_ system: LocalSystem, _ service: ServiceParts) {
        self.service = service
        client = system.client
        templates = TemplateStore(system)
    }

    /// Adds the routes below `/api/v1/documents`.
    func add(to documents: RouterGroup<ServiceContext>) {
        documents.get(":id/fields", use: list)
        documents.put(":id/fields", use: replaceAll)
        documents.post(":id/fields", use: add)
        documents.patch(":id/fields", use: change)
        documents.put(":id/fields/:fieldId", use: replace)
        documents.delete(":id/fields/:fieldId", use: delete)
        documents.post(":id/fields/undo", use: undo)
        documents.post(":id/fields/redo", use: redo)
    }

    // MARK: Routes

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.record(.viewed, of: document.id, by: context)
        let fields = try await client.fieldsInForce(of: document)
        if let response = request.notModified(Self.tag(fields.version)) { return response }
        return answer(fields, context)
    }

    @Sendable private func replaceAll(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await change(request, context, reading: ReplacingFields.self) { body, fields in
            .whole(body.fields.map { Self.current($0.field, in: fields) })
        }
    }

    @Sendable private func add(_ request: Request, _ context: ServiceContext) async throws -> Response {
        var response = try await change(request, context, reading: AddedFields.self) { body, fields in
            let taken = Set(fields.description.fields.map(\.id))
            return .edits(
                upsert: body.fields.map { new in
                    var field = new.field
                    if taken.contains(field.id) { field.id = UUID() }
                    return field
                })
        }
        response.status = .created
        return response
    }

    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await change(request, context, reading: ChangedFields.self) { body, fields in
            .edits(
                upsert: (body.upsert ?? []).map { Self.current($0.field, in: fields) },
                delete: (body.delete ?? []).map(fields.current))
        }
    }

    @Sendable private func replace(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try Self.fieldID(context)
        return try await change(request, context, reading: StrictField.self) { body, fields in
            guard body.field.id == id else {
                throw Failure(.malformedRequest, "The id of the field is not the one in the address.")
            }
            return .edits(upsert: [Self.current(body.field, in: fields)])
        }
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try Self.fieldID(context)
        return try await edit(request, context) { fields, owner, version in
            try await templates.change(
                .edits(upsert: [], delete: [fields.current(id)]), of: fields.form, owner: owner, by: context.owner,
                since: version)
        }
    }

    @Sendable private func undo(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await edit(request, context) { fields, owner, version in
            try await templates.take(.undo, in: fields.form, owner: owner, by: context.owner, since: version)
        }
    }

    @Sendable private func redo(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await edit(request, context) { fields, owner, version in
            try await templates.take(.redo, in: fields.form, owner: owner, by: context.owner, since: version)
        }
    }

    // MARK: Changes

    /// Changes the fields according to the body of the request.
    private func change<Body: Decodable>(
        _ request: Request, _ context: ServiceContext, reading type: Body.Type,
        _ changes: (Body, FieldsInForce) throws -> FieldChanges
    ) async throws -> Response {
        try await edit(request, context) { fields, owner, version in
            let body = try await request.json(type, context)
            return try await templates.change(
                try changes(body, fields), of: fields.form, owner: owner, by: context.owner, since: version)
        }
    }

    /// Applies a change to the requested version, and responds with the new one.
    private func edit(
        _ request: Request, _ context: ServiceContext,
        _ change: (FieldsInForce, _ owner: OwnerID, _ version: Int?) async throws -> StoredTemplate?
    ) async throws -> Response {
        let document = try await client.form(context)
        let version = try request.requiredVersion()
        let fields = try await client.fieldsInForce(of: document)
        try await service.record(.changedFields, of: document.id, by: context)
        do {
            let template = try await change(fields, document.owner, version)
            // The form's other copies are recognised from the first correction of a blank one on.
            if template != nil { try await client.keepPrints(of: document) }
            return answer(fields.replacing(template), context)
        } catch let conflicts as FieldConflicts {
            return Self.response(conflicts)
        } catch let invalid as InvalidFields {
            throw APIError(
                invalid.failure,
                fields: invalid.problems.map {
                    APIError.FieldProblem(
                        fieldRegionId: $0.id.uuidString, code: $0.failure.code, message: $0.failure.message)
                })
        }
    }

    /// Returns the field under its current ID.
    private static func current(_ field: Field, in fields: FieldsInForce) -> Field {
        var field = field
        field.id = fields.current(field.id)
        return field
    }

    private static func fieldID(_ context: ServiceContext) throws(Failure) -> UUID {
        guard let id = context.parameters.get("fieldId").flatMap({ UUID(uuidString: $0) }) else {
            throw Failure(.notFound, "There is no such field.")
        }
        return id
    }

    // MARK: Answers

    private func answer(_ fields: FieldsInForce, _ context: ServiceContext) -> Response {
        let template = fields.template
        var response = JSONResponse.make(
            FieldList(
                version: fields.version, template: template.map { TemplateSummary($0.summary) },
                canUndo: template?.undo != nil, canRedo: template?.redo != nil,
                fields: fields.description.fields, isFilled: fields.description.document.isFilled,
                notes: fields.description.document.warnings))
        response.headers[.eTag] = Self.tag(fields.version)
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }

    private static func tag(_ version: Int) -> String { "\"\(version)\"" }

    private static func response(_ conflicts: FieldConflicts) -> Response {
        let failure = conflicts.failure
        return JSONResponse.make(
            ServiceError(
                error: failure.code.rawValue, message: failure.message, version: conflicts.version,
                conflicts: conflicts.conflicts.map {
                    FieldConflict(fieldId: $0.id, yours: $0.yours, theirs: $0.theirs)
                }), status: .conflict)
    }
}

extension TemplateSummary {
    /// Creates the client's summary of a stored template.
    init(_ summary: StoredTemplate.Summary) {
        self.init(
            id: summary.id, owner: summary.owner, name: summary.name, digest: summary.digest,
            version: summary.version, fieldCount: summary.fieldCount, updatedAt: summary.updatedAt)
    }
}
