import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing

@Suite("A runner during outages", .timeLimit(.minutes(30)))
struct OutageTests {
    private struct Away: Error {}

    @Test("a result is retried until the store is back, and published once")
    func storeAwayAtTheEnd() async throws {
        let bench = try Workbench(.memory)
        let refusals = Mutex(3)
        let store = FaultyStore(bench.store) { move in
            guard move == .settle else { return }
            try refusals.withLock { left in
                left -= 1
                if left >= 0 { throw Away() }
            }
        }
        let runs = Counter()
        let memo = ContentKind.scripted { _ in
            runs.increment()
            return .done()
        }
        let document = try await bench.client([memo]).process(try await bench.document().id, in: .all)
        try await running(bench.runner([memo], store: store)) {
            for left in [2, 1, 0] {
                // Heartbeat, poll, and the retry of the result.
                try await until { refusals.withLock { $0 } == left && bench.clock.sleepers == 3 }
                bench.clock.advance(by: .milliseconds(500))
            }
            _ = try await bench.client([memo]).settled(document.id, in: .all)
        }
        #expect(runs.value == 1)
        #expect(try await bench.causes(document.id).count { $0 == .completed } == 1)
    }

    @Test("a runner survives a store that fails claims, renewals and reads")
    func storeAway() async throws {
        let bench = try Workbench(.memory)
        let isAway = Mutex(true)
        let asked = Counter()
        let store = FaultyStore(bench.store) { move in
            asked.increment()
            if isAway.withLock({ $0 }) { throw Away() }
        }
        let memo = ContentKind.scripted { _ in .done() }
        let document = try await bench.client([memo]).process(try await bench.document().id, in: .all)
        try await running(bench.runner([memo], store: store)) {
            await bench.clock.advance(by: .seconds(3), step: .milliseconds(500), whenAsleep: 2)
            #expect(asked.value > 6)
            isAway.withLock { $0 = false }
            await bench.clock.advance(by: .milliseconds(500), step: .milliseconds(500), whenAsleep: 2)
            let settled = try await bench.client([memo]).settled(document.id, in: .all)
            #expect(settled.state == .ready)
        }
    }

    @Test("a runner ends when the store has been away for longer than its patience")
    func storeAwayForGood() async throws {
        let bench = try Workbench(.memory)
        let store = FaultyStore(bench.store) { move in if move == .claim { throw Away() } }
        let runner = bench.runner(
            [.scripted { _ in .done() }],
            settings: RunnerSettings(poll: .milliseconds(500), patience: .seconds(2)), store: store)
        let run = Task { try await runner.run() }
        await bench.clock.advance(by: .seconds(2), step: .milliseconds(500), whenAsleep: 2)
        #expect(bench.clock.sleepers == 2)
        bench.clock.advance(by: .milliseconds(500))
        await #expect(throws: StoreError.unavailable("Away()")) { try await run.value }
    }

    @Test("a runner ends at once when the store or the artefacts' folder was deleted", arguments: [true, false])
    func storeDeleted(isStore: Bool) async throws {
        let bench = try Workbench(.memory)
        let gone = StoreError.unavailable("the store was deleted")
        let store = FaultyStore(bench.store) { move in if isStore, move == .expire { throw gone } }
        if !isStore { try FileManager.default.removeItem(atPath: bench.artefacts.locator.address) }
        await #expect(
            throws: isStore ? gone : .unavailable("\(bench.artefacts.locator.address) was deleted while it was in use")
        ) {
            try await bench.runner([.scripted { _ in .done() }], store: store).run()
        }
    }

    @Test("a full disk fails the attempt with its reason, and the next one succeeds when there is room")
    func diskFull() async throws {
        let bench = try Workbench(.memory)
        let disk = SimulatedDisk(clock: bench.clock)
        let artefacts = try LocalArtefactStore(root: "/artefacts", files: disk, dependencies: bench.dependencies)
        let memo = ContentKind.scripted { context in
            .done([try context.put(Data("result".utf8), named: "r", mediaType: "text/plain")])
        }
        let document = try await bench.client([memo]).process(try await bench.document().id, in: .all)
        disk.inject(.full, at: 1)
        try await running(bench.runner([memo], artefacts: artefacts)) {
            try await until {
                try await bench.store.jobs(JobQuery(in: .all, state: .scheduled)).first?.failure?.code == "disk_full"
            }
            disk.restart()
            await bench.clock.advance(by: .seconds(1), step: .milliseconds(500), whenAsleep: 2)
            let settled = try await bench.client([memo]).settled(document.id, in: .all)
            #expect(settled.state == .ready)
        }
        let published = try await bench.store.artefacts(of: document.id, in: .all, fill: 0)
        #expect(try artefacts.read(try #require(published.first).artefact.content) == Data("result".utf8))
    }

    @Test("two runners share the work, each job once", arguments: StoreKind.allCases)
    func twoRunners(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let runs = Counter()
        let memo = ContentKind.scripted { _ in
            runs.increment()
            return .done()
        }
        let client = bench.client([memo])
        try await running(bench.runner([memo], name: "a")) {
            try await running(bench.runner([memo], name: "b")) {
                for _ in 0..<40 { _ = try await client.process(try await bench.document().id, in: .all) }
                try await until { try await bench.store.status(in: .all, at: bench.now).documents == [.ready: 40] }
            }
        }
        #expect(runs.value == 40)
    }
}
