import FailureModel
import CoreMetrics
import Foundation
import MetricsTestKit
import Pipeline
import PipelineProcesses
import PipelineTestSupport
import Testing

@Suite("A pool of processes")
struct PoolTests {
    private func count(_ metrics: TestMetrics, _ label: String, _ reason: String? = nil) -> Int64 {
        let dimensions = reason.map { [("reason", $0)] } ?? []
        return (try? metrics.expectCounter(label, dimensions).totalValue) ?? -1
    }

    @Test("keeps a process between stages, whatever their outcome")
    func warm() async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(metrics: metrics)
        let first = try #require(try await fixture.pid())
        for act in ["fail", "snooze", "chatter"] { try await fixture.run(act) }
        _ = try await fixture.failure(of: "throw-untyped")
        #expect(try await fixture.pid() == first)
        #expect(count(metrics, "pipeline_processes_started") == 1)
        await fixture.pool.shutDown()
        #expect(!Processes.isAlive(first))
        #expect(count(metrics, "pipeline_processes_ended", "shutdown") == 1)
    }

    @Test("replaces a process that has run its number of stages")
    func share() async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(stagesPerProcess: 3, metrics: metrics)
        var pids: [pid_t?] = []
        for _ in 0..<7 { pids.append(try await fixture.pid()) }
        #expect(Set(pids[0..<3]).count == 1 && Set(pids[3..<6]).count == 1)
        #expect(Set(pids).count == 3)
        await fixture.pool.shutDown()
        #expect(count(metrics, "pipeline_processes_ended", "retired") == 2)
    }

    @Test("replaces a process that holds too much memory")
    func resident() async throws {
        let fixture = try Fixture(residentMark: .mebibytes(60))
        let first = try await fixture.pid()
        #expect(try await fixture.pid() == first)
        try await fixture.run("hold")
        #expect(try await fixture.pid() != first)
        await fixture.pool.shutDown()
    }

    @Test("replaces a process that has too many files open")
    func openFiles() async throws {
        let fixture = try Fixture()
        let first = try await fixture.pid()
        #expect(try await fixture.run("leak") == .done())
        #expect(try await fixture.pid() != first)
        await fixture.pool.shutDown()
    }

    @Test(
        "a process that can open no further file is the machine's fault, whatever its stage says, and is replaced",
        arguments: ["exhaust", "exhaust-and-fail"])
    func outOfFiles(_ act: String) async throws {
        let fixture = try Fixture()
        let first = try await fixture.pid()
        let error = try #require(try await fixture.failure(of: act))
        #expect(error.failure.code == .tooManyOpenFiles && error.isTransient && error.blamesMachine)
        #expect(try await fixture.pid() != first)
        await fixture.pool.shutDown()
    }

    @Test("limits are relative to what a process holds and has used, so that an old one can do as much as a new one")
    func limitsAnew() async throws {
        let fixture = try Fixture(
            limits: StageLimits(cpuTime: .milliseconds(400), memory: .mebibytes(100)),
            residentMark: .mebibytes(1000))
        let first = try await fixture.pid()
        for _ in 0..<4 { #expect(try await fixture.run("hold") == .done()) }
        for _ in 0..<4 { #expect(try await fixture.run("work") == .done()) }
        #expect(try await fixture.pid() == first)
        await fixture.pool.shutDown()
    }

    @Test("a long stage that reports progress is not mistaken for one that loops")
    func progress() async throws {
        let fixture = try Fixture(limits: StageLimits(cpuTime: .milliseconds(400)))
        #expect(try await fixture.run("work-in-parts") == .done())
        await fixture.pool.shutDown()
    }

    @Test("runs as many stages at a time as it has processes; others wait their turn")
    func turns() async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(size: 2, metrics: metrics)
        let pids = try await withThrowingTaskGroup(of: pid_t?.self) { group in
            for _ in 0..<20 { group.addTask { try await fixture.pid() } }
            return try await group.reduce(into: Set<pid_t?>()) { $0.insert($1) }
        }
        #expect(pids.count <= 2)
        #expect(count(metrics, "pipeline_processes_started") == Int64(pids.count))
        await fixture.pool.shutDown()
    }

    @Test("a stage whose process was killed while idle runs in another one")
    func idleDeath() async throws {
        let fixture = try Fixture()
        let first = try #require(try await fixture.pid())
        kill(first, SIGKILL)
        #expect(try await fixture.pid() != first)
        await fixture.pool.shutDown()
    }

    @Test("a process that was stopped while idle does not fail the next stage")
    func idleStop() async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(metrics: metrics)
        let first = try #require(try await fixture.pid())
        kill(first, SIGSTOP)
        #expect(try await Processes.eventually { Processes.isStopped(first) })
        #expect(try await fixture.pid() != first)
        #expect(!Processes.isAlive(first))
        #expect(count(metrics, "pipeline_processes_ended", "hung") == 1)
        await fixture.pool.shutDown()
    }

    @Test("passes a request to a stage that runs on demand, and its reply back")
    func onDemand() async throws {
        let fixture = try Fixture()
        let outcome = try await fixture.run("reply", request: Data([1, 2, 3]))
        #expect(outcome == .replied(Data([3, 2, 1])))
        await fixture.pool.shutDown()
    }

    @Test("runs stages with the nice value of its settings")
    func niceness() async throws {
        let fixture = try Fixture(niceness: 7)
        for _ in 0..<2 {
            guard case .done(let result) = try await fixture.run("done") else { continue }
            #expect(result.facts["nice"] == "7")
        }
        await fixture.pool.shutDown()
    }

    @Test("replaces a process immediately once warmed up")
    func warmUp() async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(size: 2, metrics: metrics)
        fixture.pool.warmUp()
        #expect(try await Processes.eventually { count(metrics, "pipeline_processes_started") == 2 })
        kill(try #require(try await fixture.pid()), SIGKILL)
        #expect(try await Processes.eventually { count(metrics, "pipeline_processes_started") == 3 })
        await fixture.pool.shutDown()
    }

    @Test(
        "reports why no process could be started, after a few attempts with growing delays",
        arguments: [
            ("die-at-start", "it exited with status 3"), ("linger-at-start", "it was not ready within 300ms"),
        ])
    func failedToStart(_ argument: String, _ reason: String) async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(
            arguments: [argument], startTime: argument == "linger-at-start" ? .milliseconds(300) : .seconds(30),
            metrics: metrics)
        let error = try await fixture.failure(of: "done")
        #expect(
            error?.failure
                == Failure(
                    "worker_unavailable", "No process for the stage could be started: \(reason)."))
        let tries = count(metrics, "pipeline_processes_ended", "failed_to_start")
        #expect(tries == count(metrics, "pipeline_processes_started") && (1...3).contains(tries))
        await fixture.pool.shutDown()
    }

    @Test("reports a missing program")
    func noProgram() async throws {
        let fixture = try Fixture(executable: "/nowhere/formwright")
        let error = try await fixture.failure(of: "done")
        #expect(
            error?.failure.message == "No process for the stage could be started: No such file or directory.")
        await fixture.pool.shutDown()
    }

    @Test("a cancelled stage's process is killed; a waiting stage is not started")
    func cancelled() async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(metrics: metrics)
        let first = try #require(try await fixture.pid())
        let running = Task { try await fixture.run("sleep") }
        try await fixture.someoneSleeps()
        let waiting = Task { try await fixture.run("sleep") }
        waiting.cancel()
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(try await fixture.pid() != first)
        #expect(!Processes.isAlive(first))
        #expect(count(metrics, "pipeline_processes_ended", "cancelled") == 1)
        #expect(count(metrics, "pipeline_processes_started") == 2)
        await fixture.pool.shutDown()
    }

    @Test("a cancelled stage that ends within the leniency leaves its process warm")
    func lenient() async throws {
        let metrics = TestMetrics()
        let fixture = try Fixture(leniency: .seconds(60), metrics: metrics)
        let first = try #require(try await fixture.pid())
        let running = Task { try await fixture.run("doze") }
        try await fixture.someoneSleeps()
        running.cancel()
        // Its task does not wait.
        await #expect(throws: CancellationError.self) { try await running.value }
        _ = try fixture.artefacts.put(Data("wake up".utf8))
        #expect(try await fixture.pid() == first)
        #expect(count(metrics, "pipeline_processes_ended", "cancelled") == 0)
        await fixture.pool.shutDown()
    }

    @Test("a shutdown ends running stages and refuses others")
    func shutDown() async throws {
        let fixture = try Fixture(size: 2)
        let pid = try #require(try await fixture.pid())
        let running = Task { try await fixture.run("sleep") }
        try await fixture.someoneSleeps()
        await fixture.pool.shutDown()
        await #expect(throws: CancellationError.self) { try await running.value }
        await #expect(throws: CancellationError.self) { try await fixture.run("done") }
        #expect(!Processes.isAlive(pid))
        await fixture.pool.shutDown()
    }
}
