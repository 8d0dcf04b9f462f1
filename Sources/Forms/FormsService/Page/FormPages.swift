import FormsDomain
import FormsAPI
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import LocalStore
import Pipeline

/// The pages of forms: the list of documents, and the editor of one.
struct FormPages: Sendable {
    private let routes: FormRoutes
    private let renderer: PageRenderer
    /// The rows of lists that were shown last: those of some 80 pages.
    private let rows = PageFragments<DocumentListPage.Row>(limit: 1_000)

    /// Creates the pages, which use the routes.
    init(_ routes: FormRoutes, _ renderer: PageRenderer) {
        self.routes = routes
        self.renderer = renderer
    }

    /// Adds the pages.
    func add(to pages: RouterGroup<ServiceContext>) {
        pages.get(use: list)
        pages.post("documents", use: upload)
        pages.get("documents/:id", use: document)
        pages.get("documents/:id/download", use: download)
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = DocumentQuery(
            in: try GroupChoice.scope(request, context),
            state: request.formValue("status").flatMap { DocumentState(rawValue: $0) },
            kind: FormKind.name, text: request.formValue("text"),
            before: try request.number("before", in: 1...Int64.max), limit: DocumentListPage.size)
        async let shared = routes.sharedForms.forms.forms(
            [.current, .draft], in: SharedFormRoutes.scope(context), limit: 1)
        let (documents, total) = try await routes.client.store.page(query, countingUpTo: DocumentListPage.countLimit)
        let cases = try await routes.cases.cases(of: documents)
        return renderer.render(
            "documents",
            DocumentListPage(
                query, cases, total: total, hasShared: try await !shared.isEmpty,
                searchesValues: routes.system.settings.section(SearchSettings.self).values,
                group: request.formValue("group"), for: context
            ) { row in rows.html(of: row) { renderer.fragment("document-row", $0) } }, for: context)
    }

    /// Handles the upload of a browser without scripts.
    @Sendable private func upload(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await routes.receive(request, context)
        _ = try await routes.client.process(document.id, in: context.scope)
        return Response(status: .seeOther, headers: [.location: "/documents/\(document.id)"])
    }

    @Sendable private func document(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let found = try await routes.cases.case(of: try await routes.client.form(context))
        let document = found.document
        let isShared = try await routes.sharedForms.forms.form(of: document) != nil
        return renderer.render(
            "document",
            DocumentPage(
                id: document.id.description, fileName: document.fileName, client: found.details.client,
                group: document.owner.group,
                mayShare: !isShared && context.identity.role == .write), for: context)
    }

    /// Leads a browser to the newest result.
    @Sendable private func download(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await routes.client.form(context)
        let link = try await routes.link(toResultOf: document)
        return Response(status: .seeOther, headers: [.location: link, .cacheControl: "no-store"])
    }

    private struct DocumentPage {
        let id: String
        let fileName: String
        let client: String
        let group: String?
        let mayShare: Bool
    }
}
