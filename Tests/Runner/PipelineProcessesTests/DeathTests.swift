import FailureModel
import Foundation
import Pipeline
import PipelineProcesses
import PipelineTestSupport
import Testing

@Suite("A stage that ruins its process fails without affecting others")
struct DeathTests {
    private static let limits = StageLimits(
        wallTime: .seconds(30), cpuTime: .milliseconds(600), memory: .mebibytes(64), fileSize: .mebibytes(4),
        stall: .milliseconds(500))

    private func expect(
        _ act: String, by: String = "", limits: StageLimits = limits, _ code: ErrorCode, _ message: String,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let fixture = try Fixture(limits: limits)
        let error = try await fixture.failure(of: act, by: by)
        #expect(error?.failure == Failure(code, message), sourceLocation: location)
        #expect(error?.isTransient == true, sourceLocation: location)
        // The pool continues with another process.
        #expect(try await fixture.pid() != nil, sourceLocation: location)
        await fixture.pool.shutDown()
    }

    @Test("by a signal, which is named", arguments: ["SIGSEGV", "SIGABRT", "SIGILL", "SIGKILL"])
    func signals(_ signal: String) async throws {
        try await expect("die", by: signal, "stage_crashed", "The stage's process crashed with \(signal).")
    }

    @Test("by endless recursion")
    func recursion() async throws {
        try await expect("die", by: "overflow", "stage_crashed", "The stage's process crashed with SIGSEGV.")
    }

    @Test("by exiting")
    func exit() async throws {
        try await expect("die", by: "exit", "stage_crashed", "The stage's process exited unexpectedly with status 7.")
    }

    @Test("by corrupt memory that writes to its connection")
    func nonsense() async throws {
        try await expect(
            "nonsense", "stage_crashed", "The stage's process sent an unreadable answer.")
    }

    @Test("by looping, on one thread or several", arguments: ["loop", "loop-on-threads"])
    func loop(_ act: String) async throws {
        try await expect(
            act, "stage_cpu_exceeded", "The stage used more processor time than its limit of 600ms.")
    }

    @Test("by allocating memory bit by bit, or all at once", arguments: ["eat", "swallow"])
    func memory(_ act: String) async throws {
        try await expect(act, "stage_out_of_memory", "The stage needed more memory than its limit of 64MiB.")
    }

    @Test("by writing a huge file, outside the artefact folder or into it", arguments: ["write-file", "put-bytes"])
    func fileSize(_ act: String) async throws {
        try await expect(act, "stage_output_too_large", "The stage wrote a file longer than its limit of 4MiB.")
    }

    @Test("by waiting indefinitely", arguments: ["sleep", "deadlock"])
    func stall(_ act: String) async throws {
        try await expect(act, "stage_hung", "The stage was idle for 500ms.")
    }

    @Test("by stopping the whole process")
    func stopped() async throws {
        try await expect("stop", "stage_hung", "The stage's process sent no heartbeat for 2s.")
    }

    @Test("by taking too long")
    func wallTime() async throws {
        try await expect(
            "nap", limits: StageLimits(wallTime: .milliseconds(400)), "stage_timed_out",
            "The stage took longer than its limit of 400ms.")
    }

    @Test("a signal that stops services does not stop a stage")
    func ignored() async throws {
        let fixture = try Fixture()
        #expect(try await fixture.run("die", by: "SIGTERM") == .done())
        await fixture.pool.shutDown()
    }

    @Test("its temporary files are removed with it, and the folder with the pool")
    func litter() async throws {
        let fixture = try Fixture()
        guard case .done(let result) = try await fixture.run("done") else { return }
        let temporary = try #require(result.facts["temporary"])
        #expect(temporary.hasPrefix(fixture.folder.path))
        _ = try await fixture.failure(of: "litter")
        #expect(!FileManager.default.fileExists(atPath: temporary))
        await fixture.pool.shutDown()
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["artefacts"])
    }

    @Test("temporary folders of pools that were killed are removed, those of living pools are not")
    func sweep() async throws {
        let fixture = try Fixture()
        let files = FileManager.default
        func folder(_ name: String, age: TimeInterval, hasLock: Bool = true) throws -> String {
            let folder = fixture.folder.path + "/formwright-stages-" + name
            try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
            if hasLock { try Data().write(to: URL(filePath: folder + "/lock")) }
            try files.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder)
            return folder
        }
        let dead = try folder("dead", age: 3600)
        let half = try folder("half", age: 3600, hasLock: false)
        let new = try folder("new", age: 0)
        let living = try folder("living", age: 3600)
        let lock = open(living + "/lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        _ = try await fixture.pid()
        #expect(!files.fileExists(atPath: dead) && !files.fileExists(atPath: half))
        #expect(files.fileExists(atPath: new) && files.fileExists(atPath: living))
        await fixture.pool.shutDown()
    }

    @Test("a temporary folder that is cleaned up is created again")
    func cleanedUp() async throws {
        // One process, since a second would be started while the first is about to be free.
        let fixture = try Fixture(size: 1)
        let first = try await fixture.pid()
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        where name.hasPrefix("formwright-stages-") {
            try FileManager.default.removeItem(atPath: fixture.folder.path + "/" + name)
        }
        // The running process, and one that is started now.
        #expect(try await fixture.failure(of: "litter")?.failure.code == "stage_crashed")
        #expect(try await fixture.failure(of: "litter")?.failure.code == "stage_crashed")
        #expect(try await fixture.pid() != first)
        await fixture.pool.shutDown()
    }
}
