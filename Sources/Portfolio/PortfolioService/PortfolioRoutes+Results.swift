import LocalStore
import PortfolioDomain
import Audit
import FailureModel
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Pipeline
import Portfolio

/// The book, the card, and the files that explain the portfolio.
extension PortfolioRoutes {
    private struct BookLink: Encodable {
        let portfolioID: String
        let bookURL: String

        private enum CodingKeys: String, CodingKey {
            case portfolioID = "portfolio_id"
            case bookURL = "book_url"
        }
    }

    /// Returns an address that opens the book without a login, to be mailed.
    @Sendable func bookLink(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        _ = try await book(of: document)
        let path = service.links.sign("/api/portfolios/\(document.id)/book.pdf", at: clock.now.date)
        return JSONResponse.make(
            BookLink(
                portfolioID: document.id.wireText, bookURL: try service.absolute(path, for: request)))
    }

    @Sendable func book(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let isLink = request.uri.queryParameters["signature"] != nil
        if isLink {
            try service.links.check(request)
        } else if context.identity.credential == .none {
            throw Failure(.loginRequired, "This needs a login, an API token, or a signed link.")
        }
        // The link is the authorisation.
        let document = try await document(context, in: isLink ? .all : context.scope)
        let book = try await book(of: document)
        if isLink {
            try await service.recordLink(.downloaded, to: document, part: document.fill)
        } else {
            try await service.record(.downloaded, of: document.id, by: context)
        }
        return try await ArtefactResponse(
            book.content, mediaType: book.mediaType, fileName: "\(document.title).book.pdf", in: system.artefacts
        ).response(to: request)
    }

    private func book(of document: Document) async throws -> Artefact {
        guard let book = try await published(PortfolioKind.ArtefactName.book, of: document) else {
            throw lack(of: "book", document)
        }
        return book
    }

    @Sendable func card(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        guard try await published(PortfolioKind.ArtefactName.portfolio, of: document) != nil else {
            throw lack(of: "card", document)
        }
        try await service.record(.downloaded, of: document.id, by: context)
        let manifest = try await maker.manifest(of: document)
        let card = VCard(title: manifest.title, contact: manifest.contact)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/vcard; charset=utf-8", .cacheControl: "private, no-cache",
                .contentDisposition: ArtefactResponse.disposition("\(document.title).vcf"),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: card.data)))
    }

    func download(_ file: ResultFile, _ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await document(context)
        guard let artefact = try await published(file.name, of: document) else {
            throw lack(of: file.title, document)
        }
        try await service.record(.downloaded, of: document.id, by: context)
        return try await ArtefactResponse(
            artefact.content, mediaType: artefact.mediaType, fileName: "\(document.title).\(file.name)",
            in: system.artefacts
        ).response(to: request)
    }
}

extension Document {
    /// The portfolio's name without its extension, for the names of its files.
    fileprivate var title: String {
        fileName.hasSuffix(".portfolio") ? String(fileName.dropLast(".portfolio".count)) : fileName
    }
}
