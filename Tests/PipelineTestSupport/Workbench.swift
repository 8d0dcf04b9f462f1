public import Foundation
import Logging
public import Pipeline

/// A store, an artefact folder and a clock to try things on, and short words for what tests do again and again.
public final class Workbench: Sendable {
    public let folder: TemporaryFolder
    public let clock = ManualClock()
    public let store: any Store
    public let artefacts: any ArtefactStore
    public let dependencies: Dependencies

    public init(_ kind: StoreKind) throws {
        folder = try TemporaryFolder()
        store = try kind.make(in: folder)
        dependencies = Dependencies(clock: clock, random: { 0.5 })
        artefacts = try LocalArtefactStore(root: folder.path + "/artefacts", dependencies: dependencies)
    }

    public var now: Timestamp { clock.now }

    public func client(_ kinds: [ContentKind]) -> PipelineClient {
        PipelineClient(kinds: KindTable(kinds), store: store, artefacts: artefacts, dependencies: dependencies)
    }

    public func runner(
        _ kinds: [ContentKind], name: String = "runner", stages: Set<StageAddress>? = nil,
        settings: RunnerSettings = RunnerSettings(workers: 4), store: (any Store)? = nil,
        artefacts: (any ArtefactStore)? = nil
    ) -> Runner {
        Runner(
            name: name, kinds: KindTable(kinds), stages: stages, store: store ?? self.store,
            artefacts: artefacts ?? self.artefacts,
            settings: settings, dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// An imported document of the kind `memo`. Different texts are different bytes.
    public func document(
        _ text: String = UUID().uuidString, owner: OwnerID = .local, fileName: String = "memo.txt", priority: Int = 0
    ) async throws -> Document {
        let bytes = Data(text.utf8)
        return try await store.add(
            NewDocument(
                id: DocumentID(UUID()), owner: owner, kind: "memo", fileName: fileName, mediaType: "text/plain",
                content: ContentID(of: bytes), byteCount: Int64(bytes.count), priority: priority),
            at: now)
    }

    /// Imported and with its first stage enqueued.
    public func begun(
        _ text: String = UUID().uuidString, owner: OwnerID = .local, priority: Int = 0,
        route: Route = .processing("count")
    ) async throws -> Document {
        let document = try await document(text, owner: owner, priority: priority)
        return try await store.begin(document.id, in: .all, along: route, inputs: [], at: now)
    }

    /// Claims with a lease of 6 s.
    public func claim(
        _ stages: [StageName] = ["count", "shout"], room: Int = 100, limit: Int = 100, worker: String = "a"
    ) async throws -> [Claim] {
        let slots = stages.map { ClaimRequest.Slot(address: StageAddress(kind: "memo", stage: $0), room: room) }
        let request = ClaimRequest(worker: worker, slots: slots, limit: limit, leaseUntil: now + .seconds(6))
        return try await store.claim(request, at: now)
    }

    /// Claims exactly one job.
    public func claimOne(worker: String = "a") async throws -> Claim {
        let claims = try await claim(limit: 1, worker: worker)
        guard let claim = claims.first else { throw NothingToClaim() }
        return claim
    }

    /// The whole feed of a scope after an event, page by page.
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

    /// What happened to the document, in order.
    public func causes(_ id: DocumentID) async throws -> [Event.Cause] {
        try await store.events(of: id, in: .all).map(\.cause)
    }
}

/// A test expected a job.
public struct NothingToClaim: Error {}

extension Route {
    /// Through `processing` to `ready`; each stage has three attempts. With a key, each result is shared under it
    /// and the stage's name.
    public static func processing(_ stages: StageName..., sharedAs key: String? = nil) -> Route {
        route(stages, sharedAs: key, through: .processing, to: .ready)
    }

    /// Through `filling` to `filled`.
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
    /// An artefact whose bytes nobody reads.
    public static func named(_ name: String, _ text: String = "") -> Artefact {
        Artefact(
            name: name, mediaType: "text/plain", content: ContentID(of: Data(text.utf8)),
            byteCount: Int64(text.utf8.count))
    }
}
