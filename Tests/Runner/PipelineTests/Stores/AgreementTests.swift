import Foundation
import Pipeline
import PipelineTestSupport
import TestSupport
import Testing

/// The memory store and both SQL stores, with the same moves at the same time.
@Suite("All stores")
struct AgreementTests {
    @Test("return the same for any sequence of moves, and every follower has a leader", arguments: 1...6)
    func lockstep(_ seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let stores = LockstepStores(try StoreKind.allCases.map { try $0.make(in: folder) }, seed: seed)
        for _ in 0..<250 { try await stores.step() }
    }
}

/// Stores that must not differ.
private final class LockstepStores {
    private let stores: [any Store]
    private var random: SeededGenerator
    private var now = Timestamp(milliseconds: 1_767_225_600_000)
    private var documents: [DocumentID] = []
    private var claims: [Claim] = []
    private var seen: Int64 = 0

    init(_ stores: [any Store], seed: UInt64) {
        self.stores = stores
        random = SeededGenerator(seed: seed)
    }

    /// Makes a move on all stores, whatever its result, and compares everything visible.
    func step() async throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0...2: try await add()
        case 3...6: try await begin()
        case 7...9: try await claim()
        case 10...11:
            try await settle {
                try await $0.complete($1.lease, with: Self.result(of: $1), then: Self.rest(after: $1), at: $2)
            }
        case 12:
            try await settle { store, claim, now in
                // Like the runner, which requests no further attempt after the last.
                if claim.job.attempt < claim.job.attemptLimit {
                    try await store.retry(claim.lease, because: .workerLost, due: now + .seconds(2), at: now)
                } else {
                    try await store.fail(claim.lease, because: .workerLost, at: now)
                }
            }
        case 13: try await settle { try await $0.snooze($1.lease, because: nil, until: $2 + .seconds(1), at: $2) }
        case 14:
            try await settle { try await $0.release($1.lease, at: $2) }
            try await settle { try await $0.report([$1.lease: JobProgress(completed: 1, total: 3)], at: $2) }
        case 15: try await settle { try await $0.fail($1.lease, because: .workerLost, at: $2) }
        case 16: try await settle { try await $0.cancel($1.lease, because: .cancelled, at: $2) }
        case 17: try await moveDocument()
        case 18: _ = try await all { [now] in try await $0.expireLeases(at: now) }
        default: _ = try await all { [now] in try await $0.purge(finishedBefore: now - .seconds(20), limit: 3) }
        }
        // Whole seconds, since SQLite's status counts by seconds.
        now = now + .seconds(Int.random(in: 0...2, using: &random))
        try await compare()
    }

    private func all<T: Equatable>(_ body: (any Store) async throws -> T) async throws -> T? {
        var answers: [Result<T, StoreError>] = []
        for store in stores {
            do { answers.append(.success(try await body(store))) } catch let error as StoreError {
                answers.append(.failure(error))
            }
        }
        for answer in answers.dropFirst() { try #require(answer == answers[0]) }
        return try? answers[0].get()
    }

    private func compare() async throws {
        let listed = try await all { try await $0.documents(DocumentQuery(in: .all, limit: .max)) }
        let jobs = try #require(try await all { try await $0.jobs(JobQuery(in: .all, limit: .max)) })
        for scope in [OwnerScope.all, .owner("ada")] {
            _ = try await all { [now] in try await $0.status(in: scope, at: now) }
        }
        for document in listed ?? [] {
            _ = try await all { try await $0.artefacts(of: document.id, in: .all, fill: nil).map(\.artefact) }
            let parts = try await all { try await $0.parts(of: document.id, in: .all) }
            // Nothing waits for parts that are at rest.
            let isWaiting = jobs.contains { $0.document == document.id && $0.state == .waiting }
            #expect(!isWaiting || parts?.contains { $0.document?.state.isWorking == true } == true)
        }
        let page = try await all { [seen] in try await $0.events(EventQuery(in: .all, after: seen, limit: .max)) }
        // A purge may have cut the feed off; then all stores report it.
        if let next = page?.next { seen = next } else { seen = try await stores[0].newestEvent() }

        for job in jobs where job.state == .following {
            let leaders = jobs.filter { $0.reuseKey == job.reuseKey && !$0.state.isFinal && $0.state != .following }
            #expect(leaders.count == 1, "job \(job.id)")
        }
    }

    private func add() async throws {
        let id = DocumentID(UUID(number: random.next()))
        let content = ContentID(of: Data([UInt8.random(in: 0..<2, using: &random)]))
        let new = NewDocument(
            id: id, owner: Bool.random(using: &random) ? "ada" : "bob", kind: "memo", fileName: "memo.txt",
            mediaType: "text/plain", content: content, byteCount: 1, priority: Int.random(in: 0..<2, using: &random),
            parts: Int.random(in: 0..<3, using: &random) == 0
                ? (0..<2).compactMap { _ in documents.randomElement(using: &random) } : [])
        _ = try await all { [now] in try await $0.add(new, at: now) }
        documents.append(id)
    }

    private func begin() async throws {
        guard let id = documents.randomElement(using: &random) else { return }
        let isFill = Int.random(in: 0..<4, using: &random) == 0
        guard let document = try await all({ try await $0.document(id, in: .all) }) else { return }
        let route = isFill ? Route.filling("sign") : Self.route(of: document, "count", "shout")
        _ = try await all { [now] in try await $0.begin(id, in: .all, along: route, inputs: [], at: now) }
    }

    private func claim() async throws {
        let slots = ["count", "shout", "sign"].map {
            ClaimRequest.Slot(address: StageAddress(kind: "memo", stage: StageName($0)), room: 2)
        }
        let request = ClaimRequest(
            worker: "w", slots: slots, limit: Int.random(in: 1...3, using: &random),
            leaseUntil: now + .seconds(Int.random(in: 1...9, using: &random)),
            ownerShare: Int.random(in: 1...3, using: &random))
        _ = try await all { try await $0.waitingOwners(for: slots.map(\.address)) }
        claims += try await all { [now] in try await $0.claim(request, at: now) } ?? []
    }

    /// A move by a current or former holder of a lease.
    private func settle(_ move: (any Store, Claim, Timestamp) async throws -> Void) async throws {
        guard let claim = claims.suffix(6).randomElement(using: &random) else { return }
        _ = try await all { [now] in
            try await move($0, claim, now)
            return true
        }
    }

    private func moveDocument() async throws {
        guard let id = documents.randomElement(using: &random) else { return }
        let document = try await all { try await $0.document(id, in: .all) }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: _ = try await all { [now] in try await $0.cancel(id, in: .all, at: now) }
        case 1:
            _ = try await all { [now] in
                try await $0.delete(id, in: .owner("ada"), at: now)
                return true
            }
        default:
            guard let document, let failure = document.failure else { return }
            let route =
                switch failure.stage {
                case "count": Self.route(of: document, "count", "shout")
                case "shout": Self.route(of: document, "shout")
                default: Route.filling("sign")
                }
            _ = try await all { [now] in try await $0.resume(id, in: .all, along: route, at: now) }
        }
    }

    private static func route(of document: Document, _ stages: StageName...) -> Route {
        let steps = stages.map { stage in
            let key =
                document.partCount > 0
                ? nil : ContentID(of: Data("\(document.owner) \(document.content) \(stage)".utf8))
            return Route.Step(stage: stage, attemptLimit: 3, reuseKey: key)
        }
        return Route(steps: steps, through: .processing, to: .ready)
    }

    private static func rest(after claim: Claim) -> Route {
        switch claim.job.stage {
        case "count": route(of: claim.document, "shout")
        case "shout": .processing()
        default: .filling()
        }
    }

    /// Depends on the bytes alone, as it must if results are shared.
    private static func result(of claim: Claim) -> StageResult {
        StageResult(
            artefacts: [.named("\(claim.job.stage).txt", "\(claim.document.content)")],
            facts: ["\(claim.job.stage)": claim.document.content.hex])
    }
}

extension UUID {
    fileprivate init(number: UInt64) {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], 0, 0, 0, 0, 0, 0, 0, 0
            ))
    }
}
