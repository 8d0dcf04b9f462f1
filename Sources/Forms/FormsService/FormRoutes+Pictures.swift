import FormFilling
import LocalStore
import FormModel
import FormsDomain
import Audit
import FailureModel
import FormImport
import FormsAPI
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Pipeline
import Threads

/// The pictures of pages.
extension FormRoutes {
    /// The default width of a picture in pixels.
    ///
    /// This is 110 per inch of a page in letter format.
    private static let usualWidth: Int64 = 935

    @Sendable func page(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await pictured(request, context)
        guard let name = context.parameters.get("page"), name.hasSuffix(".png") else { throw Self.nothing }
        let page = try Self.page(name.dropLast(4))
        let width = try width(request)
        if try request.flag("filled") {
            let artefact = try await result(
                ResultRequest(.picture(page: page, width: width), isFilled: true), of: document, context
            ).artefact
            return try await ArtefactResponse(
                artefact.content, mediaType: artefact.mediaType, in: system.artefacts
            ).response(to: request)
        }
        let tag = PagePictures.tag(of: document, page: page, width: width)
        if let response = request.notModified(tag) { return response }
        let png = try await service.admission.drawing {
            try await context.whileClientWaits { try await pictures.blank(document, page: page, width: width) }
        }
        return Self.response(png, headers: [.eTag: tag, .cacheControl: "private, no-cache"])
    }

    @Sendable func preview(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        try await service.record(.viewed, of: document.id, by: context)
        let page = try Self.page(context.parameters.get("page") ?? "")
        let width = try width(request)
        let submitted = try await Self.values(request, context)
        let inForce = try await client.fieldsInForce(of: document)
        let drafted = try await drafts.entries(of: document.id, in: context.scope)
        let (fields, kept, entries, unknown) = try await WorkerThreads.shared.run {
            let fields = FormFields(inForce.description.fields)
            let (entries, unknown) = Self.entries(submitted.values, of: inForce, fields)
            let kept = inForce.entries(of: drafted).used
            guard let profile = try Self.profile(submitted) else { return (fields, kept, entries, unknown) }
            let settled = kept.filter { $0.source != .autofill }
            let known = try fields.binder.entries(from: profile, besides: settled + entries)
            return (fields, kept, entries + known, unknown)
        }
        let picture = PictureRequest(
            page: page, width: width, entries: kept.merging(entries), template: inForce.template?.template)
        let reply = try await service.admission.drawing {
            try await context.whileClientWaits { try await pictures.draw(document, picture) }
        }
        let problems =
            unknown
            + reply.problems.map {
                APIError.FieldProblem(
                    fieldRegionId: $0.field?.uuidString ?? fields.id(ofKey: $0.key), code: $0.failure.code,
                    message: $0.failure.message)
            }
        var headers: HTTPFields = [.cacheControl: "no-store"]
        if !problems.isEmpty { headers[.problems] = Self.header(problems) }
        return Self.response(reply.png, headers: headers)
    }

    /// Returns a header with error codes, up to a limit.
    ///
    /// Messages are returned by `POST values`.
    private static func header(_ problems: [APIError.FieldProblem]) -> String {
        let pairs = problems.prefix(100).map { "{\"fieldRegionId\":\"\($0.fieldRegionId)\",\"code\":\"\($0.code)\"}" }
        return "[\(pairs.joined(separator: ","))]"
    }

    private static func response(_ png: Data, headers: HTTPFields) -> Response {
        var headers = headers
        headers[.contentType] = "image/png"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }

    private static let nothing = Failure(.notFound, "There is nothing at this address.")

    /// Returns the page index in an address, which is checked against the document later.
    private static func page(_ text: some StringProtocol) throws(Failure) -> Int {
        guard let page = Int(text), (0..<1_000_000).contains(page) else { throw nothing }
        return page
    }

    private func width(_ request: Request) throws(Failure) -> Int {
        let widths = Int64(PagePicture.widths.lowerBound)...Int64(PagePicture.widths.upperBound)
        return Int(try request.number("width", in: widths) ?? Self.usualWidth)
    }

    /// Returns the document of a picture, for its owner or a signed link.
    private func pictured(_ request: Request, _ context: ServiceContext) async throws -> Document {
        guard request.uri.queryParameters["signature"] != nil else {
            guard context.identity.credential != .none else {
                throw Failure(.loginRequired, "This needs a login, an API token, or a signed link.")
            }
            let document = try await client.form(context)
            try await service.record(.viewed, of: document.id, by: context)
            return document
        }
        try service.links.check(request)
        let document = try await client.store.document(try context.documentID(), in: .all)
        try await service.recordLink(.viewed, to: document)
        return document
    }
}
