package import LocalStore
import PortfolioDomain
import Audit
import FailureModel
package import HTTPService
package import Hummingbird
package import Logging
package import Pipeline
import PipelineSQL
import Portfolio
import PortfolioInputs
import PortfolioFiles
import CPortfolioAssets
import Files
package import ServiceLifecycle

/// The routes of portfolios, under `/api`: uploads, portfolios, their books and media.
///
/// They match an existing app: no version in addresses, keys in snake case, and a request that waits for its result.
package struct PortfolioRoutes: Sendable {
    let system: LocalSystem
    let service: ServiceParts
    let clock: any PipelineClock
    let maker: PortfolioMaker
    let answers: PortfolioAnswers
    let links: MediaLinks
    let media: ServedMedia
    private let patience: Duration
    private let housekeeping: UploadHousekeeping

    /// The default waiting time of `generate`; the app gives up after 60 seconds.
    package static let usualPatience = Duration.seconds(50)

    /// Creates the routes on a store.
    ///
    /// - Parameters:
    ///   - system: The local store.
    ///   - service: The parts of the service that domains share.
    ///   - patience: The maximum time that `generate` waits for a portfolio.
    ///   - given: The clock for that time and for the expiry of links and unused uploads; `nil` for the store's.
    ///   - logger: The logger for errors in the removal of unused uploads.
    package init(
        _ system: LocalSystem, _ service: ServiceParts, patience: Duration = usualPatience,
        clock given: (any PipelineClock)? = nil, logger: Logger
    ) {
        let clock = given ?? system.database.clock
        self.system = system
        self.service = service
        self.patience = patience
        self.clock = clock
        maker = PortfolioMaker(system, clock: clock)
        links = MediaLinks(service.links, clock: clock)
        answers = PortfolioAnswers(system.artefacts, links)
        media = ServedMedia(system.store)
        housekeeping = UploadHousekeeping(system, clock: given, logger: logger)
    }
}

extension PortfolioRoutes: ServiceDomain {
    /// The kinds that portfolios need.
    static let kinds: Set<KindName> = [PortfolioKind.name, PortfolioInputKind.name]

    package var kinds: Set<KindName> { Self.kinds }

    package var pageFiles: [String: [UInt8]] { EmbeddedFiles.named(portfolio_assets()) }

    package var services: [any Service] { [housekeeping] }

    /// The checks for typesetting books.
    package var readinessChecks: [ReadinessCheck] { [.fonts] }

    package func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>) {
        apps.post("content/upload", use: upload)
        let portfolios = apps.group("portfolios")
        portfolios.post("generate", use: generate)
        portfolios.get(use: list)
        portfolios.get(":id", use: portfolio)
        portfolios.delete(":id", use: delete)
        portfolios.get(":id/status", use: status)
        portfolios.get(":id/events", use: events)
        portfolios.post(":id/compose", use: compose)
        portfolios.post(":id/retry", use: retry)
        portfolios.get(":id/book", use: bookLink)
        portfolios.get(":id/card.vcf", use: card)
        for file in ResultFile.all {
            portfolios.get(":id/\(file.name)") { request, context in try await download(file, request, context) }
        }
        // Signed links open these without a login.
        open.get("portfolios/:id/book.pdf", use: book)
        open.get("media/:id/:name", use: medium)
    }

    // MARK: Portfolios

    @Sendable private func generate(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.admission.checkQueue(for: context.owner)
        // Large bodies take as much memory as many uploads.
        let asked =
            GenerateBody.isLarge(request)
            ? try await service.admission.uploading(for: context.owner) { try await GenerateBody.read(request) }
            : try await GenerateBody.read(request)
        let order: PortfolioOrder
        do {
            order = try await place(asked, context)
        } catch StoreError.documentUnknown {
            // An upload was just deleted, with a portfolio that showed it.
            order = try await place(asked, context)
        }
        let (maker, patience) = (maker, patience)
        let document = try await context.whileClientWaits { try await maker.wait(for: order, atMost: patience) }
        let answer = try await answer(document, request)
        return answer.response(cacheControl: "no-store")
    }

    private func place(
        _ request: GeneratePortfolioRequest, _ context: ServiceContext
    ) async throws -> PortfolioOrder {
        let order = try await maker.order(request, for: context.owner)
        let isKnown = try await maker.exists(order)
        try await service.record(isKnown ? .viewed : .uploaded, of: order.id, by: context)
        try await maker.place(order)
        return order
    }

    @Sendable private func portfolio(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        try await service.record(.viewed, of: document.id, by: context)
        let answer = try await answer(document, request)
        return request.notModified(answer.tag) ?? answer.response(cacheControl: "private, no-cache")
    }

    /// Returns a portfolio for apps.
    ///
    /// - Throws: `not_ready`, or the reason why there is no portfolio.
    private func answer(_ document: Document, _ request: Request) async throws -> PortfolioAnswers.Answer {
        guard let artefact = try await published(PortfolioKind.ArtefactName.portfolio, of: document) else {
            throw lack(of: "portfolio", document)
        }
        return try await answers.answer(document, artefact, origin: try service.origin(for: request))
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = DocumentQuery(
            in: context.scope, state: try request.choice("status"), kind: PortfolioKind.name,
            text: try request.searchText("text"),
            before: try request.number("before", in: 1...Int64.max),
            limit: Int(try request.number("limit", in: 1...200) ?? 50))
        let documents = try await system.store.documents(query)
        let isFull = documents.count == query.limit
        return JSONResponse.make(
            PortfolioPage(
                portfolios: documents.map { PortfolioSummary($0) }, total: try await system.store.count(query),
                next: isFull ? documents.last?.sequence : nil))
    }

    @Sendable private func status(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        try await service.record(.viewed, of: document.id, by: context)
        return JSONResponse.make(PortfolioSummary(document))
    }

    @Sendable private func events(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        try await service.record(.viewed, of: document.id, by: context)
        return try await EventStreamResponse(
            of: document.id, for: context.identity, service, client: system.client
        ).response(to: request)
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        try await service.record(.deleted, of: document.id, by: context)
        try await maker.delete(document)
        return Response(status: .noContent)
    }

    // MARK: Work

    @Sendable private func compose(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.admission.checkQueue(for: context.owner)
        let document = try await document(context)
        let body = try await EditionBody.read(request)
        let edition = try body?.edition(for: try await maker.manifest(of: document))
        try await service.record(.filled, of: document.id, by: context)
        let filling = try await system.client.fill(
            document.id, in: context.scope, inputs: try edition?.inputs() ?? [])
        return JSONResponse.make(PortfolioProgress(filling), status: .accepted)
    }

    @Sendable private func retry(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.admission.checkQueue(for: context.owner)
        let document = try await system.client.retry(try await document(context).id, in: context.scope)
        return JSONResponse.make(PortfolioProgress(document), status: .accepted)
    }

    // MARK: Lookup

    /// Returns the portfolio in the path of a request.
    ///
    /// - Throws: `document_unknown`, also for a document of another owner or kind.
    func document(_ context: ServiceContext) async throws -> Document {
        try await document(context, in: context.scope)
    }

    /// Returns the portfolio in the path of a request, in a scope.
    ///
    /// The owner may be another one after the check of a link.
    func document(_ context: ServiceContext, in scope: OwnerScope) async throws -> Document {
        try await maker.portfolio(try context.documentID(), in: scope)
    }

    /// Returns the latest artefact with a name, from any fill.
    func published(_ name: String, of document: Document) async throws -> Artefact? {
        try await system.store.artefacts(of: document.id, in: .owner(document.owner), fill: nil)
            .last { $0.artefact.name == name && $0.stage != .inputs }?.artefact
    }

    /// Returns the reason why a result is missing.
    func lack(of what: String, _ document: Document) -> Failure {
        guard let failure = document.failure else {
            return Failure(.notReady, "The portfolio is \(document.state.rawValue); there is no \(what) of it yet.")
        }
        // Failures that waiting cannot change are reported unchanged.
        if Self.refusals.contains(failure.code) { return failure.failure }
        return Failure(
            .notReady, "There is no \(what), since the work has failed with \(failure.code); retry resumes it.")
    }

    /// Failures caused by the request or the files, which a retry repeats.
    private static let refusals: Set<ErrorCode> = [.noContent, .sizeUnreachable, .textTooLong]
}
