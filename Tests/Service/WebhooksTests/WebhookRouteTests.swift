import FailureModel
import Foundation
import HTTPService
import LocalStore
import Pipeline
import PipelineTestSupport
import SQLTestSupport
import ServiceTestSupport
import TestSupport
import TestTraits
import Testing
import Users
import Webhooks
import WebhooksService

@Suite("Webhooks of a service", .blocking, .onEveryEngine, .timeLimit(.minutes(30))) struct WebhookRouteTests {
    private static let secret = "a-secret-that-nobody-sees"

    private static func run(
        _ receiver: TestReceiver, _ body: @escaping @Sendable (ServiceHarness) async throws -> Void
    ) async throws {
        defer { receiver.stop() }
        let folder = try TemporaryFolder()
        let file = try folder.write(secret, "secret")
        let harness = try await ServiceHarness(
            [Domain(kinds: [MemoKind()]), .users, .webhooks], settings: ServiceSettings(bind: "0.0.0.0", port: 0),
            users: ["ada", "ben"],
            pipeline: """
                webhooks:
                  - {name: office, url: "\(receiver.url)", secretFile: "\(file.path)", allow: [127.0.0.1]}
                """)
        try await harness.accounts.change(try UserName("ada"), role: .administrator)
        try await harness.serve({ [WebhookRoutes(Webhooks($0.system)), $0.users] }, body)
    }

    /// Sends everything that is due.
    private static func deliver(_ service: ServiceHarness) async throws {
        let webhooks = Webhooks(service.system)
        for receiver in webhooks.receivers {
            let deliverer = WebhookDeliverer(
                receiver, receiver.sender(linking: nil), service.system.database, logger: service.logger)
            while try await deliverer.round() {}
        }
    }

    @Test("a receiver gets messages about a ready and filled document, without values and file names")
    func filled() async throws {
        let receiver = try TestReceiver()
        try await Self.run(receiver) { service in
            try await Self.deliver(service)
            let input = PipelineClient.Input(
                name: "signature", mediaType: "text/plain", bytes: Data("value-4711".utf8))
            let (document, files) = try await service.system.client.results(
                of: Data("text-4712".utf8), kind: "memo", fileName: "name-4713.memo", mediaType: "text/plain",
                inputs: [input])
            #expect(
                document.state == .filled
                    && files["memo.txt"].map { String(decoding: $0, as: UTF8.self) }?
                        .contains("VALUE-4711") == true
            )
            try await Self.deliver(service)
            let bodies = receiver.received.map { String(decoding: $0.body, as: UTF8.self) }
            #expect(bodies.count == 2)
            for event in ["document.ready", "document.filled"] {
                #expect(bodies.contains { $0.contains(#""event":"\#(event)""#) && $0.contains("\(document.id)") })
            }
            for text in bodies + receiver.received.map({ "\($0.headers)" }) + [service.log.text] {
                // Ids and times may contain the numbers alone.
                let words = text.lowercased()
                #expect(!words.contains("value-4711") && !words.contains("text-4712") && !words.contains("name-4713"))
                #expect(!text.contains(Self.secret))
            }
        }
    }

    @Test("administrators see failures without the path and the secret, and try again")
    func administration() async throws {
        let receiver = try TestReceiver(["HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"])
        try await Self.run(receiver) { service in
            let ada = ["Authorization": "Bearer \(try await service.token(of: "ada").secret)"]
            let ben = ["Authorization": "Bearer \(try await service.token(of: "ben").secret)"]
            try await Self.deliver(service)
            _ = try await service.system.client.results(
                of: Data("text".utf8), kind: "memo", fileName: "a.memo", mediaType: "text/plain")
            try await Self.deliver(service)
            let id = try #require(receiver.received.first?.headers["x-formwright-delivery"])
            let answer = try await service.send("GET", "/api/v1/webhooks", headers: ada)
            let list = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status == 200 && list.contains(#""reason":"the receiver answered with the status 410""#))
            #expect(list.contains(#""failed":1"#) && list.contains(id) && !list.contains("/hook"))
            #expect(!list.contains(Self.secret))
            let retry = "/api/v1/webhooks/deliveries/\(id)/retry"
            #expect(try await service.send("GET", "/api/v1/webhooks", headers: ben).status == 403)
            #expect(try await service.send("POST", retry, headers: ben).status == 403)
            #expect(try await service.send("POST", retry).status == 401)
            #expect(try await service.send("POST", retry, headers: ada).status == 204)
            try await Self.deliver(service)
            #expect(receiver.received.map { $0.headers["x-formwright-delivery"] } == [id, id])
            #expect(try await service.send("POST", retry, headers: ada).status == 404)
        }
    }

    @Test("administrators test a receiver, on the page and over the API, and see why it does not take a message")
    func testing() async throws {
        let receiver = try TestReceiver(["HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"])
        try await Self.run(receiver) { service in
            let ada = ["Authorization": "Bearer \(try await service.token(of: "ada").secret)"]
            let ben = ["Authorization": "Bearer \(try await service.token(of: "ben").secret)"]
            let (path, api) = ("/admin/webhooks/receivers/office/test", "/api/v1/webhooks/receivers/office/test")
            let refused = try await service.send("POST", path, headers: ada)
            #expect(refused.status == 502)
            #expect(String(decoding: refused.body, as: UTF8.self).contains("answered with the status 410"))
            let taken = try await service.send("POST", path, headers: ada)
            #expect(String(decoding: taken.body, as: UTF8.self).contains("The receiver has taken the test."))
            #expect(try await service.send("POST", api, headers: ada).status == 204)
            #expect(receiver.received.count == 3)
            #expect(
                receiver.received.allSatisfy { String(decoding: $0.body, as: UTF8.self).contains(#""event":"ping""#) })
            #expect(try await service.send("POST", api.replacing("office", with: "other"), headers: ada).status == 404)
            for path in [path, api] { #expect(try await service.send("POST", path, headers: ben).status == 403) }
            #expect(receiver.received.count == 3)
        }
    }

    @Test("the page shows administrators receivers and failures, and tries again without scripts")
    func page() async throws {
        let receiver = try TestReceiver(["HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"])
        try await Self.run(receiver) { service in
            let ada = ["Authorization": "Bearer \(try await service.token(of: "ada").secret)"]
            let ben = ["Authorization": "Bearer \(try await service.token(of: "ben").secret)"]
            func page(_ path: String = "/admin/webhooks") async throws -> String {
                String(decoding: try await service.send("GET", path, headers: ada).body, as: UTF8.self)
            }
            try await Self.deliver(service)
            let fresh = try await page()
            #expect(
                fresh.contains("office") && fresh.contains("not yet") && !fresh.contains("Waiting and failed messages"))
            _ = try await service.system.client.results(
                of: Data("text".utf8), kind: "memo", fileName: "a.memo", mediaType: "text/plain")
            try await Self.deliver(service)
            let id = try #require(receiver.received.first?.headers["x-formwright-delivery"])
            let failed = try await page()
            #expect(failed.contains("the receiver answered with the status 410") && failed.contains("Try again"))
            #expect(!failed.contains("/hook") && !failed.contains(Self.secret))
            #expect(try await service.send("GET", "/admin/webhooks", headers: ben).status == 403)
            let retry = "/admin/webhooks/\(id)/retry"
            #expect(try await service.send("POST", retry, headers: ben).status == 403)
            let done = try await service.send("POST", retry, headers: ada)
            // The client follows the redirection, as a browser does.
            #expect(done.status == 200)
            #expect(String(decoding: done.body, as: UTF8.self).contains("The message is sent again."))
            // Others are not led to a page that they may not see.
            let home = try await service.send("GET", "/admin/webhooks", headers: ben).body
            #expect(!String(decoding: home, as: UTF8.self).contains("href=\"/admin/webhooks\""))
        }
    }

    @Test("a test to an address that is not allowed blames the settings, not the receiver")
    func notAllowed() async throws {
        let receiver = try TestReceiver()
        defer { receiver.stop() }
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.secret, "secret")
        let harness = try await ServiceHarness(
            [Domain(kinds: [MemoKind()]), .users, .webhooks],
            pipeline: "webhooks:\n  - {name: office, url: \"\(receiver.url)\", secretFile: \"\(file.path)\"}\n")
        let webhooks = Webhooks(harness.system)
        let error = await #expect(throws: Failure.self) { try await webhooks.test("office") }
        #expect(error?.code == .webhookRefused)
        #expect(error?.message.hasPrefix("Nothing was sent: the receiver's address is not public") == true)
        #expect(receiver.received.isEmpty)
    }
}
