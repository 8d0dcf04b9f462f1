import LocalStore
import Audit
import FailureModel
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import Portfolio

/// Pictures and videos, available without a login by signed links.
extension PortfolioRoutes {
    @Sendable func medium(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let text = context.parameters.get("name"), let name = MediaName(text) else { throw Self.noMedium }
        try links.check(
            request.uri.queryParameters[values: "token"].map(String.init), of: name.description,
            in: try context.documentID())
        // The link is the authorisation.
        let document = try await document(context, in: .all)
        let maker = maker
        guard let artefact = try await media.artefact(name, of: document, { try await maker.manifest(of: document) })
        else { throw Self.noMedium }
        try await service.recordLink(.viewed, to: document)
        var response: Response
        do {
            response = try await ArtefactResponse(
                artefact.content, mediaType: artefact.mediaType, in: system.artefacts
            ).response(to: request)
        } catch let failure as Failure where failure.code == .artefactMissing {
            // The upload was deleted.
            throw Self.noMedium
        }
        // A name always has the same bytes. The address changes every day.
        response.headers[.cacheControl] = "private, max-age=86400, immutable"
        return response
    }

    private static let noMedium = Failure(.notFound, "There is no such picture or video.")
}
