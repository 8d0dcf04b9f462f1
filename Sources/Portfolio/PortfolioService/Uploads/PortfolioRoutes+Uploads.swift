import PortfolioDomain
import LocalStore
import Audit
import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Pipeline
import Portfolio
import PortfolioInputs

/// The upload of files for portfolios.
extension PortfolioRoutes {
    /// Stores a file and starts its analysis, so that later portfolios are ready at once.
    @Sendable func upload(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await service.admission.checkQueue(for: context.owner)
        let kind = PortfolioInputKind()
        let received = try await service.admission.uploading(for: context.owner) {
            try await FileUpload(into: system.artefacts, byteLimit: PortfolioLimits.fileSize) {
                head, byteCount, _ in
                // Errors do not reveal file names.
                try kind.mediaType(ofHead: head, byteCount: byteCount, fileName: "The file")
            }.receive(request)
        }
        let id = DocumentID(UUID())
        try await service.record(.uploaded, of: id, by: context)
        let document = try await system.client.importStored(
            received.stored.content, byteCount: received.stored.byteCount, id: id, owner: context.owner,
            kind: PortfolioInputKind.name, fileName: received.fileName, mediaType: received.mediaType)
        _ = try await system.client.process(document.id, in: context.scope)
        return JSONResponse.make(
            UploadResponse(contentID: document.id.wireText), status: .created)
    }
}
