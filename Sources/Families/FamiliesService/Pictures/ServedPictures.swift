import Artworks
import FailureModel
import HTTPService
import Hummingbird
import Pipeline
import Families
import FamiliesSQLite

/// Pictures as they are served: what the stages have made of the uploads, never those themselves.
struct ServedPictures: Sendable {
    private let store: any Store
    private let artefacts: any ArtefactStore
    private let clock: any PipelineClock
    private let patience: Duration

    /// How often the store is asked for what another process has published.
    private static let poll = Duration.milliseconds(250)

    /// Creates access to what is served.
    ///
    /// - Parameters:
    ///   - store: has the documents.
    ///   - artefacts: has the bytes.
    ///   - clock: measures the time to wait.
    ///   - patience: how long a picture that is still being cleaned is waited for.
    init(
        store: any Store, artefacts: any ArtefactStore, clock: any PipelineClock = SystemClock(),
        patience: Duration = .seconds(10)
    ) {
        self.store = store
        self.artefacts = artefacts
        self.clock = clock
        self.patience = patience
    }

    /// Answers a request with a picture, as soon as it is cleaned.
    ///
    /// - Parameters:
    ///   - request: may be conditional, or ask for a part.
    ///   - context: of the request.
    ///   - picture: which one.
    ///   - rendition: which of its files.
    /// - Returns: the response.
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

    /// Returns the cleaned picture, if it is ready.
    func clean(_ picture: StoredPicture) async throws -> Artefact? {
        try await published(.picture, of: picture.document)
    }

    private func wait(for rendition: PictureLinks.Rendition, of id: DocumentID) async throws -> Artefact {
        let start = clock.now
        while true {
            let rings = store.feedBell.rings
            // Read before the artefacts: what a document that has ended has published is there.
            let document = try await store.document(id, in: .all)
            if let artefact = try await published(rendition, of: id) { return artefact }
            if let failure = document.failure?.failure { throw failure }
            // Its stages have ended without this file, or it was removed meanwhile.
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
        // The last counts: an earlier attempt may have been made by another version.
        return try await store.artefacts(of: document, in: .all, fill: nil)
            .last { $0.stage == stage && names.contains($0.artefact.name) }?.artefact
    }
}
