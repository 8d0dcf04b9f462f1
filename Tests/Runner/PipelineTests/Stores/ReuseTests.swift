import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A store shares results between equal bytes")
struct ReuseTests {
    private let route = Route.processing("count", sharedAs: "same")
    private let result = StageResult(artefacts: [.named("count.txt", "2")], facts: ["words": "2"])

    @Test("known results are reused without a run", arguments: StoreKind.allCases)
    func known(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        _ = try await bench.begun("same", route: route)
        try await bench.store.complete(
            try await bench.claimOne().lease, with: result, then: .processing(), at: bench.now)
        let second = try await bench.begun("same", route: route)
        #expect(second.state == .ready)
        #expect(second.facts == ["words": "2"])
        #expect(try await bench.claim().isEmpty)
        #expect(try await bench.store.artefacts(of: second.id, in: .all, fill: 0).map(\.artefact) == result.artefacts)
        #expect(try await bench.causes(second.id) == [.imported, .began, .reused, .arrived])
    }

    @Test("while one runs, the others follow and reuse its result", arguments: StoreKind.allCases)
    func follow(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let whole = Route.processing("count", "shout", sharedAs: "same")
        let rest = Route.processing("shout", sharedAs: "same")
        var ids: [DocumentID] = []
        for _ in 0..<3 { ids.append(try await bench.begun("same", route: whole).id) }
        let claims = try await bench.claim()
        #expect(claims.map(\.document.id) == [ids[0]])
        try await bench.store.complete(claims[0].lease, with: result, then: rest, at: bench.now)

        // The same applies to the next stage: one leads.
        let next = try await bench.claim()
        #expect(next.map(\.job.stage) == ["shout"])
        try await bench.store.complete(next[0].lease, with: StageResult(), then: .processing(), at: bench.now)
        for id in ids {
            let document = try await bench.store.document(id, in: .all)
            #expect(document.state == .ready)
            #expect(document.facts == ["words": "2"])
            #expect(try await bench.store.artefacts(of: id, in: .all, fill: 0).map(\.artefact) == result.artefacts)
        }
    }

    @Test("when the leader fails, is cancelled or deleted, a follower does the work", arguments: StoreKind.allCases)
    func promote(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        var ids: [DocumentID] = []
        for _ in 0..<4 { ids.append(try await bench.begun("same", route: route).id) }
        let failure = Failure("broken", "Broken.")
        try await bench.store.fail(try await bench.claimOne().lease, because: failure, at: bench.now)
        _ = try await bench.store.cancel(ids[1], in: .all, at: bench.now)
        try await bench.store.delete(ids[2], in: .all, at: bench.now)
        let last = try await bench.claimOne()
        #expect(last.document.id == ids[3])
        #expect(try await bench.causes(ids[3]) == [.imported, .began, .enqueued, .promoted, .claimed])
    }

    @Test("a cancelled follower leaves its leader alone", arguments: StoreKind.allCases)
    func cancelFollower(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let leader = try await bench.begun("same", route: route)
        let follower = try await bench.begun("same", route: route)
        let other = try await bench.begun("same", route: route)
        _ = try await bench.store.cancel(follower.id, in: .all, at: bench.now)
        let claim = try await bench.claimOne()
        #expect(claim.document.id == leader.id)
        try await bench.store.complete(claim.lease, with: result, then: .processing(), at: bench.now)
        #expect(try await bench.store.document(follower.id, in: .all).state == .failed)
        #expect(try await bench.store.document(other.id, in: .all).state == .ready)
    }

    @Test("a result outlives the document that it was made for", arguments: StoreKind.allCases)
    func survivesDeletion(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let first = try await bench.begun("same", route: route)
        try await bench.store.complete(
            try await bench.claimOne().lease, with: result, then: .processing(), at: bench.now)
        let second = try await bench.begun("same", route: route)
        try await bench.store.delete(first.id, in: .all, at: bench.now)
        #expect(try await bench.begun("same", route: route).state == .ready)
        #expect(
            try await bench.store.referenced(among: result.artefacts.map(\.content))
                == Set(result.artefacts.map(\.content)))
        try await bench.store.delete(second.id, in: .all, at: bench.now)
    }
}
