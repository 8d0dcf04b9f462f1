import Pipeline
import PipelineTestSupport
import Testing

@Suite("Owners take turns")
struct TurnsTests {
    /// Claims jobs one at a time, ends each before the next is claimed, and returns their owners.
    private func serve(_ bench: Workbench, _ count: Int) async throws -> [OwnerID] {
        var owners: [OwnerID] = []
        for _ in 0..<count {
            let claim = try await bench.claimOne()
            owners.append(claim.document.owner)
            bench.clock.advance(by: .seconds(1))
            try await bench.store.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
        }
        return owners
    }

    private func begin(_ bench: Workbench, _ owners: OwnerID..., times: Int = 1) async throws {
        for _ in 0..<times {
            for owner in owners {
                _ = try await bench.begun(owner: owner)
                bench.clock.advance(by: .milliseconds(10))
            }
        }
    }

    @Test(
        "a single worker serves an owner who comes later before the rest of a long queue", arguments: StoreKind.allCases
    )
    func oneWorker(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        try await begin(bench, "ada", times: 6)
        #expect(try await serve(bench, 1) == ["ada"])
        try await begin(bench, "bob", "eve", "bob")
        #expect(try await serve(bench, 8) == ["bob", "eve", "ada", "bob", "ada", "ada", "ada", "ada"])
    }

    @Test(
        "who has fewer running jobs comes first, and the jobs of one claim are shared out",
        arguments: StoreKind.allCases)
    func severalWorkers(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        try await begin(bench, "ada", times: 6)
        let first = try await bench.claim(limit: 3, worker: "a")
        #expect(first.map(\.document.owner) == ["ada", "ada", "ada"])
        try await begin(bench, "bob", times: 4)
        // Another worker, which knows no turns, sees the running jobs.
        let second = try await bench.claim(limit: 2, worker: "b")
        #expect(second.map(\.document.owner) == ["bob", "bob"])
        for claim in first { try await bench.store.release(claim.lease, at: bench.now) }
        #expect(try await bench.claim(limit: 4).map(\.document.owner) == ["ada", "ada", "bob", "ada"])
    }

    @Test("priority, room and the order of one owner are kept", arguments: StoreKind.allCases)
    func order(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        var adas: [DocumentID] = []
        for _ in 0..<4 {
            adas.append(try await bench.begun(owner: "ada").id)
            bench.clock.advance(by: .milliseconds(10))
        }
        let bob = try await bench.begun(owner: "bob", route: .processing("shout"))
        let urgent = [
            try await bench.begun(owner: "ada", priority: 1).id, try await bench.begun(owner: "ada", priority: 1).id,
        ]
        let claims = try await bench.claim(room: 4)
        #expect(claims.map(\.document.id) == urgent + [bob.id] + adas.prefix(2))
        #expect(try await bench.claim(limit: 0).isEmpty)
        #expect(try await bench.claim(room: 0).isEmpty)
        #expect(try await bench.claim().map(\.document.id) == Array(adas.suffix(2)))
    }

    @Test(
        "who has a share of the workers comes after all others, also with a higher priority",
        arguments: StoreKind.allCases)
    func share(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        for _ in 0..<6 { _ = try await bench.begun(owner: "ada", priority: 5) }
        try await begin(bench, "bob", times: 3)
        let claims = try await bench.claim(limit: 4, ownerShare: 2)
        #expect(claims.map(\.document.owner) == ["ada", "ada", "bob", "bob"])
        // What would be idle goes to anyone.
        let others = try await bench.claim(limit: 9, ownerShare: 2)
        #expect(others.map(\.document.owner) == ["ada", "ada", "ada", "ada", "bob"])
    }

    @Test("the owners who wait are known for each stage", arguments: StoreKind.allCases)
    func waiting(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let (count, shout) = (StageAddress(kind: "memo", stage: "count"), StageAddress(kind: "memo", stage: "shout"))
        #expect(try await bench.store.waitingOwners(for: [count, shout]) == [:])
        #expect(try await bench.store.waitingOwners(for: []) == [:])
        try await begin(bench, "ada", "bob", "ada")
        let claim = try await bench.claimOne()
        #expect(try await bench.store.waitingOwners(for: [shout, count]) == [count: ["ada", "bob"]])
        _ = try await bench.claimOne()
        try await bench.store.complete(claim.lease, with: StageResult(), then: .processing("shout"), at: bench.now)
        #expect(try await bench.store.waitingOwners(for: [shout, count]) == [count: ["ada"], shout: ["ada"]])
        #expect(try await bench.store.waitingOwners(for: [shout]) == [shout: ["ada"]])
    }
}
