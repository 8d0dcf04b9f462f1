import FamiliesDomain
package import LocalStore
import Artworks
import FailureModel
import FamilyBooks
import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
import Pipeline
import RowQuery
package import ServiceLifecycle
import Storybook
import Families
package import FamiliesSQL

/// The routes for a family's books, under `/books/v1/FAMILY`.
///
/// Every member of a family may order books, since every member sees their artworks. Parents delete them. Errors have
/// the format of Supabase's storage.
package struct BookRoutes: Sendable {
    private let families: FamilyStore
    private let client: PipelineClient
    private let builder: BookBuilder
    private let queue: BookQueue
    private let summaries: BookSummaries
    private let callers: any ProjectCallers
    private let service: ServiceParts
    private let table: ErrorTable
    private let entries = OrderEntries()

    /// The path prefix.
    static let root = "/books/v1"
    /// Maximum number of concurrent book orders per family.
    static let workingLimit = 3
    /// Maximum number of stored books per family.
    static let keptLimit = 100
    /// Maximum number of failed books kept for their reasons per family.
    ///
    /// An order removes older ones.
    static let failedLimit = 10

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - families: The rows.
    ///   - system: The store with documents of pictures and books.
    ///   - callers: Identifies the bearers of tokens.
    ///   - service: The parts of the service that all domains share.
    package init(
        _ families: FamilyStore, _ system: LocalSystem, callers: any ProjectCallers, _ service: ServiceParts
    ) {
        self.families = families
        self.callers = callers
        self.service = service
        client = system.client
        builder = BookBuilder(client)
        queue = BookQueue(builder, store: client.store)
        summaries = BookSummaries(client.artefacts)
        table = ErrorTable(
            ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService, ErrorRow.families, ErrorRow.artworks,
            ErrorRow.storybook)
    }

    /// What has books set as long as the service runs.
    package var services: [any Service] { [queue] }

    /// Adds the routes.
    package func add(to root: RouterGroup<ServiceContext>) {
        let books = root.group("books/v1").add(middleware: WireErrors(answer))
        books.get("files/:id/:file", use: download)
        books.post(":family", use: order)
        books.get(":family", use: list)
        books.get(":family/:id", use: book)
        books.delete(":family/:id", use: delete)
    }

    /// Returns the path of a book's file, to be signed.
    static func path(of id: DocumentID, _ file: String) -> String {
        "\(root)/files/\(id.description.lowercased())/\(file)"
    }

    // MARK: Handlers

    @Sendable private func order(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (family, _) = try await family(of: request, context)
        let owner = FamilyOwner.id(of: family)
        try await service.admission.checkQueue(for: owner)
        let order = try Self.order(try await request.bytes(upTo: BookOrder.sizeLimit))
        let entering = entries.enter(owner)
        defer { entries.leave(owner) }
        try await checkRoom(for: owner, entering: entering)
        let manifest = try await families.read { _, db in try FamilyBook(of: family, db).book(order) }
        let document = try await builder.add(manifest, as: DocumentID(UUID()), for: owner)
        queue.order(document)
        return JSONResponse.make(await info(document), status: .accepted)
    }

    /// Checks that a family may order another book, and removes old failures.
    private func checkRoom(for owner: OwnerID, entering: Int) async throws {
        let books = try await books(of: owner)
        let failed = books.filter { $0.state == .failed }
        for book in failed.dropFirst(Self.failedLimit) { try await builder.remove(book.id, of: owner) }
        let working = books.count { $0.state != .filled && $0.state != .failed }
        guard working + entering <= Self.workingLimit else {
            throw APIError(
                Failure(.tooManyRequests, "\(Self.workingLimit) books are being made already; try again later."),
                retryAfter: 10)
        }
        guard books.count - failed.count + entering <= Self.keptLimit else {
            throw StorageFailure(
                status: 409, error: "too_many_books",
                message: "A family keeps at most \(Self.keptLimit) books; delete one first.")
        }
    }

    /// Parses an order; JSON is re-encoded, because YAML has fewer escapes.
    private static func order(_ body: Data) throws -> BookOrder {
        let json = try? JSONSerialization.jsonObject(with: body)
        let text = try json.map { try JSONSerialization.data(withJSONObject: $0, options: .withoutEscapingSlashes) }
        return try BookOrder.read(text ?? body, name: "The order")
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (family, _) = try await family(of: request, context)
        var books: [BookInfo] = []
        for document in try await self.books(of: FamilyOwner.id(of: family)) { books.append(await info(document)) }
        return JSONResponse.make(books)
    }

    @Sendable private func book(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (family, _) = try await family(of: request, context)
        return JSONResponse.make(await info(try await book(context, of: FamilyOwner.id(of: family))))
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (family, role) = try await family(of: request, context)
        guard role == .owner || role == .parent else {
            throw StorageFailure(
                status: 403, error: "Unauthorized", message: "Parents and the owner of a family delete its books.")
        }
        let owner = FamilyOwner.id(of: family)
        try await builder.remove(try await book(context, of: owner).id, of: owner)
        return Response(status: .noContent)
    }

    @Sendable private func download(_ request: Request, _ context: ServiceContext) async throws -> Response {
        do throws(Failure) {
            try service.links.check(request)
        } catch {
            throw StorageFailure.invalidLink
        }
        guard let id = context.parameters.get("id").flatMap({ DocumentID($0) }) else { throw Self.bookUnknown }
        let file = context.parameters.get("file")
        let document = try await client.store.document(id, in: .all)
        // The books of a deleted family exist until the next round of housekeeping.
        guard document.kind == StorybookKind.name, let family = FamilyOwner.family(of: document.owner),
            try await families.read({ rows, db in try rows.hasFamily(family, db) })
        else { throw Self.bookUnknown }
        let artefacts = try await client.store.artefacts(of: id, in: .all, fill: document.fill)
        guard let artefact = artefacts.last(where: { $0.artefact.name == file })?.artefact else {
            throw Self.bookUnknown
        }
        return try await ArtefactResponse(
            artefact.content, mediaType: artefact.mediaType, fileName: artefact.name, in: client.artefacts
        ).response(to: request)
    }

    // MARK: Common

    private static let bookUnknown = StorageFailure(status: 404, error: "not_found", message: "There is no such book.")

    /// Returns the family in the path, with the caller's role.
    private func family(
        of request: Request, _ context: ServiceContext
    ) async throws -> (id: String, role: FamilyRole) {
        let caller = try await callers.caller(of: request)
        // A family without the caller looks absent.
        guard let id = context.parameters.get("family").flatMap({ UUID(uuidString: $0)?.uuidString.lowercased() }),
            let role = try await families.read({ rows, db in try rows.role(of: caller.rows, in: id, db) })
        else { throw StorageFailure(status: 404, error: "not_found", message: "There is no such family.") }
        return (id, role)
    }

    /// Returns the books of a family, newest first, without pages for watched folders.
    private func books(of owner: OwnerID) async throws -> [Document] {
        let query = DocumentQuery(
            in: .owner(owner), kind: StorybookKind.name, text: BookOptions.Extent.book.rawValue,
            limit: Self.keptLimit + Self.failedLimit + Self.workingLimit)
        return try await client.store.documents(query)
    }

    private func info(_ document: Document) async -> BookInfo {
        BookInfo(document, await summaries.summary(of: document), service.links)
    }

    private func book(_ context: ServiceContext, of owner: OwnerID) async throws -> Document {
        guard let id = context.parameters.get("id").flatMap({ DocumentID($0) }) else { throw Self.bookUnknown }
        let document = try await client.store.document(id, in: .owner(owner))
        guard document.kind == StorybookKind.name else { throw Self.bookUnknown }
        return document
    }

    /// Converts an error to the format of the storage.
    @Sendable private func answer(_ error: any Error, _ request: Request, _ context: ServiceContext) -> Response {
        switch error {
        case let error as StorageFailure: return error.response
        case let error as ProjectTokenError: return StorageFailure(error).response
        case StoreError.documentUnknown: return Self.bookUnknown.response
        default: break
        }
        let (failure, headers) = WireErrors.failure(error)
        let status = table.httpStatus(of: failure.code)
        if status >= 500 { WireErrors.log(failure, context) }
        return StorageFailure(failure, status: status, headers: headers).response
    }
}
