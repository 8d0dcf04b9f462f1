package import LocalStore
import PortfolioDomain
import Audit
import FailureModel
import Files
import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
package import LocalWorkers
import NIOCore
package import Pipeline
import Portfolio
import Threads

/// The pages of portfolios, and the additional routes that their scripts need.
package struct PortfolioPageRoutes: Sendable {
    private let system: LocalSystem
    private let service: ServiceParts
    private let maker: PortfolioMaker
    private let known: KnownContents
    private let links: MediaLinks
    private let stages: OnDemandStages

    /// The maximum number of uploads in one query.
    private static let mostUploads = 100
    /// The widths of page pictures in pixels.
    private static let widths: ClosedRange<Int64> = 64...2000
    /// The default width of a picture.
    private static let usualWidth: Int64 = 800

    /// The requested length of texts.
    private enum Texts: String, CaseIterable { case complete }

    /// Creates the routes on a store.
    ///
    /// - Parameters:
    ///   - system: The local store.
    ///   - service: The parts of the service that domains share.
    ///   - stages: The stages that draw pages of books.
    ///   - clock: The clock for the expiry of links.
    package init(
        _ system: LocalSystem, _ service: ServiceParts, stages: OnDemandStages,
        clock: any PipelineClock = SystemClock()
    ) {
        self.system = system
        self.service = service
        self.stages = stages
        maker = PortfolioMaker(system, clock: clock)
        links = MediaLinks(service.links, clock: clock)
        known = KnownContents(system)
    }
}

extension PortfolioPageRoutes: ServiceDomain {
    package var kinds: Set<KindName> { PortfolioRoutes.kinds }

    package var navigation: [NavigationEntry] {
        [NavigationEntry(title: "Portfolios", path: "/portfolios", kinds: kinds, in: system)]
    }

    package func add(pages: RouterGroup<ServiceContext>, _ renderer: PageRenderer) {
        pages.get("portfolios") { _, context in renderer.render("portfolios", [String: String](), for: context) }
        pages.get("portfolios/new") { _, context in
            guard context.identity.role == .write else { throw Identity.readerRefusal }
            return renderer.render("new-portfolio", [String: String](), for: context)
        }
        pages.get("portfolios/:id") { _, context in
            let document = try await document(context)
            let title = try await maker.manifest(of: document).title
            return renderer.render("portfolio", ["id": document.id.wireText, "title": title], for: context)
        }
    }

    package func add(toApps apps: RouterGroup<ServiceContext>, open: RouterGroup<ServiceContext>) {
        apps.get("content", use: uploads)
        apps.get("content/:id/thumb", use: thumb)
        let portfolios = apps.group("portfolios")
        portfolios.post("begin", use: make)
        portfolios.get(":id/contents", use: contents)
        portfolios.post(":id/arrangement", use: arrangement)
        portfolios.get(":id/pages/:page", use: page)
    }

    // MARK: Uploads

    @Sendable private func uploads(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let ids = request.uri.queryParameters[values: "id"]
        guard ids.count <= Self.mostUploads else {
            throw Failure(.malformedRequest, "At most \(Self.mostUploads) uploads can be asked about at once.")
        }
        var states: [UploadState] = []
        for text in ids {
            guard let document = try await maker.upload(String(text), of: context.owner) else {
                states.append(UploadState(unknown: String(text)))
                continue
            }
            states.append(UploadState(document, try await known.analysis(of: document)))
        }
        return JSONResponse.make(UploadStates(uploads: states))
    }

    @Sendable private func thumb(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let nothing = Failure(.notFound, "There is no picture of such an upload.")
        guard let text = context.parameters.get("id"), let document = try await maker.upload(text, of: context.owner),
            let thumb = try await known.analysis(of: document)?.thumb,
            let artefact = try await system.store.artefacts(of: document.id, in: context.scope, fill: 0)
                .last(where: { $0.artefact.name == thumb })?.artefact
        else { throw nothing }
        try await service.record(.viewed, of: document.id, by: context)
        return try await ArtefactResponse(artefact.content, mediaType: artefact.mediaType, in: system.artefacts)
            .response(to: request)
    }

    // MARK: Portfolios

    /// Starts the work on a portfolio.
    ///
    /// Its page shows the progress.
    @Sendable private func make(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.admission.checkQueue(for: context.owner)
        // Large bodies take as much memory as many uploads.
        let (asked, more) =
            GenerateBody.isLarge(request)
            ? try await service.admission.uploading(for: context.owner) { try await NewPortfolioBody.read(request) }
            : try await NewPortfolioBody.read(request)
        let order = try await maker.order(asked, for: context.owner) { more.complete(&$0) }
        let isKnown = try await maker.exists(order)
        try await service.record(isKnown ? .viewed : .uploaded, of: order.id, by: context)
        return JSONResponse.make(PortfolioProgress(try await maker.place(order)), status: .accepted)
    }

    @Sendable private func contents(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        try await service.record(.viewed, of: document.id, by: context)
        let manifest = try await maker.manifest(of: document)
        let state = try await known.state(of: document, manifest)
        let (links, day) = (links, links.day)
        let texts: Texts? = try request.choice("texts")
        let details = try await WorkerThreads.shared.run {
            try JSONText.compact(
                PortfolioDetails(state, isComplete: texts == .complete) {
                    links.url(of: $0, in: document.id, origin: "", day: day)
                })
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: details)))
    }

    /// Arranges a portfolio by an edition, without storing anything.
    @Sendable private func arrangement(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        let body = try await EditionBody.read(request)
        try await service.record(.viewed, of: document.id, by: context)
        let manifest = try await maker.manifest(of: document)
        let given = try body?.edition(for: manifest) ?? PortfolioEdition()
        let state = try await known.state(of: document, manifest)
        guard let scores = state.scores else {
            throw document.failure?.failure
                ?? Failure(.notReady, "The portfolio is \(document.state.rawValue); it has not been arranged yet.")
        }
        let edition = manifest.edition.map { given.completed(by: $0) } ?? given
        let answer = try await WorkerThreads.shared.run {
            try JSONText.compact(
                ArrangementAnswer(try Arranger.arrangement(of: state.contents, scores: scores, edition: edition)))
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer)))
    }

    // MARK: The book

    /// Returns a page of the latest book as a picture.
    @Sendable private func page(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        guard let name = context.parameters.get("page"), name.hasSuffix(".png"), let page = Int(name.dropLast(4)),
            (0..<100_000).contains(page)
        else { throw Failure(.notFound, "There is nothing at this address.") }
        let width = Int(try request.number("width", in: Self.widths) ?? Self.usualWidth)
        try await service.record(.viewed, of: document.id, by: context)
        let published = try await system.store.artefacts(of: document.id, in: .owner(document.owner), fill: nil)
        guard let book = published.last(where: { $0.artefact.name == PortfolioKind.ArtefactName.book }) else {
            throw Failure(.notReady, "There is no book of the portfolio yet.")
        }
        if let pages = document.facts[PortfolioKind.FactName.pages].flatMap({ Int($0) }), page >= pages {
            throw Failure(.notFound, "The book has no page \(page + 1).")
        }
        let tag = "\"\(book.artefact.content.hex.prefix(32))-\(page)-\(width)\""
        if let response = request.notModified(tag) { return response }
        let asked = try JSONEncoder().encode(BookPictureRequest(page: page, width: width))
        let stages = stages
        let png = try await service.admission.drawing {
            try await context.whileClientWaits {
                try await stages.reply(of: PortfolioKind.pictureStage, for: document, published: [book], to: asked)
            }
        }
        return Response(
            status: .ok, headers: [.contentType: "image/png", .eTag: tag, .cacheControl: "private, no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }

    /// Returns the portfolio in the path of a request.
    ///
    /// - Throws: `document_unknown`, also for a document of another owner or kind.
    private func document(_ context: ServiceContext) async throws -> Document {
        try await maker.portfolio(try context.documentID(), in: context.scope)
    }
}
