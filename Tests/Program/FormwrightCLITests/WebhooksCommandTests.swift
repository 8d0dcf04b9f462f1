import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Command: webhooks", .blocking, .timeLimit(.minutes(30))) struct WebhooksCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let secret = try folder.write("a-secret-that-nobody-sees", "secret").path
        // Nothing listens on the port for discarded data.
        try folder.write(
            """
            store: \(folder.file("store").path)
            webhooks:
              - {name: office, url: "http://127.0.0.1:9/hook?key=path-4711", secretFile: "\(secret)", allow: [127.0.0.1]}
              - {name: inside, url: "http://127.0.0.1:9/hook", secretFile: "\(secret)", events: [failed]}
            """, "pipeline.yaml")
    }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(
            ["webhooks"] + arguments + ["--config", folder.file("pipeline.yaml").path])
    }

    @Test("list shows the receivers without the path of their URLs")
    func list() throws {
        let outcome = try run("list")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.text.contains(/office +http:..127\.0\.0\.1:9 +ready,filled,failed +never +0 +0/), "\(outcome.text)")
        #expect(outcome.text.contains(/inside +http:..127\.0\.0\.1:9 +failed/))
        #expect(!outcome.text.contains("4711") && !outcome.text.contains("/hook"))
    }

    @Test("a receiver that cannot be reached, or may not be, is refused with the reason")
    func test() throws {
        for (name, reason) in [("office", "cannot be reached"), ("inside", "allow")] {
            let outcome = try run("test", name)
            #expect(outcome.status == 243 && outcome.text.isEmpty)
            #expect(outcome.errors.contains(reason) && !outcome.errors.contains("4711"), "\(outcome.errors)")
        }
    }

    @Test("unknown receivers and messages have statuses of their own")
    func unknown() throws {
        #expect(try run("test", "nobody").status == 242)
        #expect(try run("retry", "6F1C2A0E-0B0A-4E6F-9D57-3B1D5B3C5E11").status == 241)
        #expect(try run("retry", "'; DROP TABLE documents; --").status == 241)
    }
}
