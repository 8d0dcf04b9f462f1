import Foundation
import HTTPService
import Pipeline
import PipelineTestSupport
import TestSupport
import TestTraits
import Testing
import Webhooks

@Suite("Requests to receivers", .blocking, .timeLimit(.minutes(30))) struct RequestSenderTests {
    private static let secret = "0123456789abcdef"
    private let folder: TemporaryFolder
    private let now = ManualClock().now

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.secret + "\n", "secret")
    }

    private func sender(
        _ url: String, allow: [String] = ["127.0.0.0/8", "::1"], secret: String = "secret",
        limit: Duration = .seconds(1800)
    ) throws -> RequestSender {
        let rule = AddressRule(allowing: allow.compactMap { AddressRange($0) })
        let address = WebhookAddress(url: url, secret: .file(folder.file(secret).path), rule: rule)
        return RequestSender(try #require(address), linking: "https://forms.example.org", limit: limit)
    }

    private func problem(_ sender: RequestSender) -> WebhookProblem? {
        do throws(WebhookProblem) {
            try sender.send(.test(of: "office", at: now), at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("the signature is that of openssl")
    func signature() {
        // printf '1767225600.{"event":"ping"}' | openssl dgst -sha256 -hmac 0123456789abcdef
        let text = WebhookSignature.text(
            secret: Data(Self.secret.utf8), timestamp: "1767225600", body: Data(#"{"event":"ping"}"#.utf8))
        #expect(text == "sha256=c26187a99c498f7fed6c5b7ee003cd1853f15fb0f54837359265a7a79363abea")
    }

    @Test("a receiver gets the message, its time, and a signature of both")
    func delivered() throws {
        let receiver = try TestReceiver()
        defer { receiver.stop() }
        let delivery = WebhookDelivery(
            id: "D1", receiver: "office", event: "document.failed", document: "A1", kind: "form", owner: "ada", at: now,
            code: "cancelled", attempts: 1)
        try sender(receiver.url).send(delivery, at: now)
        let request = try #require(receiver.received.first)
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"at":"2026-01-01T00:00:00.000Z","code":"cancelled","delivery":"D1","document":"A1","#
                + #""event":"document.failed","kind":"form","owner":"ada","url":"https://forms.example.org/documents/A1"}"#
        )
        #expect(request.headers["x-formwright-delivery"] == "D1")
        #expect(request.headers["x-formwright-event"] == "document.failed")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["x-formwright-timestamp"] == "1767225600")
        let expected = WebhookSignature.text(
            secret: Data(Self.secret.utf8), timestamp: "1767225600", body: request.body)
        #expect(request.headers["x-formwright-signature"] == expected)
    }

    @Test("any answer but success is a problem, and 410 is the last")
    func statuses() throws {
        for (status, isFinal) in [(500, false), (404, false), (410, true), (304, false)] {
            let receiver = try TestReceiver(["HTTP/1.1 \(status) X\r\nContent-Length: 7\r\n\r\nprivate"])
            defer { receiver.stop() }
            let problem = problem(try sender(receiver.url))
            #expect(
                problem == WebhookProblem("the receiver answered with the status \(status)", isFinal: isFinal))
        }
    }

    @Test("a redirect is a problem, and is not followed")
    func redirect() throws {
        let other = try TestReceiver()
        let receiver = try TestReceiver(["HTTP/1.1 302 Found\r\nLocation: \(other.url)\r\nContent-Length: 0\r\n\r\n"])
        defer { for server in [other, receiver] { server.stop() } }
        #expect(problem(try sender(receiver.url))?.reason == "the receiver answered with the status 302")
        #expect(other.received.isEmpty)
    }

    @Test("a receiver that does not answer is given up")
    func silent() throws {
        let receiver = try TestReceiver([nil])
        defer { receiver.stop() }
        let problem = problem(try sender(receiver.url, limit: .milliseconds(200)))
        #expect(problem?.reason == "the receiver took too long")
    }

    @Test("of a long answer only the beginning is read, and its status counts")
    func long() throws {
        let body = String(repeating: "x", count: 1 << 20)
        let receiver = try TestReceiver(["HTTP/1.1 200 OK\r\nContent-Length: \(1 << 30)\r\n\r\n\(body)"])
        defer { receiver.stop() }
        #expect(problem(try sender(receiver.url)) == nil)
    }

    @Test(
        "no connection is made to an address that is not allowed, however it is written",
        arguments: ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "[::ffff:127.0.0.1]"])
    func refused(_ host: String) throws {
        let receiver = try TestReceiver()
        defer { receiver.stop() }
        let problem = problem(try sender("http://\(host):\(receiver.port)/", allow: []))
        #expect(problem?.reason == "the receiver's address is not public, and not listed under allow")
        #expect(receiver.received.isEmpty)
    }

    @Test("a name is allowed by its address")
    func named() throws {
        let receiver = try TestReceiver()
        defer { receiver.stop() }
        #expect(problem(try sender("http://localhost:\(receiver.port)/")) == nil)
        #expect(receiver.received.count == 1)
    }

    @Test("without its secret no request is sent", arguments: ["missing", "short"])
    func secretless(_ name: String) throws {
        try folder.write("short", "short")
        let receiver = try TestReceiver()
        defer { receiver.stop() }
        #expect(problem(try sender(receiver.url, secret: name))?.reason.hasPrefix("the secret cannot be read") == true)
        #expect(receiver.received.isEmpty)
    }
}
