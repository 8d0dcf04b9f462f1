import Audit
import FailureModel
import FormsAPI
import FormsDomain
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import LocalStore
import NIOCore
import Pipeline

/// The routes of the forms that the office has prepared for everybody.
struct SharedFormRoutes: Sendable {
    let forms: SharedFormStore
    private let cases: CaseStore
    private let client: PipelineClient
    private let pictures: PagePictures
    private let service: ServiceParts

    /// The width of a form's picture in pixels.
    static let pictureWidth = 320

    /// Creates the routes on a store.
    init(_ system: LocalSystem, _ service: ServiceParts, _ pictures: PagePictures) {
        forms = SharedFormStore(system)
        cases = CaseStore(system)
        client = system.client
        self.pictures = pictures
        self.service = service
    }

    /// Adds the routes below `/api/v1/forms`.
    func add(to group: RouterGroup<ServiceContext>) {
        group.get(use: list)
        group.post(use: share)
        group.get(":id", use: show)
        group.patch(":id", use: change)
        group.delete(":id", use: delete)
        group.get(":id/history", use: history)
        group.get(":id/picture.png", use: picture)
        group.post(":id/documents", use: start)
    }

    // MARK: Reading

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let state: SharedForm.State? = try request.choice("state")
        let limit = Int(try request.number("limit", in: 1...200) ?? 50)
        let found = try await forms.forms(
            containing: try request.searchText("text") ?? "",
            state.map { [$0] } ?? SharedForm.State.allCases, in: Self.scope(context), after: try Self.last(request),
            limit: limit)
        return JSONResponse.make(
            SharedFormPage(
                forms: found.map { SharedFormSummary($0) }, next: found.count == limit ? found.last?.id.uuid : nil))
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Self.answer(try await forms.form(try Self.id(context), in: Self.scope(context)))
    }

    @Sendable private func history(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let versions = try await forms.history(of: try Self.id(context), in: Self.scope(context))
        return JSONResponse.make(
            FieldHistory(
                versions: versions.map {
                    FieldHistory.Version(version: $0.version, user: $0.author?.text, time: $0.time?.date)
                }))
    }

    @Sendable private func picture(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await forms.document(of: try Self.id(context), in: Self.scope(context))
        let tag = PagePictures.tag(of: document, page: 0, width: Self.pictureWidth)
        if let response = request.notModified(tag) { return response }
        let png = try await service.admission.drawing {
            try await context.whileClientWaits {
                try await pictures.blank(document, page: 0, width: Self.pictureWidth)
            }
        }
        return Response(
            status: .ok,
            headers: [.contentType: "image/png", .eTag: tag, .cacheControl: "private, max-age=300"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }

    // MARK: Changing

    @Sendable private func share(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.admission.checkQueue(for: context.owner)
        let body = try await request.json(StrictNewSharedForm.self, context).form
        let document = try await client.store.document(DocumentID(body.documentId), in: context.scope)
        guard document.kind == FormKind.name else { throw StoreError.documentUnknown(document.id) }
        let replaced = body.replaces.map { DocumentID($0) }
        if let replaced { _ = try await forms.form(replaced, in: Self.scope(context)) }
        let fields = try await client.fieldsInForce(of: document)
        let title = try SharedFormTitle(name: body.name ?? fields.form.name, edition: body.edition ?? "")
        try await service.record(.sharedForm, of: document.id, by: context)
        let form = try await forms.share(
            document, fields, as: title, body.state.map { SharedForm.State($0) } ?? .current,
            replacing: replaced,
            for: try Self.groups(body.groups ?? [], besides: [], context), by: context.owner)
        return Self.answer(form, status: .created)
    }

    @Sendable private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try Self.id(context)
        let version = try request.requiredVersion()
        let body = try await request.json(StrictSharedFormChange.self, context).change
        _ = try await forms.form(id, in: Self.scope(context))
        try await service.record(.sharedForm, of: id, by: context)
        let form = try await forms.change(id, in: Self.scope(context), since: version) { form in
            let title = try SharedFormTitle(
                name: body.name ?? form.title.name, edition: body.edition ?? form.title.edition)
            let groups = try body.groups.map { try Self.groups($0, besides: form.groups, context) }
            return (title, body.state.map { SharedForm.State($0) } ?? form.state, groups ?? form.groups)
        }
        return Self.answer(form)
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let form = try await forms.form(try Self.id(context), in: Self.scope(context))
        guard Self.mayDelete(form, context) else {
            throw Failure(.forbidden, "Only an administrator or the user who shared the form may delete it.")
        }
        let document = try await forms.document(of: form.id, in: .all)
        try await service.record(.deleted, of: form.id, by: context)
        try await forms.delete(form.id, in: .all)
        pictures.forget(document)
        return Response(status: .noContent)
    }

    @Sendable private func start(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await start(try Self.id(context), request, context)
        return JSONResponse.make(
            UploadedDocument(documentId: document.id.uuid, document: DocumentSummary(document)), status: .created)
    }

    /// Adds a copy of a form, and begins its analysis.
    ///
    /// It belongs to the user, or to the group in the query.
    func start(_ id: DocumentID, _ request: Request, _ context: ServiceContext) async throws -> Document {
        let owner = try GroupChoice.owner(request, context)
        try await service.admission.checkQueue(for: owner)
        let copy = DocumentID(UUID())
        try await service.record(.uploaded, of: copy, by: context)
        let document = try await forms.start(id, in: Self.scope(context), for: context.owner, as: copy)
        return try await cases.give(document, to: owner, by: context.owner)
    }

    /// Returns whether the user may delete a form.
    ///
    /// These are the user who shared it, administrators, and everybody where no login is needed.
    static func mayDelete(_ form: SharedForm, _ context: ServiceContext) -> Bool {
        context.identity.hasAdministratorRights || form.sharedBy == context.owner
    }

    /// Returns the owners who see the forms that the user sees.
    ///
    /// Administrators see those of all groups, and everybody does where no login is needed.
    static func scope(_ context: ServiceContext) -> OwnerScope {
        context.identity.hasAdministratorRights ? .all : context.scope
    }

    /// Returns groups that a user may choose: the user's and those chosen before.
    private static func groups(
        _ names: [String], besides known: [OwnerID], _ context: ServiceContext
    ) throws(Failure) -> [OwnerID] {
        var groups: [OwnerID] = []
        for name in names {
            let isKnown = known.contains(.group(name))
            groups.append(isKnown ? .group(name) : try context.identity.group(named: name))
        }
        return groups
    }

    // MARK: Answers

    /// Returns the form named in the path.
    ///
    /// - Throws: `form_unknown` if the text is not an ID.
    static func id(_ context: ServiceContext) throws(Failure) -> DocumentID {
        guard let id = context.parameters.get("id").flatMap({ DocumentID($0) }) else {
            throw Failure(.formUnknown, "The office has no such form.")
        }
        return id
    }

    private static func last(_ request: Request) throws(Failure) -> DocumentID? {
        guard let text = request.uri.queryParameters["after"] else { return nil }
        guard let id = DocumentID(String(text)) else {
            throw Failure(.malformedRequest, "“after” must be the “next” of an earlier answer.")
        }
        return id
    }

    private static func answer(_ form: SharedForm, status: HTTPResponse.Status = .ok) -> Response {
        var response = JSONResponse.make(SharedFormSummary(form), status: status)
        response.headers[.eTag] = "\"\(form.version)\""
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }
}

extension SharedFormSummary {
    /// Creates the client's summary of a form.
    init(_ form: SharedForm) {
        self.init(
            id: form.id.uuid, name: form.title.name, edition: form.title.edition,
            state: SharedFormState(form.state), replaces: form.replaces?.uuid,
            groups: form.groups.isEmpty ? nil : form.groups.compactMap(\.group), version: form.version,
            sharedBy: form.sharedBy.text, sharedAt: form.sharedAt.date, updatedAt: form.updatedAt.date,
            pictureUrl: "/api/v1/forms/\(form.id)/picture.png")
    }
}

extension SharedFormState {
    fileprivate init(_ state: SharedForm.State) {
        switch state {
        case .draft: self = .draft
        case .current: self = .current
        case .retired: self = .retired
        }
    }
}

extension SharedForm.State {
    fileprivate init(_ state: SharedFormState) {
        switch state {
        case .draft: self = .draft
        case .current: self = .current
        case .retired: self = .retired
        }
    }
}
