import Artworks
import FailureModel
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Pipeline
import PipelineSQL
import RowQuery
import RowQuerySQL
import Families
import FamiliesSQL
import Threads

/// Upload and removal of pictures.
extension PictureRoutes {
    /// The file name of all picture documents, because people's file names stay private.
    private static let fileName = "picture"

    private struct Uploaded: Encodable {
        let id: String
        let key: String

        private enum CodingKeys: String, CodingKey {
            case id = "Id"
            case key = "Key"
        }
    }

    @Sendable func upload(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let replaces = request.headers[.upsert]?.lowercased() == "true"
        return try await receive(request, context, replacing: replaces)
    }

    @Sendable func replace(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await receive(request, context, replacing: true)
    }

    private func receive(
        _ request: Request, _ context: ServiceContext, replacing replaces: Bool
    ) async throws -> Response {
        let caller = try await caller(of: request, context)
        let name = try Self.name(request, behind: "object/\(PictureAddresses.bucket)")
        guard let user = caller.user, let family = PictureName.family(of: name) else { throw StorageFailure.forbidden }
        // Strangers are rejected before their bytes are received. The policies below decide whether a member may add
        // pictures.
        let isMember = try await families.read { rows, db in try rows.role(of: caller.rows, in: family, db) != nil }
        guard isMember else { throw StorageFailure.forbidden }
        let owner = FamilyOwner.id(of: family)
        try await service.admission.checkQueue(for: owner)
        let received = try await service.admission.uploading(for: OwnerID("\(user)")) {
            try await Self.file(of: request, into: client.artefacts)
        }
        let writing = writing(as: caller)
        let time = Timestamp(now())
        let document = NewDocument(
            id: DocumentID(UUID()), owner: owner, kind: ArtworkKind.name, fileName: Self.fileName,
            mediaType: received.mediaType, content: received.stored.content, byteCount: received.stored.byteCount)
        do {
            let (picture, removed) = try await families.write { [client] rows, transaction in
                let added = try transaction.add(document, at: time)
                guard let route = client.kinds.route(of: added, through: .processing) else {
                    throw UnknownKind(kind: ArtworkKind.name)
                }
                let kept = try rows.keepPicture(
                    name, document: added.id, replacing: replaces, in: writing, transaction.db)
                try transaction.begin(added.id, in: .all, along: route, inputs: [], at: time)
                let removed = try kept.replaced.map { try Self.delete([$0], in: transaction, at: time) } ?? [:]
                return (kept.picture, removed)
            }
            try await client.discard(removed)
            guard try await offPool({ [client] in try client.artefacts.contains(document.content) }) else {
                // Another document with the same bytes was deleted together with them, before this one referred to
                // them.
                try await families.write { _, transaction in try transaction.delete(document.id, in: .all, at: time) }
                throw Failure(.artefactMissing, "The stored bytes were deleted before the picture was added.")
            }
            return JSONResponse.make(Uploaded(id: picture.id, key: "\(PictureAddresses.bucket)/\(picture.name)"))
        } catch {
            // Nothing is kept of a rejected upload, unless others have the same bytes.
            try? await client.discard([received.stored.content: time])
            throw error
        }
    }

    /// Receives the file of a request.
    ///
    /// This is the part with a file name, or the whole body.
    private static func file(
        of request: Request, into store: any ArtefactStore
    ) async throws -> FileUpload.Received {
        let kind = ArtworkKind()
        let upload = FileUpload(
            into: store, isFile: { $0.fileName != nil }, byteLimit: Int64(ArtworkKind.sizeLimit),
            mediaType: { head, byteCount, _ in
                try kind.mediaType(ofHead: head, byteCount: byteCount, fileName: "The picture")
            })
        return request.mediaType == "multipart/form-data"
            ? try await upload.receive(request) : try await upload.receiveBody(of: request, as: fileName)
    }

    // MARK: Removal

    private struct Removal: Decodable {
        let prefixes: [String]
    }

    @Sendable func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let caller = try await caller(of: request, context)
        let names = try await request.json(Removal.self, context, upTo: Self.bodyLimit).prefixes
        guard names.count <= Self.pictureLimit else {
            throw StorageFailure.invalidRequest("A request removes at most \(Self.pictureLimit) pictures.")
        }
        let kept = names.compactMap(PictureName.kept)
        let writing = writing(as: caller)
        let time = Timestamp(now())
        let (pictures, bytes) = try await families.write { rows, transaction in
            let removed = try rows.removePictures(named: kept, in: writing, transaction.db)
            return (removed, try Self.delete(removed.map(\.document), in: transaction, at: time))
        }
        try await client.discard(bytes)
        return JSONResponse.make(pictures.map { PictureInfo($0, clean: nil) })
    }

    /// Deletes documents that no picture uses, and returns the bytes to discard with them.
    private static func delete(
        _ documents: [DocumentID], in transaction: StoreTransaction, at time: Timestamp
    ) throws -> [ContentID: Timestamp] {
        var bytes: [ContentID: Timestamp] = [:]
        for id in documents {
            let document = try transaction.document(id, in: .all)
            bytes.merge(document.bytes(with: try transaction.stored.artefacts(of: id)), uniquingKeysWith: max)
            try transaction.delete(id, in: .all, at: time)
        }
        return bytes
    }

    private func writing(as caller: ProjectCaller) -> WriteContext {
        WriteContext(caller: caller.rows, now: Int64(now().timeIntervalSince1970 * 1_000_000)) {
            UUID().uuidString.lowercased()
        }
    }
}

extension HTTPField.Name {
    static let upsert = known("x-upsert")
}
