import FailureModel
import Foundation
import MetricsTestKit
import Pipeline
import PipelineProcesses
import PipelineTestSupport
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite("A runner whose stages run in processes")
struct ProcessRunnerTests {
    private let store = MemoryStore()
    private let limits = StageLimits(
        attempts: 2, wallTime: .seconds(30), cpuTime: .milliseconds(600), memory: .mebibytes(64),
        fileSize: .mebibytes(4), stall: .milliseconds(500))

    private func runner(_ fixture: Fixture, drain: Duration = .seconds(20)) -> Runner {
        Runner(
            name: "test", kinds: fixture.kinds, store: store, artefacts: fixture.artefacts,
            settings: RunnerSettings(
                workers: 4, lease: .seconds(1), poll: .milliseconds(20), drain: drain,
                backoff: Backoff(base: .milliseconds(1))),
            logger: .silent)
    }

    private func begin(_ act: String, by: String = "", in fixture: Fixture) async throws -> DocumentID {
        let client = client(fixture)
        let document = try await client.importDocument(
            Data(UUID().uuidString.utf8), owner: .local, kind: "fixture", fileName: act, mediaType: "text/plain",
            facts: ["act": act, "by": by])
        return try await client.process(document.id, in: .all).id
    }

    private func client(_ fixture: Fixture) -> PipelineClient {
        PipelineClient(kinds: fixture.kinds, store: store, artefacts: fixture.artefacts)
    }

    @Test("a document that ruins its process fails with a code after its attempts; the others are ready")
    func beside() async throws {
        let fixture = try Fixture(limits: limits, size: 4)
        let bad = [
            "die": "stage_crashed", "loop": "stage_cpu_exceeded", "eat": "stage_out_of_memory", "sleep": "stage_hung",
            "stop": "stage_hung", "put-bytes": "stage_output_too_large",
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner(fixture).run() }
            defer { group.cancelAll() }
            var documents: [(DocumentID, String?)] = []
            for (act, code) in bad {
                documents.append((try await begin("done", in: fixture), nil))
                documents.append((try await begin(act, by: "SIGSEGV", in: fixture), code))
                documents.append((try await begin("done", in: fixture), nil))
            }
            for (id, code) in documents {
                let document = try await client(fixture).settled(id, in: .all, poll: .milliseconds(20))
                #expect(document.state == (code == nil ? .ready : .failed))
                #expect(document.failure?.code.rawValue == code)
                #expect(document.failure?.attempt == (code == nil ? nil : 2))
                #expect(try await store.artefacts(of: id, in: .all, fill: nil).count == (code == nil ? 1 : 0))
            }
        }
        await fixture.pool.shutDown()
    }

    @Test("a stage whose document is cancelled has its process killed and publishes nothing")
    func cancelled() async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(limits: limits, metrics: metrics)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner(fixture).run() }
            defer { group.cancelAll() }
            let id = try await begin("nap", in: fixture)
            let running = try await Processes.eventually {
                (try? metrics.expectCounter("pipeline_processes_started").totalValue) == 1
            }
            #expect(running)
            _ = try await store.cancel(id, in: .all, at: SystemClock().now)
            let killed = try await Processes.eventually {
                let reason = [("reason", "cancelled")]
                return (try? metrics.expectCounter("pipeline_processes_ended", reason).totalValue) == 1
            }
            #expect(killed)
            #expect(try await store.document(id, in: .all).failure?.code == "cancelled")
            #expect(try await store.artefacts(of: id, in: .all, fill: nil).isEmpty)
        }
        await fixture.pool.shutDown()
    }

    @Test("a stage's progress is passed from its process to the store")
    func progress() async throws {
        let fixture = try Fixture(limits: StageLimits(stall: .seconds(60)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await runner(fixture).run() }
            defer { group.cancelAll() }
            let id = try await begin("count", in: fixture)
            var seen: Event?
            for try await event in client(fixture).events(after: 0, in: .all) where event.cause == .progressed {
                seen = event
                break
            }
            #expect(seen?.document == id)
            #expect(seen?.progress == JobProgress(completed: 3, total: 12, unit: "page"))
            _ = try fixture.artefacts.put(Data("seen".utf8))
            #expect(try await client(fixture).settled(id, in: .all).state == .ready)
        }
        await fixture.pool.shutDown()
    }

    @Test("stops while processes hang, long before their time is over, and counts no attempt")
    func stop() async throws {
        let patient = StageLimits(wallTime: .seconds(86_400), stall: .seconds(86_400))
        let fixture = try Fixture(limits: patient, size: 4)
        for act in ["sleep", "deadlock", "loop", "nap", "sleep"] { _ = try await begin(act, in: fixture) }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await runner(fixture, drain: .milliseconds(200)).run() }
                try await fixture.someoneSleeps()
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
        await fixture.pool.shutDown()
        let jobs = try await store.jobs(JobQuery(in: .all))
        #expect(jobs.count == 5)
        #expect(jobs.allSatisfy { $0.state == .available && $0.attempt == 0 })
    }
}
