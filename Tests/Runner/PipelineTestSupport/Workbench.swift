public import FolderTestSupport
public import Foundation
public import Pipeline

/// A store, an artefact folder and a clock for a test, with shorthands for frequent steps.
public final class Workbench: Sendable {
    /// The folder of all files.
    public let folder: TemporaryFolder
    /// The clock, which the test advances.
    public let clock = ManualClock()
    /// The store under test.
    public let store: any Store
    /// The artefact folder.
    public let artefacts: any ArtefactStore
    /// The clock, random ids and the constant 0.5 as the random number.
    public let dependencies: Dependencies

    /// Creates a workbench with a new store.
    public init(_ kind: StoreKind) throws {
        folder = try TemporaryFolder()
        store = try kind.make(in: folder)
        dependencies = Dependencies(clock: clock, random: { 0.5 })
        artefacts = try LocalArtefactStore(root: folder.path + "/artefacts", dependencies: dependencies)
    }

    /// The current time of the clock.
    public var now: Timestamp { clock.now }

    /// Returns a client of the store for these kinds.
    public func client(_ kinds: [ContentKind]) -> PipelineClient {
        PipelineClient(kinds: KindTable(kinds), store: store, artefacts: artefacts, dependencies: dependencies)
    }

    /// Returns a runner of the store for these kinds.
    public func runner(
        _ kinds: [ContentKind], name: String = "runner", stages: Set<StageAddress>? = nil,
        settings: RunnerSettings = RunnerSettings(workers: 4), store: (any Store)? = nil,
        artefacts: (any ArtefactStore)? = nil
    ) -> Runner {
        Runner(
            name: name, kinds: KindTable(kinds), stages: stages, store: store ?? self.store,
            artefacts: artefacts ?? self.artefacts,
            settings: settings, dependencies: dependencies,
            logger: .silent)
    }

    /// Imports a document of the kind `memo`.
    ///
    /// Different texts give different bytes.
    public func document(
        _ text: String = UUID().uuidString, owner: OwnerID = .local, fileName: String = "memo.txt", priority: Int = 0,
        parts: [DocumentID] = []
    ) async throws -> Document {
        let bytes = Data(text.utf8)
        return try await store.add(
            NewDocument(
                id: DocumentID(UUID()), owner: owner, kind: "memo", fileName: fileName, mediaType: "text/plain",
                content: ContentID(of: bytes), byteCount: Int64(bytes.count), priority: priority, parts: parts),
            at: now)
    }

    /// Imports a document and starts a route, by default the analysis with the stage `count`.
    public func begun(
        _ text: String = UUID().uuidString, owner: OwnerID = .local, priority: Int = 0,
        route: Route = .processing("count")
    ) async throws -> Document {
        let document = try await document(text, owner: owner, priority: priority)
        return try await store.begin(document.id, in: .all, along: route, inputs: [], at: now)
    }

    /// Claims jobs with a lease of 6 s.
    public func claim(
        _ stages: [StageName] = ["count", "shout"], room: Int = 100, limit: Int = 100, worker: String = "a",
        ownerShare: Int = .max
    ) async throws -> [Claim] {
        let slots = stages.map { ClaimRequest.Slot(address: StageAddress(kind: "memo", stage: $0), room: room) }
        let request = ClaimRequest(
            worker: worker, slots: slots, limit: limit, leaseUntil: now + .seconds(6), ownerShare: ownerShare)
        return try await store.claim(request, at: now)
    }

    /// Claims exactly one job; throws ``NothingToClaim`` if there is none.
    public func claimOne(worker: String = "a") async throws -> Claim {
        let claims = try await claim(limit: 1, worker: worker)
        guard let claim = claims.first else { throw NothingToClaim() }
        return claim
    }

    /// Returns the whole feed of a scope after an event, read page by page.
    public func feed(after sequence: Int64 = 0, in scope: OwnerScope = .all, limit: Int = 100) async throws -> [Event] {
        var events: [Event] = []
        var query = EventQuery(in: scope, after: sequence, limit: limit)
        while true {
            let page = try await store.events(query)
            if page.events.isEmpty { return events }
            events += page.events
            query.after = page.next
        }
    }

    /// Returns the causes of the document's events, in order.
    public func causes(_ id: DocumentID) async throws -> [Event.Cause] {
        try await store.events(of: id, in: .all).map(\.cause)
    }
}

/// The error for a missing job.
public struct NothingToClaim: Error {}

extension Route {
    /// Returns a route through `processing` to `ready` with three attempts for each stage.
    ///
    /// With a key, each result is shared under the key and the stage's name.
    public static func processing(_ stages: StageName..., sharedAs key: String? = nil) -> Route {
        route(stages, sharedAs: key, through: .processing, to: .ready)
    }

    /// Returns a route through `filling` to `filled` with three attempts for each stage.
    public static func filling(_ stages: StageName...) -> Route {
        route(stages, sharedAs: nil, through: .filling, to: .filled)
    }

    private static func route(
        _ stages: [StageName], sharedAs key: String?, through state: DocumentState, to destination: DocumentState
    ) -> Route {
        let steps = stages.map { stage in
            Step(
                stage: stage, attemptLimit: 3, reuseKey: key.map { ContentID(of: Data("\($0)/\(stage)".utf8)) })
        }
        return Route(steps: steps, through: state, to: destination)
    }
}

extension Artefact {
    /// Returns an artefact whose bytes are not stored.
    public static func named(_ name: String, _ text: String = "") -> Artefact {
        Artefact(
            name: name, mediaType: "text/plain", content: ContentID(of: Data(text.utf8)),
            byteCount: Int64(text.utf8.count))
    }
}
