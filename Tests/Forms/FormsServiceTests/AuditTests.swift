import LocalStore
import Audit
import FormsAPI
import FormwrightClient
import Foundation
import Pipeline
import PipelineSQL
import ServiceTestSupport
import SQL
import SQLTestSupport
import TestSupport
import Testing

@Suite("The log of accesses", .onEveryEngine, .timeLimit(.minutes(30))) struct AuditTests {
    // Each node leaves out its own repetitions.
    @Test("says who did what to which document, without names and values", .onOneNode)
    func entries() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(FormsServiceTests.small(), fileName: "secret name.pdf").documentId
            try await client.process(id)
            let detail = try await client.settled(id, polling: .milliseconds(50))
            let value = FieldValueInput(fieldRegionId: detail.components[0].fieldId, value: "secret value")
            try await client.submit([value], to: id)
            try await client.compose(id)
            _ = try await client.settled(id, polling: .milliseconds(50))
            // A viewer reads a file more than once, and a new file is another.
            for _ in 0..<2 { _ = try await client.filledPDF(of: id) }
            try await client.compose(id)
            _ = try await client.settled(id, polling: .milliseconds(50))
            _ = try await client.filledPDF(of: id)
            try await client.delete(id)
            let entries = try await service.system.audit.entries(AuditQuery(document: DocumentID(id)))
            #expect(
                entries.reversed().map(\.action) == [
                    .uploaded, .viewed, .changedValues, .filled, .downloaded, .filled, .downloaded, .deleted,
                ])
            #expect(Set(entries.map(\.actor.credential)) == ["local", "link"])
            #expect(entries.allSatisfy { $0.actor.owner == .local && $0.document == DocumentID(id) })
            let text = try await service.system.database.read { db in
                try db.rows("SELECT * FROM audit_entries") { "\($0.values)" }.joined()
            }
            #expect(!text.contains("secret"))
        }
    }

    @Test("what cannot be recorded is not done")
    func unrecorded() async throws {
        try await ServiceHarness.run(works: false) { service in
            let id = try await service.client.upload(FormsServiceTests.small(), fileName: "a.pdf").documentId
            try await service.system.database.write { transaction in
                // A second deletion cannot be recorded any more.
                try transaction.db.script("CREATE UNIQUE INDEX audit_entries_once ON audit_entries (action)")
                try transaction.db.execute(
                    "INSERT INTO audit_entries (at, owner, credential, action) VALUES (0, '', '', 'deleted')")
            }
            let answer = try await service.send("DELETE", "/api/v1/documents/\(id)")
            #expect(answer.status == 500)
            let kept = try await service.system.store.document(DocumentID(id), in: .all)
            #expect(kept.id == DocumentID(id))
        }
    }

    @Test("what was refused to another owner is no access")
    func refused() async throws {
        try await ServiceHarness.run(works: false) { service in
            let id = UUID()
            let answer = try await service.send("GET", "/api/v1/documents/\(id)")
            #expect(answer.status == 404)
            #expect(try await service.system.audit.count(AuditQuery()) == 0)
        }
    }
}
