import FailureModel
import FormFilling
import FormsDomain
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import LocalStore
import NIOCore
import Pipeline
import Threads

/// The routes of the signature that a user keeps for the next form.
struct SignatureRoutes: Sendable {
    private let signatures: SignatureStore

    /// Creates the routes on a store.
    init(_ system: LocalSystem) { signatures = SignatureStore(system) }

    /// Adds the routes below `/api/v1`.
    func add(to api: RouterGroup<ServiceContext>) {
        api.get("signature", use: show)
        api.put("signature", use: keep)
        api.delete("signature", use: delete)
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let png = try await signatures.signature(of: context.owner) else { return Response(status: .noContent) }
        return Response(
            status: .ok, headers: [.contentType: "image/png", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }

    @Sendable private func keep(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard request.mediaType == "image/png" else {
            throw Failure(.unsupportedType, "The body must be a picture, with Content-Type: image/png.")
        }
        let png = try await request.bytes(upTo: PictureValue.signatureLimit)
        try await WorkerThreads.shared.run { try PictureValue.checkSignature(png) }
        try await signatures.put(png, of: context.owner)
        return Response(status: .noContent)
    }

    @Sendable private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await signatures.delete(of: context.owner)
        return Response(status: .noContent)
    }
}
