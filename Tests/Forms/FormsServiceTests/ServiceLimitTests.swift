import LocalStore
import FormsDomain
import FormsAPI
import FormwrightClient
import Foundation
import HTTPService
import Pipeline
import PipelineSQL
import ServiceTestSupport
import SQL
import TestSupport
import Testing

/// What the service refuses because it is too much.
@Suite("Limits of the service", .timeLimit(.minutes(30))) struct ServiceLimitTests {
    private static func error(_ body: Data) -> ServiceError? {
        try? JSONDecoder().decode(ServiceError.self, from: body)
    }

    private static func code(_ error: any Error) -> String { (error as? ServiceError)?.error ?? "\(error)" }

    private static let isJSON = ["Content-Type": "application/json"]

    @Test("values are limited in size and number, for a request and for a document")
    func values() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(FormsServiceTests.small(), fileName: "a.pdf").documentId
            try await client.process(id)
            let field = try await client.settled(id, polling: .milliseconds(50)).components[0].fieldId
            func post(_ values: [FieldValueInput]) async throws -> (status: Int, error: ServiceError?) {
                let body = try JSONEncoder().encode(SubmittedValues(values: values))
                let answer = try await service.send(
                    "POST", "/api/v1/documents/\(id)/values", headers: Self.isJSON, body: body)
                return (answer.status, Self.error(answer.body))
            }
            func value(_ size: Int) -> FieldValueInput {
                FieldValueInput(fieldRegionId: field, value: String(repeating: "x", count: size))
            }
            #expect(try await post([value(262_144)]).status == 204)
            let long = try await post([value(262_145)])
            #expect(long.status == 422)
            #expect(long.error?.fields?.first?.code == "value_too_long")
            let many = try await post(Array(repeating: value(1), count: 20_001))
            #expect(many.status == 413 && many.error?.error == "input_too_large")
            #expect(try await post(Array(repeating: value(1), count: 20_000)).status == 204)
        }
    }

    @Test("a user may have a number of event streams open at a time, others have theirs")
    func eventStreams() async throws {
        let settings = ServiceSettings(
            port: 0, publicURL: PublicURL("http://forms.example.org"), ownerStreams: 3)
        try await ServiceHarness.run(settings: settings, users: ["ada", "bob"], works: false) { service in
            func streams(of name: String) async throws -> () async throws -> RawConnection {
                let token = try await service.token(of: name).secret
                let document = try await service.system.client.importDocument(
                    FormsServiceTests.small(), owner: OwnerID(name), kind: FormKind.name, fileName: "a.pdf",
                    mediaType: "application/pdf")
                return {
                    let connection = try await service.connection()
                    try await connection.send(
                        "GET /api/v1/documents/\(document.id)/events HTTP/1.1\r\nHost: forms.example.org\r\n"
                            + "Authorization: Bearer \(token)\r\n\r\n")
                    return connection
                }
            }
            let (ada, bob) = (try await streams(of: "ada"), try await streams(of: "bob"))
            var open: [RawConnection] = []
            for _ in 0..<3 {
                open.append(try await ada())
                #expect(try await open.last?.receive(until: "retry: 2000").hasPrefix("HTTP/1.1 200") == true)
            }
            let refused = try await ada().receive(until: "too_many_requests")
            #expect(refused.hasPrefix("HTTP/1.1 429") && refused.lowercased().contains("retry-after"), "\(refused)")
            #expect(try await bob().receive(until: "retry: 2000").hasPrefix("HTTP/1.1 200"))
            open.removeAll()
            // The service notices on its own threads that the connections are closed.
            var answer = ""
            for _ in 0..<600 where !answer.hasPrefix("HTTP/1.1 200") {
                try await Task.sleep(for: .milliseconds(100))
                answer = try await ada().receive(until: "\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test(
        "JSON with two meanings is refused",
        arguments: [
            #"{"values": [], "values": []}"#, #"{"values": [], "v\u0061lues": []}"#,
            #"{"values": [{"fieldRegionId": "A", "value": "{\"a\":1,\"a\":1}", "value": ""}]}"#,
            String(repeating: "[", count: 100_000),
        ])
    func duplicateKeys(_ body: String) async throws {
        try await ServiceHarness.run(works: false) { service in
            let id = try await service.client.upload(FormsServiceTests.small(), fileName: "a.pdf").documentId
            let answer = try await service.send(
                "POST", "/api/v1/documents/\(id)/values", headers: Self.isJSON, body: Data(body.utf8))
            #expect(answer.status == 400 && Self.error(answer.body)?.error == "malformed_request")
        }
    }

    @Test("keys of different objects, and quotation marks in values, are no repetition")
    func sameKeysElsewhere() async throws {
        try await ServiceHarness.run(works: false) { service in
            let id = try await service.client.upload(FormsServiceTests.small(), fileName: "a.pdf").documentId
            let value = #"{"fieldRegionId": "\#(UUID())", "value": "a \"value\": b, \\", "source": "manual"}"#
            let answer = try await service.send(
                "POST", "/api/v1/documents/\(id)/values", headers: Self.isJSON,
                body: Data(#"{"values": [\#(value), \#(value)]}"#.utf8))
            #expect(Self.error(answer.body)?.error == "not_ready")
        }
    }

    @Test("a parameter that is repeated is refused, since only one of its values could count")
    func repeatedQuery() async throws {
        try await ServiceHarness.run(works: false) { service in
            for query in ["text=a&text=b", "limit=1&limit=1", "status=ready&text=a&status=failed", "text&text="] {
                let answer = try await service.exchange("GET", "/api/v1/documents?\(query)")
                #expect(answer.status == 400 && answer.error == "malformed_request", "\(query)")
            }
            #expect(try await service.exchange("GET", "/api/v1/documents?text=a&limit=1").status == 200)
        }
    }

    @Test("a parameter of a signed link cannot be repeated")
    func repeatedParameters() async throws {
        try await ServiceHarness.run(works: false) { service in
            let path = "/api/v1/documents/\(UUID())/filled.pdf"
            let link = service.links.sign(path)
            let whole = try await service.send("GET", link)
            #expect(whole.status == 404)
            for more in ["&expires=9999999999", "&signature=00"] {
                let changed = try await service.send("GET", link + more)
                #expect(changed.status == 403)
            }
        }
    }

    @Test("a full disk is told apart from a fault of the service")
    func fullDisk() async throws {
        try await ServiceHarness.run(works: false) { service in
            let client = service.client
            for number in 0..<60 { _ = try await client.upload(FormsServiceTests.small(), fileName: "\(number).pdf") }
            try await service.system.database.write { transaction in
                let pages = try transaction.db.value(Int.self, "PRAGMA page_count") ?? 0
                try transaction.db.script("PRAGMA max_page_count = \(pages)")
            }
            // The last pages have room for some.
            var refusals: Set<String> = []
            for document in try await client.documents(limit: 60).documents {
                do { try await client.process(document.id) } catch { refusals.insert(Self.code(error)) }
            }
            #expect(refusals == ["disk_full"])
            for number in 0..<60 {
                let name = String(repeating: "long name ", count: 20) + "\(number).pdf"
                do {
                    _ = try await client.upload(FormsServiceTests.small(), fileName: name)
                } catch {
                    refusals.insert(Self.code(error))
                }
            }
            #expect(refusals == ["disk_full"])
        }
    }

    @Test("an owner cannot fill the queue of all")
    func ownerQueue() async throws {
        let settings = ServiceSettings(port: 0, queue: 100, ownerQueue: 2)
        try await ServiceHarness.run(settings: settings, works: false) { service in
            let client = service.client
            for number in 0..<2 {
                // Different bytes, or the second would wait for the first one's analysis.
                let bytes = FormsServiceTests.small() + Data("%\(number)\n".utf8)
                let id = try await client.upload(bytes, fileName: "a.pdf").documentId
                try await client.process(id)
            }
            let refused = await #expect(throws: ServiceError.self) {
                try await client.upload(FormsServiceTests.small(), fileName: "b.pdf")
            }
            #expect(refused?.error == "too_many_requests")
        }
    }
}
