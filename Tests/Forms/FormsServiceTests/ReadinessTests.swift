import LocalStore
import FormsDomain
import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import ServiceTestSupport
import SQL
import TestSupport
import Testing

@Suite("Readiness", .timeLimit(.minutes(30))) struct ReadinessTests {
    private struct Answer: Decodable {
        struct Check: Decodable {
            let status: String
            let message: String?
        }

        let status: String
        let error: String?
        let checks: [String: Check]
    }

    private static func ask(_ service: ServiceHarness) async throws -> (status: Int, answer: Answer) {
        let answer = try await service.send("GET", "/readyz")
        return (answer.status, try JSONDecoder().decode(Answer.self, from: answer.body))
    }

    @Test("a service that can work says so, check by check")
    func ready() async throws {
        try await ServiceHarness.run { service in
            let (status, answer) = try await Self.ask(service)
            #expect(status == 200 && answer.status == "ready" && answer.error == nil)
            #expect(Set(answer.checks.keys) == ["store", "artefacts", "files", "workers", "fonts", "languages"])
            #expect(answer.checks.values.allSatisfy { $0.status == "ready" }, "\(answer)")
        }
    }

    @Test("whether the process lives does not depend on the store, not even for a client with a token")
    func liveness() async throws {
        try await ServiceHarness.run(users: ["ada"], works: false) { service in
            let bearer = ["Authorization": "Bearer \(try await service.token(of: "ada").secret)"]
            try service.system.database.close()
            #expect(try await service.send("GET", "/healthz", headers: bearer).status == 200)
            #expect(try await service.send("GET", "/api/v1/documents", headers: bearer).status >= 500)
        }
    }

    @Test("a service without workers knows of none, and is ready as long as no work waits")
    func noWorkers() async throws {
        try await ServiceHarness.run(works: false) { service in
            let (status, answer) = try await Self.ask(service)
            #expect(status == 200 && answer.checks["workers"]?.status == "unknown")
            let system = service.system
            let document = try await system.client.importDocument(
                FormsServiceTests.small(), owner: .local, kind: FormKind.name, fileName: "a.pdf",
                mediaType: "application/pdf")
            let route = try #require(system.kinds.route(of: document, through: .processing))
            _ = try await system.store.begin(
                document.id, in: .all, along: route, inputs: [], at: Timestamp(Date()) - .seconds(120))
            try await Task.sleep(for: .seconds(3.2))
            let later = try await Self.ask(service)
            #expect(later.status == 503 && later.answer.error == "service_not_ready")
            #expect(later.answer.checks["workers"]?.status == "failed")
        }
    }

    @Test("a service whose jobs wait for their machine is not ready, and names what is missing")
    func waitingForMachine() async throws {
        try await ServiceHarness.run(works: false) { service in
            let system = service.system
            let document = try await system.client.importDocument(
                FormsServiceTests.small(), owner: .local, kind: FormKind.name, fileName: "a.pdf",
                mediaType: "application/pdf")
            let route = try #require(system.kinds.route(of: document, through: .processing))
            let now = Timestamp(Date())
            _ = try await system.store.begin(document.id, in: .all, along: route, inputs: [], at: now)
            let slots = route.steps.map {
                ClaimRequest.Slot(address: StageAddress(kind: FormKind.name, stage: $0.stage), room: 1)
            }
            let claims = try await system.store.claim(
                ClaimRequest(worker: "w", slots: slots, limit: 1, leaseUntil: now + .seconds(60)), at: now)
            let claim = try #require(claims.first)
            try await system.store.snooze(
                claim.lease, because: .tooManyOpenFiles, until: now + .seconds(600), at: now)
            let (status, answer) = try await Self.ask(service)
            #expect(status == 503 && answer.checks["workers"]?.status == "failed")
            #expect(answer.checks["workers"]?.message == Failure.tooManyOpenFiles.message)
        }
    }

    @Test("a store that cannot be written is not ready")
    func unwritable() async throws {
        try await ServiceHarness.run(works: false) { service in
            try await service.system.database.write { transaction in
                try transaction.db.script(
                    """
                    CREATE TRIGGER audit_feed_broken BEFORE UPDATE ON feed BEGIN
                        SELECT RAISE(ABORT, 'broken');
                    END
                    """)
            }
            try FileManager.default.removeItem(at: service.folder.file("store/artefacts/incoming"))
            let (status, answer) = try await Self.ask(service)
            #expect(status == 503)
            #expect(answer.checks["store"]?.status == "failed" && answer.checks["artefacts"]?.status == "failed")
            #expect(answer.checks["fonts"]?.status == "ready")
        }
    }
}
