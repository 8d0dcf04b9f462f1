import FailureModel
import Foundation
import ObjectStore
import Pipeline
import PipelineProcesses
import PipelineTestSupport
import TestTraits
import Testing

@Suite("A stage's process and an object store", .blocking)
struct ObjectStoreProcessTests {
    @Test("reads and writes artefacts there; the credentials are neither in its environment nor in its arguments")
    func artefacts() async throws {
        let bench = try S3Bench()
        let store = try bench.store()
        // As if the pool's process had its credentials from its own environment.
        let fixture = try Fixture(
            artefacts: store,
            environment: [
                "AWS_ACCESS_KEY_ID": FakeS3.credentials.key, "AWS_SECRET_ACCESS_KEY": FakeS3.credentials.secret,
                "AWS_SESSION_TOKEN": FakeS3.credentials.token ?? "", "FORMWRIGHT_OTHER": "kept",
            ])
        guard case .done(let result) = try await fixture.run("done", fileName: "Memo") else {
            Issue.record("not done")
            return
        }
        let artefact = try #require(result.artefacts.first)
        #expect(bench.server.object(bench.key(artefact.content)) == Data("Memo 1 0".utf8))
        #expect(try store.read(artefact.content) == Data("Memo 1 0".utf8))
        let pid = try #require(result.facts["pid"])
        for file in ["environ", "cmdline"] {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(pid)/\(file)")), as: UTF8.self)
            #expect(!text.contains(FakeS3.credentials.secret) && !text.contains(FakeS3.credentials.token ?? "?"))
            #expect(text.contains(file == "environ" ? "FORMWRIGHT_OTHER=kept" : "stage-host"))
        }
        await fixture.pool.shutDown()
    }

    @Test("fails for the machine's sake while the store is down, and works when it is back")
    func outage() async throws {
        let bench = try S3Bench()
        let fixture = try Fixture(artefacts: try bench.store())
        bench.server.misbehave { _, _ in .status(503, "SlowDown") }
        let error = try await fixture.failure(of: "done")
        #expect(error?.failure.code.rawValue == "object_store_unavailable")
        #expect(error?.isTransient == true && error?.blamesMachine == true)
        bench.server.behave()
        guard case .done = try await fixture.run("done") else {
            Issue.record("not done")
            return
        }
        await fixture.pool.shutDown()
    }
}
