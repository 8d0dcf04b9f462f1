import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("Takeover and shutdown", .timeLimit(.minutes(30)))
struct TakeOverTests {
    @Test("a dead worker's job runs again within ten seconds", arguments: StoreKind.allCases)
    func deadWorker(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        let memo = try await client.importDocument(
            Data("a b".utf8), owner: .local, kind: "memo", fileName: "m", mediaType: "text/plain")
        _ = try await client.process(memo.id, in: .all)
        let dead = try await bench.claimOne(worker: "dead")
        let died = bench.now
        try await running(bench.runner([MemoKind.kind])) {
            await bench.clock.advance(by: .milliseconds(6500), step: .milliseconds(500), whenAsleep: 2)
            let ready = try await client.settled(memo.id, in: .all)
            #expect(ready.state == .ready)
        }
        let taken = try await bench.store.events(of: memo.id, in: .all).filter { $0.cause == .claimed }
        #expect(taken.map(\.worker) == ["dead", "runner"])
        #expect(taken[1].at - died <= .milliseconds(6500))
        await #expect(throws: StoreError.leaseLost(dead.job.id)) {
            try await bench.store.complete(dead.lease, with: StageResult(), then: .processing(), at: bench.now)
        }
    }

    @Test("a running stage keeps its lease as long as it runs", arguments: StoreKind.allCases)
    func heartbeat(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let gate = Gate()
        let memo = ContentKind.scripted { _ in
            gate.block()
            return .done()
        }
        let document = try await bench.document()
        _ = try await bench.client([memo]).process(document.id, in: .all)
        try await running(bench.runner([memo])) {
            try await until { gate.blocked == 1 }
            await bench.clock.advance(by: .seconds(60), step: .milliseconds(500), whenAsleep: 2)
            gate.open()
            #expect(try await bench.client([memo]).settled(document.id, in: .all).state == .ready)
        }
        #expect(try await bench.causes(document.id).contains(.expired) == false)
    }

    @Test("a hanging stage is abandoned at its limit, and others take its place")
    func hung() async throws {
        let bench = try Workbench(.memory)
        let gate = Gate()
        let memo = ContentKind.scripted(limits: StageLimits(attempts: 1, wallTime: .seconds(5))) { context in
            if context.document.fileName == "hangs" { gate.block() }
            return .done()
        }
        let client = bench.client([memo])
        let hanging = try await client.importDocument(
            Data(), owner: .local, kind: "memo", fileName: "hangs", mediaType: "text/plain")
        _ = try await client.process(hanging.id, in: .all)
        try await running(bench.runner([memo], settings: RunnerSettings(workers: 1))) {
            try await until { gate.blocked == 1 }
            await bench.clock.advance(by: .seconds(7), step: .milliseconds(500), whenAsleep: 2)
            let failed = try await client.settled(hanging.id, in: .all)
            #expect(failed.failure?.code == "stage_timed_out")
            // Its thread still hangs, and there is only one worker.
            let other = try await client.process(try await bench.document().id, in: .all)
            #expect(try await client.settled(other.id, in: .all).state == .ready)
            gate.open()
        }
    }

    @Test("a cancelled document's stage is cancelled")
    func cancelledWhileRunning() async throws {
        let bench = try Workbench(.memory)
        let stopped = Counter()
        let started = Counter()
        let memo = ContentKind.scripted { context in
            started.increment()
            while true {
                do { try context.checkCancellation() } catch {
                    stopped.increment()
                    throw error
                }
                await Task.yield()
            }
        }
        let client = bench.client([memo])
        let document = try await client.process(try await bench.document().id, in: .all)
        try await running(bench.runner([memo])) {
            try await until { started.value == 1 }
            _ = try await client.cancel(document.id, in: .all)
            await bench.clock.advance(by: .seconds(2), step: .milliseconds(500), whenAsleep: 2)
            try await until { stopped.value == 1 }
        }
        #expect(try await bench.store.document(document.id, in: .all).failure?.code == "cancelled")
    }

    @Test("graceful stop lets stages end within the drain and claims nothing more", arguments: StoreKind.allCases)
    func drain(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let gate = Gate()
        let memo = ContentKind.scripted { _ in
            gate.block()
            return .done()
        }
        let client = bench.client([memo])
        let first = try await client.process(try await bench.document().id, in: .all)
        let runner = bench.runner([memo], settings: RunnerSettings(workers: 1))
        try await stopping(runner) { stop in
            try await until { gate.blocked == 1 }
            let second = try await client.process(try await bench.document().id, in: .all)
            stop()
            gate.open()
            try await until { try await bench.store.document(first.id, in: .all).state == .ready }
            #expect(try await bench.store.document(second.id, in: .all).state == .processing)
        }
        #expect(try await bench.store.jobs(JobQuery(in: .all, state: .available)).count == 1)
    }

    @Test("after the drain jobs are released, and no attempt is counted", arguments: StoreKind.allCases)
    func giveBack(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let gate = Gate()
        let deaf = ContentKind.scripted { _ in
            gate.block()
            return .done()
        }
        let client = bench.client([deaf])
        let document = try await client.process(try await bench.document().id, in: .all)
        let settings = RunnerSettings(workers: 2, drain: .seconds(20))
        try await stopping(bench.runner([deaf], settings: settings)) { stop in
            try await until { gate.blocked == 1 }
            stop()
            // Loops: heartbeat, poll and drain, until the stage is abandoned a second after the drain.
            let began = bench.now
            while try await bench.store.jobs(JobQuery(in: .all)).first?.state == .running {
                if bench.clock.sleepers == 3 { bench.clock.advance(by: .milliseconds(500)) }
                await Task.yield()
            }
            #expect(bench.now - began <= .seconds(22))
        }
        let job = try #require(try await bench.store.jobs(JobQuery(in: .all)).first)
        #expect(job.state == .available)
        #expect(job.attempt == 0)
        #expect(try await bench.causes(document.id).last == .released)
        gate.open()
        try await running(bench.runner([deaf])) {
            let settled = try await client.settled(document.id, in: .all)
            #expect(settled.state == .ready)
        }
        #expect(try await bench.causes(document.id).count { $0 == .completed } == 1)
    }

    @Test("a cancelled runner releases its jobs immediately", arguments: StoreKind.allCases)
    func cancelRunner(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let gate = Gate()
        let deaf = ContentKind.scripted { _ in
            gate.block()
            return .done()
        }
        _ = try await bench.client([deaf]).process(try await bench.document().id, in: .all)
        try await running(bench.runner([deaf])) { try await until { gate.blocked == 1 } }
        let job = try #require(try await bench.store.jobs(JobQuery(in: .all)).first)
        #expect(job.state == .available)
        #expect(job.attempt == 0)
        gate.open()
    }
}
