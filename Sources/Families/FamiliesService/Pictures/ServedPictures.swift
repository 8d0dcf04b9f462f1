import Artworks
import FailureModel
import HTTPService
import Hummingbird
import Pipeline
import Families
import FamiliesSQL

/// Serves the pictures made by the stages, never the uploads themselves.
struct ServedPictures: Sendable {
    private let store: any Store
    private let artefacts: any ArtefactStore
    private let clock: any PipelineClock
    private let patience: Duration

    /// The interval of polling the store for results of other processes.
    private static let poll = Duration.milliseconds(250)

    /// Creates access to served pictures.
    ///
    /// - Parameters:
    ///   - store: The store of documents.
    ///   - artefacts: The store of bytes.
    ///   - clock: The clock for the waiting time.
    ///   - patience: The maximum time to wait for a picture that is still being cleaned.
    init(
        store: any Store, artefacts: any ArtefactStore, clock: any PipelineClock = SystemClock(),
        patience: Duration = .seconds(10)
    ) {
        self.store = store
        self.artefacts = artefacts
        self.clock = clock
        self.patience = patience
    }

    /// Responds with a picture as soon as it is cleaned.
    ///
    /// - Parameters:
    ///   - request: The request, possibly conditional or for a range.
    ///   - context: The context of the request.
    ///   - picture: The picture.
    ///   - rendition: The file of the picture.
    /// - Returns: The response.
    /// - Throws: ``StorageFailure``: the stages' refusal of the upload, or 503 if it takes too long.
    func response(
        to request: Request, _ context: ServiceContext, _ picture: StoredPicture, _ rendition: PictureLinks.Rendition
    ) async throws -> Response {
        let artefact = try await context.whileClientWaits { try await wait(for: rendition, of: picture.document) }
        let isDownload = request.uri.queryParameters["download"] != nil
        return try await ArtefactResponse(
            artefact.content, mediaType: artefact.mediaType, fileName: isDownload ? artefact.name : nil, in: artefacts
        ).response(to: request)
    }

    /// Returns the cleaned picture if it is ready.
    func clean(_ picture: StoredPicture) async throws -> Artefact? {
        try await published(.picture, of: picture.document)
    }

    private func wait(for rendition: PictureLinks.Rendition, of id: DocumentID) async throws -> Artefact {
        let start = clock.now
        while true {
            let rings = store.feedBell.rings
            // Read before the artefacts, so that everything published by a finished document is visible.
            let document = try await store.document(id, in: .all)
            if let artefact = try await published(rendition, of: id) { return artefact }
            if let failure = document.failure?.failure { throw failure }
            // Its stages have ended without this file, or it has been removed.
            guard document.state == .processing || document.state == .imported else { throw StorageFailure.notFound }
            guard clock.now - start < patience else { throw StorageFailure.notReady }
            await store.feedBell.wait(beyond: rings, atMost: Self.poll, by: clock)
            try Task.checkCancellation()
        }
    }

    private func published(_ rendition: PictureLinks.Rendition, of document: DocumentID) async throws -> Artefact? {
        let (stage, names): (StageName, [String]) =
            switch rendition {
            case .picture: ("check", [ArtworkKind.ArtefactName.jpeg, ArtworkKind.ArtefactName.png])
            case .thumbnail: ("thumbnail", [ArtworkKind.ArtefactName.thumb])
            }
        // The last artefact applies: another version may have made an earlier attempt.
        return try await store.artefacts(of: document, in: .all, fill: nil)
            .last { $0.stage == stage && names.contains($0.artefact.name) }?.artefact
    }
}
