import FormsAPI
import FormwrightClient
import Foundation
import HTTPService
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

/// What happens on connections whose clients are slow, many, or do not speak HTTP.
///
/// How long slow clients are waited for is tested in virtual time, with the guard of connections.
@Suite("Connections", .timeLimit(.minutes(30))) struct ConnectionTests {
    private static func settings(
        credit: Duration = .seconds(3600), connections: Int = 100, rate: Int = 100_000, idle: Duration = .seconds(60)
    ) -> ServiceSettings {
        var settings = ServiceSettings(port: 0, connections: connections, rate: rate, idleTimeout: idle)
        settings.pace.credit = credit
        return settings
    }

    private static let host = "Host: 127.0.0.1\r\n"
    private static let upload =
        "POST /api/v1/documents/init-upload HTTP/1.1\r\n\(host)Content-Type: multipart/form-data; boundary=b\r\n"
    private static let partHead =
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7\n"

    /// Checks that an answer has the status, and a body that says why.
    private static func expect(
        _ answer: String, _ status: Int, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)", sourceLocation: sourceLocation)
        let body = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
        let error = try? JSONDecoder().decode(ServiceError.self, from: Data(body.utf8))
        #expect(error?.error == code, "\(answer)", sourceLocation: sourceLocation)
    }

    // MARK: Slow clients

    @Test("work for a client that goes away is cancelled, and the connection of one that waits goes on")
    func departure() async throws {
        let domain = SlowRoute()
        var settings = Self.settings()
        settings.pace.creditOfHalfClosed = .milliseconds(500)
        try await ServiceHarness.run(settings: settings, works: false, domains: [domain]) { service in
            let request = Data("GET /api/v1/wait HTTP/1.1\r\n\(Self.host)\r\n".utf8)
            let patient = try await service.connection()
            for _ in 0..<2 {
                try await patient.send(request)
                domain.steps.yield(.finish)
                #expect(try await patient.receive(until: "done").contains("200 OK"))
            }
            #expect(domain.cancellations.load(ordering: .relaxed) == 0)

            let hasty = try await service.connection()
            try await hasty.send(request)
            domain.steps.yield(.leave(hasty))
            while domain.cancellations.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(domain.cancellations.load(ordering: .relaxed) == 1)
            // The client gets no answer, rather than an internal error.
            #expect(try await hasty.receive().isEmpty)
        }
    }

    @Test("a client that ends its side after the request gets its answer")
    func halfClosed() async throws {
        let domain = SlowRoute()
        var settings = Self.settings()
        settings.pace.creditOfHalfClosed = .seconds(3600)
        try await ServiceHarness.run(settings: settings, works: false, domains: [domain]) { service in
            let client = try await service.connection()
            try await client.send(Data("GET /api/v1/wait HTTP/1.1\r\n\(Self.host)\r\n".utf8))
            domain.steps.yield(.halfClose(client))
            let answer = try await client.receive()
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("done"), "\(answer)")
            #expect(domain.cancellations.load(ordering: .relaxed) == 0)
        }
    }

    @Test("uploads that take all places are refused, and make room for others once they are given up")
    func dribble() async throws {
        var settings = Self.settings(credit: .seconds(1))
        settings.uploads = 2
        try await ServiceHarness.run(settings: settings, works: false) { service in
            async let one = Self.answerToSlowUpload(service)
            async let another = Self.answerToSlowUpload(service)
            for answer in try await [one, another] { Self.expect(answer, 408, "request_timeout") }
            try await service.expectNoLeftovers()
            let body = Self.multipart(FormsServiceTests.small())
            let request = Data((Self.upload + "Connection: close\r\nContent-Length: \(body.count)\r\n\r\n").utf8) + body
            // The places are free as soon as the service has put the uploads away.
            while try await !service.raw(request).hasPrefix("HTTP/1.1 201 ") {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Returns the answer to an upload that does not go on.
    ///
    /// On a busy machine a client may not get to send anything before its credit is spent. It is then disconnected
    /// without an answer, and tries again.
    private static func answerToSlowUpload(_ service: ServiceHarness) async throws -> String {
        while true {
            let connection = try await service.connection()
            try await connection.send(upload + "Content-Length: 9000000\r\n\r\n" + partHead)
            let answer = try await connection.receive()
            if !answer.isEmpty { return answer }
        }
    }

    @Test("uploads beyond the places are refused at once")
    func uploadLimit() async throws {
        var settings = Self.settings(credit: .seconds(3600))
        settings.uploads = 2
        settings.pace.creditOfStop = .zero
        try await ServiceHarness.run(settings: settings, works: false) { service in
            let slow = try await (0..<2).asyncMap { _ in try await service.connection() }
            for connection in slow {
                try await connection.send(Self.upload + "Content-Length: 9000000\r\n\r\n" + Self.partHead)
            }
            try await service.waitForUploads(2)
            let empty = Data((Self.upload + "Connection: close\r\nContent-Length: 0\r\n\r\n").utf8)
            Self.expect(try await service.raw(empty), 429, "too_many_requests")
            // They are closed when nothing refers to them any more.
            withExtendedLifetime(slow) {}
        }
    }

    private static func multipart(_ data: Data) -> Data {
        Data("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n".utf8) + data
            + Data("\r\n--b--\r\n".utf8)
    }

    // MARK: Stopping

    @Test("requests that do not go on delay the stop only for its own credit")
    func stopWithHalfRequests() async throws {
        let kept = Mutex<[RawConnection]>([])
        try await ServiceHarness.run(settings: Self.settings(credit: .seconds(86_400)), works: false) { service in
            for text in [
                Self.upload + "Content-Length: 9000\r\n\r\n" + Self.partHead, Self.upload,
                "POST /api/v1/documents/\(UUID())/values HTTP/1.1\r\n\(Self.host)Content-Type: application/json\r\n"
                    + "Content-Length: 50\r\n\r\n{",
            ] {
                let connection = try await service.connection()
                try await connection.send(text)
                kept.withLock { $0.append(connection) }
            }
            try await Task.sleep(for: .milliseconds(300))
        }
        _ = kept.withLock { $0.count }
    }

    @Test("a request that goes on while the service stops is answered")
    func stopWithProgress() async throws {
        let answer = Mutex<Task<String, any Error>?>(nil)
        var settings = Self.settings(credit: .seconds(3600))
        settings.pace.creditOfStop = .seconds(3600)
        try await ServiceHarness.run(settings: settings, works: false) { service in
            let connection = try await service.connection()
            let body = Self.multipart(FormsServiceTests.small() + Data(count: 400_000))
            try await connection.send(
                Data((Self.upload + "Content-Length: \(body.count)\r\n\r\n").utf8) + body.prefix(1_000))
            try await service.waitForUploads(1)
            answer.withLock {
                $0 = Task {
                    // The service stops meanwhile.
                    try await Task.sleep(for: .milliseconds(500))
                    try await connection.send(body.dropFirst(1_000))
                    return try await connection.receive()
                }
            }
        }
        let text = try await answer.withLock { $0 }?.value
        #expect(text?.hasPrefix("HTTP/1.1 201") == true, "\(text ?? "")")
    }

    // MARK: Many clients

    @Test("connections beyond the limit are refused, except for health checks")
    func connectionLimit() async throws {
        try await ServiceHarness.run(settings: Self.settings(credit: .seconds(3600), connections: 2), works: false) {
            service in
            let idle = try await (0..<2).asyncMap { _ in
                let connection = try await service.connection()
                try await connection.send("GET /healthz HTTP/1.1\r\n")
                return connection
            }
            let request = Data("GET /api/v1/documents HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n".utf8)
            var answer = try await service.raw(request)
            // The service may not have seen the others yet.
            while answer.hasPrefix("HTTP/1.1 200 ") { answer = try await service.raw(request) }
            Self.expect(answer, 503, "service_busy")
            #expect(answer.lowercased().contains("retry-after: 2"))
            let health = try await service.raw(
                Data("GET /healthz HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n".utf8))
            #expect(health.hasPrefix("HTTP/1.1 200"))
            for connection in idle { try await connection.send("\(Self.host)Connection: close\r\n\r\n") }
            // They are closed although their clients keep them open.
            for connection in idle { #expect(try await connection.receive().hasPrefix("HTTP/1.1 200")) }
            while try await !service.raw(request).hasPrefix("HTTP/1.1 200 ") {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    @Test("a client that sends too many requests is refused for a while, health checks are not")
    func rate() async throws {
        try await ServiceHarness.run(settings: Self.settings(rate: 1), works: false) { service in
            let request = "GET /api/v1/documents HTTP/1.1\r\n\(Self.host)"
            let requests = String(repeating: "\(request)\r\n", count: 40) + "\(request)Connection: close\r\n\r\n"
            let answers = try await service.raw(Data(requests.utf8))
            let statuses = answers.matches(of: /HTTP\/1.1 (\d+)/).map { String($0.1) }
            #expect(statuses.count == 41 && statuses.prefix(5).allSatisfy { $0 == "200" })
            #expect(statuses.contains("429") && answers.contains("Retry-After: 1"))
            let health = try await service.send("GET", "/healthz")
            #expect(health.status == 200)
            while try await service.send("GET", "/api/v1/documents").status != 200 {
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    @Test("health checks are answered however many connections are open beyond the limit, which ask for nothing")
    func manyIdle() async throws {
        try await ServiceHarness.run(settings: Self.settings(connections: 2), works: false) { service in
            let idle = try await (0..<100).asyncMap { _ in try await service.connection() }
            for _ in 0..<5 {
                let health = try await service.raw(
                    Data("GET /healthz HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n".utf8))
                #expect(health.hasPrefix("HTTP/1.1 200"))
            }
            withExtendedLifetime(idle) {}
        }
    }

    // MARK: Clients that do not speak HTTP

    @Test(
        "a body in a coding that is not understood is refused, and is not the next request",
        arguments: [
            "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, xchunked", "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: identity", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding: xchunked\r\nContent-Length: 4", "Transfer-Encoding: chunked\r\nContent-Length: 4",
            "Transfer-Encoding:", "Transfer-Encoding: \u{b}chunked",
        ])
    func coding(_ fields: String) async throws {
        try await ServiceHarness.run(settings: Self.settings(), works: false) { service in
            let hidden = "GET /healthz HTTP/1.1\r\n\(Self.host)\r\n"
            let head = "POST /api/v1/documents/init-upload HTTP/1.1\r\n\(Self.host)Content-Type: application/json\r\n"
            let answer = try await service.raw(Data("\(head)\(fields)\r\n\r\n\(hidden)".utf8))
            #expect(answer.matches(of: /HTTP\/1\.1 \d/).count == 1, "\(answer)")
            Self.expect(answer, 400, "malformed_request")
        }
    }

    @Test(
        "what is no HTTP is refused with a reason",
        arguments: [
            "NOTHING\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET /healthz HTTP/1.1\r\nBad Header: x\r\n\r\n",
        ])
    func noHTTP(_ text: String) async throws {
        try await ServiceHarness.run(settings: Self.settings(), works: false) { service in
            Self.expect(try await service.raw(Data(text.utf8)), 400, "malformed_request")
        }
    }

    @Test("header fields may have 32 KB, and not more")
    func headers() async throws {
        try await ServiceHarness.run(settings: Self.settings(), works: false) { service in
            func answer(_ size: Int, path: String = "/healthz") async throws -> String {
                let field = "X-Long: \(String(repeating: "x", count: size))\r\n"
                return try await service.raw(
                    Data("GET \(path) HTTP/1.1\r\n\(Self.host)Connection: close\r\n\(field)\r\n".utf8))
            }
            #expect(try await answer(30_000).hasPrefix("HTTP/1.1 200"))
            Self.expect(try await answer(40_000), 431, "head_too_large")
            Self.expect(try await answer(1, path: "/" + String(repeating: "x", count: 200_000)), 431, "head_too_large")
            let many = (0..<200).map { "X-\($0): 1\r\n" }.joined()
            let refused = try await service.raw(Data("GET /healthz HTTP/1.1\r\n\(Self.host)\(many)\r\n".utf8))
            Self.expect(refused, 431, "head_too_large")
        }
    }

    @Test("a body that is not well-formed, or ends early, is the client's mistake")
    func bodies() async throws {
        try await ServiceHarness.run(settings: Self.settings(), works: false) { service in
            let id = try await service.client.upload(FormsServiceTests.small(), fileName: "a.pdf").documentId
            let values =
                "POST /api/v1/documents/\(id)/values HTTP/1.1\r\n\(Self.host)Content-Type: application/json\r\n"
            Self.expect(
                try await service.raw(Data((values + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n").utf8)), 400,
                "malformed_request")
            let half = try await service.connection()
            try await half.send(values + "Content-Length: 50\r\n\r\n{\"values\": [")
            half.closeOutput()
            Self.expect(try await half.receive(), 400, "malformed_request")
            let upload = try await service.connection()
            try await upload.send(Self.upload + "Content-Length: 9000\r\n\r\n" + Self.partHead)
            upload.closeOutput()
            Self.expect(try await upload.receive(), 400, "malformed_request")
            #expect(try await service.client.documents().total == 1)
            try await service.expectNoLeftovers()
        }
    }

    @Test("a known address says which methods it allows")
    func methods() async throws {
        try await ServiceHarness.run(settings: Self.settings(), works: false) { service in
            let id = UUID()
            for (method, path, allowed) in [
                ("POST", "/healthz", "GET, HEAD"), ("PUT", "/api/v1/documents", "GET, HEAD"),
                ("GET", "/api/v1/documents/\(id)/process", "POST"),
                ("PATCH", "/api/v1/documents/\(id)", "DELETE, GET, HEAD"),
                ("PATCH", "/api/v1/documents/init-upload", "POST"),
            ] {
                let answer = try await service.send(method, path)
                #expect(answer.status == 405, "\(method) \(path)")
                let methods = answer.headers["allow"]?.components(separatedBy: ", ") ?? []
                #expect(Set(allowed.components(separatedBy: ", ")).isSubset(of: methods), "\(method) \(path)")
                #expect(try JSONDecoder().decode(ServiceError.self, from: answer.body).error == "method_not_allowed")
            }
            #expect(try await service.send("POST", "/nowhere").status == 404)
            let head = try await service.send("HEAD", "/healthz")
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }
}

extension Sequence {
    /// Transforms the elements one after the other.
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var all: [T] = []
        for element in self { all.append(try await transform(element)) }
        return all
    }
}
