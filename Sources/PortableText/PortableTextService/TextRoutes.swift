package import LocalStore
import PortableTextDomain
import CPortableTextAssets
import Files
import Audit
import FailureModel
import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
package import Pipeline
import PortableText

/// The routes of Portable Text, under `/api/v1/texts`.
package struct TextRoutes: Sendable {
    private let system: LocalSystem
    private let service: ServiceParts
    private var client: PipelineClient { system.client }

    /// The downloadable formats by artefact name.
    private static let formats = [
        PortableTextKind.ArtefactName.pdf, PortableTextKind.ArtefactName.html, PortableTextKind.ArtefactName.text,
        PortableTextKind.ArtefactName.tableOfContents, PortableTextKind.ArtefactName.report,
    ]

    /// Creates the routes on a store.
    ///
    /// - Parameters:
    ///   - system: the local store.
    ///   - service: the parts of the service that domains share.
    package init(_ system: LocalSystem, _ service: ServiceParts) {
        self.system = system
        self.service = service
    }
}

extension TextRoutes: ServiceDomain {
    package var kinds: Set<KindName> { [PortableTextKind.name] }

    /// The checks for typesetting documents.
    package var readinessChecks: [ReadinessCheck] { [.fonts] }

    package var pageFiles: [String: [UInt8]] {
        EmbeddedFiles.named(portable_text_assets())
    }

    package func add(to api: RouterGroup<ServiceContext>) {
        let texts = api.group("texts")
        texts.post(use: upload)
        texts.get(":id", use: detail)
        texts.delete(":id", use: delete)
        texts.post(":id/typeset", use: typeset)
        for format in Self.formats {
            texts.get(":id/\(format)") { request, context in
                try await download(format, request, context)
            }
        }
    }

    // MARK: Documents

    @Sendable private func upload(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.admission.checkQueue(for: context.owner)
        let kind = PortableTextKind()
        let received = try await service.admission.uploading(for: context.owner) {
            try await FileUpload(into: system.artefacts, byteLimit: Int64(PortableTextKind.sizeLimit)) {
                try kind.mediaType(ofHead: $0, byteCount: $1, fileName: $2)
            }.receive(request)
        }
        let id = DocumentID(UUID())
        try await service.record(.uploaded, of: id, by: context)
        let document = try await client.importStored(
            received.stored.content, byteCount: received.stored.byteCount, id: id, owner: context.owner,
            kind: PortableTextKind.name, fileName: received.fileName, mediaType: received.mediaType)
        let processing = try await client.process(document.id, in: context.scope)
        return JSONResponse.make(TextDetail(processing), status: .created)
    }

    @Sendable private func detail(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await text(context)
        try await service.record(.viewed, of: document.id, by: context)
        return JSONResponse.make(TextDetail(document))
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await text(context)
        try await service.record(.deleted, of: document.id, by: context)
        try await client.delete(document.id, in: context.scope)
        return Response(status: .noContent)
    }

    @Sendable private func typeset(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.admission.checkQueue(for: context.owner)
        let document = try await text(context)
        let asked = try await request.json(TypesetRequest.self, context)
        let style = asked.style.map { Data($0.utf8) }
        let types = asked.types.map { Data($0.utf8) }
        // A mistake in the styles or types is one of the request, not of the document.
        if let style { _ = try StyleFile.read(style, name: "style") }
        if let types { _ = try TypesFile.read(types, name: "types") }
        try await service.record(.filled, of: document.id, by: context)
        let filling = try await client.fill(
            document.id, in: context.scope,
            inputs: try PortableTextKind.inputs(options: asked.options, style: style, types: types))
        return JSONResponse.make(TextDetail(filling), status: .accepted)
    }

    // MARK: Results

    /// Sends a result of the newest fill as a download.
    ///
    /// An HTML page must not run as a page of the service.
    private func download(
        _ name: String, _ request: Request, _ context: ServiceContext
    ) async throws -> Response {
        let document = try await text(context)
        let published = try await client.store.artefacts(of: document.id, in: context.scope, fill: nil)
        guard let result = published.last(where: { $0.artefact.name == name })?.artefact else {
            throw Failure(.notReady, "The document is \(document.state.rawValue); it has not been typeset yet.")
        }
        try await service.record(.downloaded, of: document.id, by: context)
        let stem = PortableTextKind.stem(of: document.fileName)
        let suffix = name.hasPrefix("document.") ? String(name.dropFirst("document.".count)) : name
        return try await ArtefactResponse(
            result.content, mediaType: result.mediaType, fileName: "\(stem).\(suffix)", in: system.artefacts
        ).response(to: request)
    }

    /// Returns the document in the path of a request.
    ///
    /// - Throws: `document_unknown`, also for a document of another owner or kind.
    private func text(_ context: ServiceContext) async throws -> Document {
        let document = try await client.store.document(try context.documentID(), in: context.scope)
        guard document.kind == PortableTextKind.name else { throw StoreError.documentUnknown(document.id) }
        return document
    }
}
