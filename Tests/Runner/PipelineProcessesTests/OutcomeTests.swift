import FailureModel
import Foundation
import Pipeline
import PipelineProcesses
import PipelineTestSupport
import Testing

@Suite("A stage's outcome is passed on from its process")
struct OutcomeTests {
    private let asTold = Failure("as_told", "As told.")

    @Test("results: artefacts are in the folder, facts are returned, the context is the parent's")
    func results() async throws {
        let fixture = try Fixture()
        guard case .done(let result) = try await fixture.run("done", fileName: "Über “x”.pdf", attempt: 2) else {
            Issue.record("not done")
            return
        }
        #expect(result.artefacts.map(\.name) == ["act.txt"])
        let artefact = try #require(result.artefacts.first)
        #expect(String(decoding: try fixture.artefacts.read(artefact.content), as: UTF8.self) == "Über “x”.pdf 2 0")
        #expect(result.facts["pid"] != "\(getpid())")
        await fixture.pool.shutDown()
    }

    @Test("every other outcome, and both kinds of errors")
    func outcomes() async throws {
        let fixture = try Fixture()
        #expect(try await fixture.run("retry") == .retry(asTold, after: .milliseconds(1500)))
        #expect(try await fixture.run("snooze") == .snooze(.seconds(60)))
        #expect(try await fixture.run("cancel") == .cancel(asTold))
        #expect(try await fixture.run("fail") == .fail(asTold))
        let final = try await fixture.failure(of: "throw-final")
        #expect(final?.failure == asTold && final?.isTransient == false)
        let transient = try await fixture.failure(of: "throw-transient")
        #expect(transient?.failure == asTold && transient?.isTransient == true)
        let missing = try await fixture.failure(of: "ask-for-nothing")
        #expect(missing?.failure.code == "artefact_missing" && missing?.isTransient == false)
        await fixture.pool.shutDown()
    }

    @Test("an error without a code is reported by its type alone")
    func untyped() async throws {
        let fixture = try Fixture()
        let error = try await fixture.failure(of: "throw-untyped")
        #expect(error?.failure.code == "internal_error")
        #expect(error?.failure.message == "An unexpected Secret occurred.")
        #expect(error?.isTransient == true)
        await fixture.pool.shutDown()
    }

    @Test("output on standard output and error does no harm")
    func chatter() async throws {
        let fixture = try Fixture()
        let before = try await fixture.pid()
        #expect(try await fixture.run("chatter") == .done())
        #expect(try await fixture.pid() == before)
        await fixture.pool.shutDown()
    }

    @Test("a process with other settings publishes nothing")
    func fingerprint() async throws {
        let same = try Fixture(arguments: ["stage-host", "1"], fingerprint: "1")
        #expect(try await same.pid() != nil)
        await same.pool.shutDown()
        let other = try Fixture(arguments: ["stage-host", "2"], fingerprint: "1")
        #expect(try await other.failure(of: "done")?.failure.code == "worker_unavailable")
        await other.pool.shutDown()
    }
}
