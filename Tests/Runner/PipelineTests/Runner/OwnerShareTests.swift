import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("An owner's share of the workers", .timeLimit(.minutes(30)))
struct OwnerShareTests {
    @Test("long work of one owner that fills all workers does not keep another waiting", arguments: StoreKind.allCases)
    func longWork(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let gate = Gate()
        let memo = ContentKind.scripted { context in
            if context.document.owner == "ada" { gate.block() }
            return .done()
        }
        let client = bench.client([memo])
        var long: [DocumentID] = []
        for _ in 0..<4 { long.append(try await client.process(try await bench.document(owner: "ada").id, in: .all).id) }
        try await running(bench.runner([memo], settings: RunnerSettings(workers: 4))) {
            // Nobody else waits, so she has all workers.
            try await until { gate.blocked == 4 }
            let short = try await client.process(try await bench.document(owner: "bob").id, in: .all)
            await bench.clock.advance(by: .seconds(2), step: .milliseconds(500), whenAsleep: 2)
            #expect(try await bench.store.document(short.id, in: .all).state == .processing)
            await bench.clock.advance(by: .seconds(2.5), step: .milliseconds(500), whenAsleep: 2)
            try await until { try await bench.store.document(short.id, in: .all).state == .ready }
            gate.open()
            for id in long {
                #expect(try await client.settled(id, in: .all).state == .ready)
                // The attempt that was stopped does not count.
                let causes = try await bench.causes(id)
                #expect(causes.filter { $0 == .released }.count <= 1 && !causes.contains(.retried))
            }
        }
    }

    @Test("workers of one owner are not stopped while nobody who has less waits")
    func nobodyElse() async throws {
        let bench = try Workbench(.memory)
        let gate = Gate()
        let memo = ContentKind.scripted { context in
            gate.block()
            return .done()
        }
        let client = bench.client([memo])
        for _ in 0..<3 { _ = try await client.process(try await bench.document(owner: "ada").id, in: .all) }
        try await running(bench.runner([memo], settings: RunnerSettings(workers: 3))) {
            try await until { gate.blocked == 3 }
            // Her own waiting jobs count as little as those of one who has a share.
            for _ in 0..<2 { _ = try await client.process(try await bench.document(owner: "ada").id, in: .all) }
            await bench.clock.advance(by: .seconds(20), step: .milliseconds(500), whenAsleep: 2)
            #expect(try await bench.store.jobs(JobQuery(in: .all, state: .running, limit: 9)).count == 3)
            #expect(gate.blocked == 3)
            gate.open()
        }
    }

    @Test("the share is half of the workers and at least one, unless it is set")
    func settings() throws {
        func share(_ yaml: String) throws -> Int? {
            try PipelineSettings(yaml: yaml, kinds: [MemoKind()]).runner.ownerWorkers
        }
        #expect(try share("runner: {workers: 4}") == nil)
        #expect(try share("runner: {workers: 4, ownerWorkers: 3}") == 3)
        #expect(throws: SettingsError.self) { try share("runner: {ownerWorkers: 0}") }
    }
}
