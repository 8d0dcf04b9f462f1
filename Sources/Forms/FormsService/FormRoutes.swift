import Formwright
import FormFilling
import FormsDomain
package import LocalStore
import Audit
import FailureModel
import FormModel
import FormImport
import FormsAPI
import CFormsAssets
import Files
import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
package import LocalWorkers
import NIOCore
package import Pipeline
import PipelineSQL
import Threads

/// The routes of forms, under `/api/v1`.
package struct FormRoutes: Sendable {
    let system: LocalSystem
    let service: ServiceParts
    let pictures: PagePictures
    let drafts: DraftValues
    private let versions: StoreVersion
    private let details = RecentValues<DetailKey, KnownDetail>(limit: 32 << 20)
    var client: PipelineClient { system.client }

    /// Creates the routes on a store.
    ///
    /// - Parameters:
    ///   - system: the local store.
    ///   - service: the parts of the service that domains share.
    ///   - stages: runs the stages that draw pages.
    /// - Throws: ``SQL/SQLError`` if the store cannot be opened.
    package init(_ system: LocalSystem, _ service: ServiceParts, stages: OnDemandStages) throws {
        self.system = system
        self.service = service
        pictures = PagePictures(system.client, stages: stages)
        drafts = DraftValues(system)
        versions = try StoreVersion(of: system.database)
    }
}

extension FormRoutes: ServiceDomain {
    package var pageFiles: [String: [UInt8]] { EmbeddedFiles.named(forms_assets()) }
    package var kinds: Set<KindName> { [FormKind.name] }

    package var navigation: [NavigationEntry] {
        [NavigationEntry(title: "Documents", path: "/"), NavigationEntry(title: "Forms", path: "/forms")]
    }

    /// The names and details of documents.
    var cases: CaseStore { CaseStore(system) }

    /// The routes of the office's forms.
    var sharedForms: SharedFormRoutes { SharedFormRoutes(system, service, pictures) }

    /// The routes of their filled copies.
    private var answers: AnswerRoutes { AnswerRoutes(system, service) }

    /// The checks for writing values and reading scans.
    package var readinessChecks: [ReadinessCheck] {
        let language = system.settings.section(FormStageOptions.self).form.language
        return [
            .fonts,
            ReadinessCheck("languages") {
                try await offPool { try InstalledLanguages.check(language) }
                return .ready
            },
        ]
    }

    package func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        FormPages(self, renderer).add(to: pages)
        SharedFormPages(sharedForms, renderer).add(to: pages)
        AnswerPages(answers, renderer).add(to: pages)
    }

    package func add(to api: RouterGroup<ServiceContext>) {
        let documents = api.group("documents")
        documents.post("init-upload", use: upload)
        documents.get(use: list)
        documents.get(":id", use: detail)
        documents.delete(":id", use: delete)
        documents.post(":id/process", use: process)
        documents.post(":id/retry", use: retry)
        documents.get(":id/values", use: values)
        documents.post(":id/values", use: submit)
        documents.post(":id/pages/:page/preview", use: preview)
        documents.post(":id/compose", use: compose)
        documents.get(":id/download", use: download)
        documents.post(":id/rows", use: rows)
        MappingRoutes(system, service).add(to: documents)
        documents.get(":id/export", use: export)
        documents.get(":id/fillable.pdf", use: fillable)
        documents.get(":id/flat.pdf", use: flattened)
        documents.get(":id/events", use: events)
        FieldRoutes(system, service).add(to: documents)
        CaseRoutes(system, service).add(to: documents)
        TemplateRoutes(system, service).add(to: api.group("templates"))
        sharedForms.add(to: api.group("forms"))
        answers.add(to: api.group("forms"))
        SignatureRoutes(system).add(to: api)
    }

    package func addLinks(to api: RouterGroup<ServiceContext>) {
        api.get("documents/:id/filled.pdf", use: filled)
        api.get("documents/:id/filled.zip", use: filled)
        api.get("documents/:id/pages/:page", use: page)
    }

    // MARK: Documents

    @Sendable private func upload(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await receive(request, context)
        return JSONResponse.make(
            UploadedDocument(documentId: document.id.uuid, document: DocumentSummary(document)), status: .created)
    }

    /// Stores the file of a multipart request as a new document.
    ///
    /// It belongs to the user, or to the group in the query.
    func receive(_ request: Request, _ context: ServiceContext) async throws -> Document {
        let owner = try GroupChoice.owner(request, context)
        try await service.admission.checkQueue(for: owner)
        let kind = FormKind()
        let received = try await service.admission.uploading(for: context.owner) {
            try await FileUpload(into: system.artefacts, byteLimit: Int64(Limits().fileSize)) {
                try kind.mediaType(ofHead: $0, byteCount: $1, fileName: $2)
            }.receive(request)
        }
        let id = DocumentID(UUID())
        try await service.record(.uploaded, of: id, by: context)
        let document = try await client.importStored(
            received.stored.content, byteCount: received.stored.byteCount, id: id,
            owner: context.owner, kind: FormKind.name, fileName: received.fileName, mediaType: received.mediaType)
        return try await cases.give(document, to: owner, by: context.owner)
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = DocumentQuery(
            in: try GroupChoice.scope(request, context), state: try request.choice("status"), kind: FormKind.name,
            text: try request.searchText("text"),
            before: try request.number("before", in: 1...Int64.max),
            limit: Int(try request.number("limit", in: 1...200) ?? 50))
        let (documents, total) = try await client.store.page(query)
        let isFull = documents.count == query.limit
        return JSONResponse.make(
            DocumentPage(
                documents: try await cases.cases(of: documents).map { DocumentSummary($0) }, total: total,
                next: isFull ? documents.last?.sequence : nil))
    }

    @Sendable private func detail(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // Read first, so that a change in between makes the response outdated rather than wrongly current.
        let version = try await versions.current()
        let period = service.links.period()
        let key = DetailKey(
            scope: context.scope, document: try context.documentID(), origin: try service.origin(for: request))
        let known = details[key]
        let detail: KnownDetail
        if let known, known.storeVersion == version, known.period == period {
            detail = known
        } else {
            detail = try await read(request, context, after: known, storeVersion: version, period: period)
            details.keep(detail, for: key, size: detail.body.readableBytes)
        }
        try await service.record(.viewed, of: key.document, by: context)
        if let response = request.notModified(detail.tag) { return response }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8", .eTag: detail.tag, .cacheControl: "private, no-cache",
            ], body: ResponseBody(byteBuffer: detail.body))
    }

    /// Reads a document, and its content only if it differs from the known one.
    private func read(
        _ request: Request, _ context: ServiceContext, after known: KnownDetail?, storeVersion: Int, period: Double
    ) async throws -> KnownDetail {
        let found = try await cases.case(of: try await client.form(context))
        let document = found.document
        // A detail changes only with the document and its case, with the template of its form, or with the links to its
        // pages.
        let template = try await FormKind.template(of: document, in: client.store)
        let version = template.map { "\($0.template.id.uuidString.prefix(8))-\($0.template.version)" } ?? "0"
        let state = "\(document.updatedAt.milliseconds)-\(document.state.rawValue)-\(document.fill)"
        let tag = "\"\(state)-\(version)-\(found.version)-\(Int(period))\""
        if let known, known.tag == tag {
            return KnownDetail(storeVersion: storeVersion, period: period, tag: tag, body: known.body)
        }
        let description = try await FormKind.fields(of: document, with: template, in: client)?.description
        let fields = FormFields(description?.fields ?? [])
        let failure = document.failure.map {
            FailureSummary(stage: $0.stage.text, code: $0.code.rawValue, message: $0.message)
        }
        let pages = try (description?.pages ?? []).enumerated().map { index, page in
            let path = service.links.signStably("/api/v1/documents/\(document.id)/pages/\(index).png")
            return PageSummary(
                pageIndex: index, width: page.width, height: page.height,
                imageUrl: try service.absolute(path, for: request))
        }
        let body = try JSONText.compact(
            DocumentDetail(
                document: DocumentSummary(found), components: fields.components, fieldMap: fields.regions,
                pages: pages, failure: failure, rows: Self.rows(of: document)))
        return KnownDetail(storeVersion: storeVersion, period: period, tag: tag, body: ByteBuffer(bytes: body))
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let found = try await cases.case(of: try await client.form(context))
        try CaseRoutes.checkMayTake(found, context)
        let document = found.document
        try await service.record(.deleted, of: document.id, by: context)
        try await client.delete(document.id, in: context.scope)
        pictures.forget(document)
        return Response(status: .noContent)
    }

    // MARK: Work

    @Sendable private func process(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let found = try await client.form(context)
        try await service.admission.checkQueue(for: found.owner)
        let document = try await client.process(found.id, in: context.scope)
        return JSONResponse.make(DocumentProgress(document), status: .accepted)
    }

    @Sendable private func retry(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let found = try await client.form(context)
        try await service.admission.checkQueue(for: found.owner)
        let document = try await client.retry(found.id, in: context.scope)
        return JSONResponse.make(DocumentProgress(document), status: .accepted)
    }

    @Sendable private func values(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.record(.viewed, of: document.id, by: context)
        let inForce = try await client.fieldsInForce(of: document)
        let kept = try await drafts.entries(of: document.id, in: context.scope)
        // Thousands of values take too long for a thread that serves other requests.
        let values = try await WorkerThreads.shared.run {
            let fields = FormFields(inForce.description.fields)
            return inForce.entries(of: kept).used.flatMap(fields.inputs)
        }
        return JSONResponse.make(SubmittedValues(values: values))
    }

    @Sendable private func compose(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.admission.checkQueue(for: document.owner)
        let kept = try await drafts.entries(of: document.id, in: context.scope)
        let fields = try await FormKind.fields(of: document, in: client)
        let entries = fields?.entries(of: kept) ?? (used: kept, unused: [])
        // A form that was filled before has values, to be kept or left out.
        let isKept = fields?.description.document.isFilled == true
        let startsWithValues = fields?.description.fields.startingWithInitialValue.isEmpty == false
        guard !entries.used.isEmpty || isKept || startsWithValues else {
            throw Failure(
                .notReady,
                kept.isEmpty
                    ? "There are no values yet; send them first."
                    : "The fields of all values have been removed; send values for those that are left.")
        }
        // A later rule of the form may refuse what was stored before.
        if let refusal = APIError(unusable: try await fields?.unusable(among: entries.used) ?? []) { throw refusal }
        let setup = FillSetup(startsFresh: try request.flag("fresh") ? true : nil)
        let isComplete = try request.flag("complete")
        let missing = isKept && setup.startsFresh != true ? [] : try await fields?.missing(with: entries.used) ?? []
        if isComplete, !missing.isEmpty { throw APIError(missing: missing) }
        try await service.record(.filled, of: document.id, by: context)
        let filling = try await client.fill(
            document.id, in: context.scope, inputs: try FormKind.inputs(entries.used, setup))
        var progress = DocumentProgress(filling)
        if !entries.unused.isEmpty { progress.unusedValues = entries.unused.map(\.key) }
        if !missing.isEmpty { progress.missingRequired = missing.map(\.id) }
        return JSONResponse.make(progress, status: .accepted)
    }

    // MARK: Results

    /// Returns the path of a signed link to the newest result.
    func link(toResultOf document: Document) async throws -> String {
        service.links.sign("/api/v1/documents/\(document.id)/\(try await result(document).name)")
    }

    @Sendable private func download(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        let link = try await link(toResultOf: document)
        return JSONResponse.make(
            DownloadLink(
                documentId: document.id.uuid, filledPdfUrl: try service.absolute(link, for: request),
                isCurrent: try await isCurrent(document, in: context.scope),
                uncalculated: try await uncalculated(in: document)))
    }

    /// Returns the fields of the newest filled form with calculations not done.
    ///
    /// It is nil if all were done, and for a table.
    private func uncalculated(in document: Document) async throws -> [String]? {
        let published = try await client.store.artefacts(of: document.id, in: .owner(document.owner), fill: nil)
        let (form, table) = (FormKind.ArtefactName.filled, FormKind.ArtefactName.filledRows)
        guard let newest = published.last(where: { [form, table].contains($0.artefact.name) }),
            newest.artefact.name == form,
            let report = published.last(where: {
                $0.artefact.name == FormKind.ArtefactName.report && $0.fill == newest.fill
            })
        else { return nil }
        let content = report.artefact.content
        return try await WorkerThreads.shared.run {
            try JSONDecoder().decode(FillReport.self, from: try system.artefacts.read(content)).uncalculated
        }
    }

    /// Returns whether another fill would have the inputs of the newest one.
    ///
    /// The values of a table are stored only in its fill, so they are not compared.
    private func isCurrent(_ document: Document, in scope: OwnerScope) async throws -> Bool {
        let frozen = try await client.store.artefacts(of: document.id, in: scope, fill: document.fill)
            .filter { $0.stage == .inputs && $0.fill == document.fill }.map(\.artefact)
        let kept = try await drafts.entries(of: document.id, in: scope)
        let entries = try await FormKind.fields(of: document, in: client)?.entries(of: kept).used ?? kept
        var next = try await client.storedInputs(of: document)
        if frozen.contains(where: { $0.name == FormKind.ArtefactName.values }) { next += try FormKind.inputs(entries) }
        let table = [FormKind.ArtefactName.rows, FormKind.ArtefactName.rowNames, FormKind.ArtefactName.setup]
        return Set(frozen.filter { !table.contains($0.name) }.map(\.content))
            == Set(next.map { ContentID(of: $0.bytes) })
    }

    @Sendable private func filled(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try service.links.check(request)
        // The link grants access.
        let document = try await client.store.document(try context.documentID(), in: .all)
        let artefact = try await result(document)
        guard request.uri.path.hasSuffix("/\(artefact.name)") else {
            throw Failure(.notFound, "A newer fill of this document has another kind of result.")
        }
        try await service.recordLink(.downloaded, to: document, part: document.fill)
        let made = try artefact.name == FormKind.ArtefactName.filled ? part(request) : nil
        var content = artefact.content
        if let made { content = try await result(made, of: document, context).artefact.content }
        return try await ArtefactResponse(
            content, mediaType: artefact.mediaType,
            fileName: "\(document.stem).\(artefact.name)", in: system.artefacts
        ).response(to: request)
    }

    @Sendable private func events(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.record(.viewed, of: document.id, by: context)
        return try await EventStreamResponse(
            of: document.id, for: context.identity, service, client: client
        ).response(to: request)
    }

    // MARK: Lookup

    /// Returns the newest result: a filled form, or the ZIP file of a table.
    private func result(_ document: Document) async throws -> Artefact {
        let published = try await client.store.artefacts(of: document.id, in: .owner(document.owner), fill: nil)
        let names = [FormKind.ArtefactName.filled, FormKind.ArtefactName.filledRows]
        guard let filled = published.last(where: { names.contains($0.artefact.name) }) else {
            throw Failure(.notReady, "The document is \(document.state.rawValue); there is no filled form yet.")
        }
        return filled.artefact
    }
}

/// Cache key: owner, document, origin of links.
private struct DetailKey: Hashable {
    let scope: OwnerScope
    let document: DocumentID
    let origin: String
}

/// A document's detail as last sent.
private struct KnownDetail: Sendable {
    /// The version of the store it was read from.
    let storeVersion: Int
    /// The period of its links.
    let period: Double
    let tag: String
    let body: ByteBuffer
}
