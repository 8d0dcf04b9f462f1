import FailureModel
import Foundation
import Pipeline
import PipelineProcesses
import PipelineTestSupport
import Testing

@Suite("A stage that ruins its process fails alone")
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
        // The pool goes on with another process.
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

    @Test("by ending it")
    func exit() async throws {
        try await expect("die", by: "exit", "stage_crashed", "The stage's process ended by itself with status 7.")
    }

    @Test("by broken memory that speaks for it")
    func nonsense() async throws {
        try await expect(
            "nonsense", "stage_crashed", "The stage's process sent an answer that cannot be read.")
    }

    @Test("by looping, on one thread or several", arguments: ["loop", "loop-on-threads"])
    func loop(_ act: String) async throws {
        try await expect(
            act, "stage_cpu_exceeded", "The stage used more processor time than its limit of 600ms.")
    }

    @Test("by eating memory bit by bit, or all at once", arguments: ["eat", "swallow"])
    func memory(_ act: String) async throws {
        try await expect(act, "stage_out_of_memory", "The stage needed more memory than its limit of 64MiB.")
    }

    @Test("by writing a giant file, past the folder or into it", arguments: ["write-file", "put-bytes"])
    func fileSize(_ act: String) async throws {
        try await expect(act, "stage_output_too_large", "The stage wrote a file longer than its limit of 4MiB.")
    }

    @Test("by waiting for what never comes", arguments: ["sleep", "deadlock"])
    func stall(_ act: String) async throws {
        try await expect(act, "stage_hung", "The stage did nothing at all for 500ms.")
    }

    @Test("by stopping the whole process")
    func stopped() async throws {
        try await expect("stop", "stage_hung", "The stage's process gave no sign of life for 2s.")
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

    @Test("what it left in its temporary folder goes with it, and the folder with the pool")
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

    @Test("a temporary folder that somebody cleans up is made again")
    func cleanedUp() async throws {
        let fixture = try Fixture(size: 2)
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
