import Domains
import FailureModel
import Foundation
import LocalStore
import Logging
import Pipeline
import PipelineSQL
import PostgreSQLTestSupport
import SQL
import Synchronization
import TestSupport
import TestTraits
import Testing

@Suite("Starts of nodes while a server is out of reach", .blocking) struct StartPatienceTests {
    private let clock = PassingClock()
    private let refusal = SQLError(.unreachable, "Nobody answers.")

    private func patience(_ clock: PassingClock) -> StartPatience {
        StartPatience(.seconds(60), clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("a node waits until the server answers")
    func waits() async throws {
        let sleeps = try await patience(clock).wait { [clock, refusal] in
            if clock.sleeps < 5 { throw refusal }
            return clock.sleeps
        }
        #expect(sleeps == 5)
    }

    @Test("after a minute it ends with the server's error")
    func ends() async throws {
        let error = await #expect(throws: SQLError.self) {
            try await patience(clock).wait { [refusal] in throw refusal }
        }
        #expect(error == refusal)
        #expect(clock.passed == .seconds(60))
    }

    @Test(
        "an error that waiting cannot remove is reported at once",
        arguments: [
            SQLError(.statement, "No such table."), SQLError(.damaged, "Damaged."),
            Failure(.malformedSettings, "Wrong."),
        ] as [any Error])
    func mistakes(_ mistake: any Error) async throws {
        await #expect(throws: (any Error).self) { try await patience(clock).wait { throw mistake } }
        #expect(clock.sleeps == 0)
    }

    @Test("a store on a server opens as soon as the server is there, and without it ends with its failure")
    func store() async throws {
        let folder = try TemporaryFolder()
        let database = try PostgreSQLTestDatabase()
        let (path, sockets) = (folder.file("sockets").path, database.server.folder)
        let url = database.url.replacing(Self.encoded(sockets), with: Self.encoded(path))
        #expect(url != database.url)
        let settings = try SystemSettings(
            contentsOf: folder.write("store: '\(url)'\nartefacts: files\n", "pipeline.yaml").path,
            domains: Domains.stored)
        let failure = await #expect(throws: Failure.self) {
            _ = try await LocalSystem.starting(settings, patience(clock))
        }
        #expect(failure?.code == .storeUnavailable)
        let later = PassingClock { sleeps in
            if sleeps == 3 { try? FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: sockets) }
        }
        let system = try await LocalSystem.starting(settings, patience(later))
        #expect(later.sleeps == 3)
        #expect(try await system.database.read { try $0.hasRow("SELECT 1 FROM documents") } == false)
    }

    @Test("artefacts that belong to another catalogue are refused, since housekeeping would remove them")
    func artefactsOfAnother() async throws {
        let folder = try TemporaryFolder()
        let databases = [try PostgreSQLTestDatabase(), try PostgreSQLTestDatabase()]
        func start(_ number: Int) async throws {
            let text = "store: '\(databases[number].url)'\nartefacts: files\n"
            let settings = try SystemSettings(
                contentsOf: folder.write(text, "pipeline.yaml").path, domains: Domains.stored)
            _ = try await LocalSystem.starting(settings, patience(clock))
        }
        try await start(0)
        let failure = await #expect(throws: Failure.self) { try await start(1) }
        #expect(failure?.code == .storeUnavailable && failure?.message.contains("another store") == true)
        #expect(failure?.message.contains(databases[0].url) == false)
        try await start(0)
        try FileManager.default.removeItem(at: folder.file("files/formwright.txt"))
        try await start(1)
        await #expect(throws: Failure.self) { try await start(0) }
    }

    private static func encoded(_ path: String) -> String { path.replacing("/", with: "%2F") }
}

/// A clock on which waiting takes no time.
private final class PassingClock: PipelineClock {
    private let start = Timestamp(milliseconds: 1_767_225_600_000)
    private let state: Mutex<(passed: Duration, sleeps: Int)> = Mutex((.zero, 0))
    private let onSleep: @Sendable (Int) -> Void

    init(onSleep: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.onSleep = onSleep
    }

    var now: Timestamp { start + passed }

    var passed: Duration { state.withLock { $0.passed } }

    var sleeps: Int { state.withLock { $0.sleeps } }

    func sleep(until moment: Timestamp) async throws {
        let sleeps = state.withLock { state in
            state.passed = moment - start
            state.sleeps += 1
            return state.sleeps
        }
        onSleep(sleeps)
    }
}
