import FailureModel
import FormModel
import FormsAPI
import FormwrightClient
import Foundation
import HTTPService
import Pipeline
import Poppler
import ServiceTestSupport
import SQLTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Forms over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct FormsServiceTests {
    private static let form = "forms/uscourts-b121.acro.pdf"

    /// A form with text fields, a checkbox and a question.
    static func small() -> Data {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("A form", x: 60, y: 40)
        builder.add(
            page,
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Full name)"),
                .init(x: 60, y: 120, width: 90, height: 20, "/FT /Tx /T (zip) /TU (ZIP) /MaxLen 5"),
            ])
        return builder.data()
    }

    private static func multipart(_ data: Data, name: String = "file", fileName: String = "a.pdf") -> Data {
        Data("--b\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"\r\n\r\n".utf8) + data
            + Data("\r\n--b--\r\n".utf8)
    }

    private static let isMultipart = ["Content-Type": "multipart/form-data; boundary=b"]

    @Test("a form is uploaded, analysed, given values, filled and downloaded")
    func flow() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let uploaded = try await client.upload(contentsOf: TestData.url(Self.form))
            #expect(uploaded.document.status == .imported)
            #expect(uploaded.document.mimeType == "application/pdf")
            let id = uploaded.documentId
            #expect(try await client.process(id).status == .processing)
            let detail = try await client.settled(id, polling: .milliseconds(50))
            #expect(detail.document.status == .ready)
            #expect(detail.document.pageCount == detail.pages.count)
            #expect(!detail.components.isEmpty)
            for component in detail.components { #expect(detail.fieldMap[component.fieldId.uuidString] != nil) }
            let name = try #require(detail.components.first { $0.type == .text && $0.options == nil })
            try await client.submit([FieldValueInput(fieldRegionId: name.fieldId, value: "Hopper")], to: id)
            try await client.submit([FieldValueInput(fieldRegionId: name.fieldId, value: "Lovelace")], to: id)
            #expect(try await client.compose(id).status == .filling)
            #expect(try await client.settled(id, polling: .milliseconds(50)).document.status == .filled)
            let pdf = try await client.filledPDF(of: id)
            #expect(pdf.starts(with: Data("%PDF".utf8)))
            let document = try PopplerDocument(data: pdf)
            let text = try (0..<document.pageCount).flatMap { try document.page($0).words().map(\.text) }
            #expect(text.contains("Lovelace") && !text.contains("Hopper"))
            for (value, isCurrent) in [("Lovelace", true), ("Hopper", false), ("Lovelace", true)] {
                try await client.submit([FieldValueInput(fieldRegionId: name.fieldId, value: value)], to: id)
                #expect(try await client.download(id).isCurrent == isCurrent)
            }
        }
    }

    @Test("work that is asked for twice is done once, and what the state does not allow is refused")
    func states() async throws {
        try await ServiceHarness.run(works: false) { service in
            let client = service.client
            let id = try await client.upload(Self.small(), fileName: "a.pdf").documentId
            #expect(try await client.process(id).status == .processing)
            #expect(try await client.process(id).status == .processing)
            await #expect(throws: ServiceError.self) { try await client.compose(id) }
            let early = await #expect(throws: ServiceError.self) {
                try await client.submit([FieldValueInput(fieldRegionId: UUID(), value: "x")], to: id)
            }
            #expect(early?.error == "not_ready")
            let none = await #expect(throws: ServiceError.self) { try await client.download(id) }
            #expect(none?.error == "not_ready" && none?.message.contains("processing") == true)
            try await client.delete(id)
            let gone = await #expect(throws: ServiceError.self) { try await client.document(id) }
            #expect(gone?.error == "document_unknown")
        }
    }

    @Test("values that the form does not take are refused by field, and none is kept")
    func badValues() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(Self.small(), fileName: "a.pdf").documentId
            try await client.process(id)
            let detail = try await client.settled(id, polling: .milliseconds(50))
            let zip = try #require(detail.components.first { $0.label == "ZIP" })
            let unknown = UUID()
            let error = await #expect(throws: ServiceError.self) {
                try await client.submit(
                    [
                        FieldValueInput(fieldRegionId: zip.fieldId, value: "1234567"),
                        FieldValueInput(fieldRegionId: unknown, value: "x"),
                    ], to: id)
            }
            let problems = Dictionary(uniqueKeysWithValues: (error?.fields ?? []).map { ($0.fieldRegionId, $0.code) })
            #expect(problems == [zip.fieldId.uuidString: "value_too_long", unknown.uuidString: "unknown_field"])
            let empty = await #expect(throws: ServiceError.self) { try await client.compose(id) }
            #expect(empty?.error == "not_ready")
        }
    }

    @Test("an upload that cannot be used is refused, and nothing of it is in the list")
    func badUploads() async throws {
        try await ServiceHarness.run(works: false) { service in
            let path = "/api/v1/documents/init-upload"
            func post(_ body: Data, _ headers: [String: String] = Self.isMultipart) async throws -> String {
                let answer = try await service.send("POST", path, headers: headers, body: body)
                let error = try JSONDecoder().decode(ServiceError.self, from: answer.body)
                #expect(!error.message.isEmpty)
                return "\(answer.status) \(error.error)"
            }
            let answer1 = try await post(Self.multipart(Data("MZ not a form".utf8)))
            #expect(answer1 == "415 unsupported_type")
            let answer2 = try await post(Self.multipart(Data()))
            #expect(answer2 == "400 input_empty")
            let answer3 = try await post(Self.multipart(Self.small(), name: "other"))
            #expect(answer3 == "400 malformed_request")
            let answer4 = try await post(Self.multipart(Self.small()).dropLast(8))
            #expect(answer4 == "400 malformed_request")
            let two = Self.multipart(Self.small()).dropLast(4) + Data("\r\n".utf8) + Self.multipart(Self.small())
            let answer5 = try await post(Data(two))
            #expect(answer5 == "400 malformed_request")
            let answer6 = try await post(Self.small(), ["Content-Type": "application/pdf"])
            #expect(answer6 == "415 unsupported_type")
            let answer7 = try await post(Self.small(), ["Content-Type": "multipart/form-data"])
            #expect(answer7 == "400 malformed_request")
            #expect(try await service.client.documents().total == 0)
        }
    }

    @Test("uploads cut at any place leave no document")
    func cutUploads() async throws {
        try await ServiceHarness.run(works: false) { service in
            let body = Self.multipart(Self.small())
            let head =
                "POST /api/v1/documents/init-upload HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: \(body.count)\r\n\r\n"
            let whole = Data(head.utf8) + body
            for _ in 0..<100 {
                _ = try await service.raw(whole.prefix(Int.random(in: 1..<(whole.count - 1))), closingAfter: true)
            }
            var complete = try await service.raw(whole)
            // The service may not have noticed yet that the others are gone.
            while complete.hasPrefix("HTTP/1.1 429") { complete = try await service.raw(whole) }
            #expect(complete.hasPrefix("HTTP/1.1 201"))
            #expect(try await service.client.documents().total == 1)
            try await service.expectNoLeftovers()
        }
    }

    @Test("a download has a name, a tag, ranges and an end")
    func downloads() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let id = try await client.upload(Self.small(), fileName: "Ää \"1\".pdf").documentId
            try await client.process(id)
            let detail = try await client.settled(id, polling: .milliseconds(50))
            try await client.submit(
                [FieldValueInput(fieldRegionId: detail.components[0].fieldId, value: "Ada")], to: id)
            try await client.compose(id)
            _ = try await client.settled(id, polling: .milliseconds(50))
            let link = try await client.download(id).filledPdfUrl
            let whole = try await service.send("GET", link)
            #expect(whole.status == 200 && whole.headers["content-type"] == "application/pdf")
            #expect(whole.headers["content-disposition"]?.contains("filename*=UTF-8''%C3%84") == true)
            let part = try await service.send("GET", link, headers: ["Range": "bytes=1-3"])
            #expect(part.status == 206 && part.body == Data("PDF".utf8))
            #expect(part.headers["content-range"] == "bytes 1-3/\(whole.body.count)")
            let end = try await service.send("GET", link, headers: ["Range": "bytes=-2"])
            #expect(end.body == whole.body.suffix(2))
            let beyond = try await service.send("GET", link, headers: ["Range": "bytes=\(whole.body.count)-"])
            #expect(beyond.status == 416 && beyond.headers["content-range"] == "bytes */\(whole.body.count)")
            let tag = try #require(whole.headers["etag"])
            #expect(try await service.send("GET", link, headers: ["If-None-Match": tag]).status == 304)
            #expect(try await service.send("GET", link.replacing("signature=", with: "signature=00")).status == 403)
            #expect(try await service.send("GET", "/api/v1/documents/\(id)/filled.pdf").status == 403)
        }
    }

    @Test("a document that has not changed is not sent again")
    func conditional() async throws {
        try await ServiceHarness.run(works: false) { service in
            let id = try await service.client.upload(Self.small(), fileName: "a.pdf").documentId
            let path = "/api/v1/documents/\(id)"
            let first = try await service.send("GET", path)
            let tag = try #require(first.headers["etag"])
            let same = try await service.send("GET", path, headers: ["If-None-Match": tag])
            #expect(same.status == 304 && same.headers["etag"] == tag)
            // What protects the answer is kept with it.
            #expect(first.headers["content-security-policy"] != nil && same.headers["content-security-policy"] == nil)
            try await service.client.process(id)
            #expect(try await service.send("GET", path, headers: ["If-None-Match": tag]).status == 200)
        }
    }

    @Test("documents are listed in pages, by state and name")
    func lists() async throws {
        try await ServiceHarness.run(works: false) { service in
            let client = service.client
            for number in 1...5 { _ = try await client.upload(Self.small(), fileName: "form \(number).pdf") }
            let first = try await client.documents(limit: 2)
            #expect(first.total == 5 && first.documents.map(\.fileName) == ["form 5.pdf", "form 4.pdf"])
            let second = try await client.documents(before: first.next, limit: 2)
            #expect(second.documents.map(\.fileName) == ["form 3.pdf", "form 2.pdf"])
            let last = try await client.documents(before: second.next, limit: 2)
            #expect(last.documents.count == 1 && last.next == nil)
            #expect(try await client.documents(text: "M 3").documents.count == 1)
            #expect(try await client.documents(status: .filled).total == 0)
            for query in ["limit=0", "limit=x", "before=-1", "status=gone"] {
                #expect(try await service.send("GET", "/api/v1/documents?\(query)").status == 400)
            }
        }
    }

    @Test("events of a document arrive as they happen, and a client that comes back misses none")
    func events() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.client.upload(Self.small(), fileName: "a.pdf").documentId
            let head = "GET /api/v1/documents/\(id)/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            let stream = try await service.connection()
            try await stream.send(head + "Connection: close\r\n\r\n")
            let start = try await stream.receive(until: "\"imported\"")
            try await service.client.process(id)
            let text = try await start + stream.receive(until: "\"state\":\"ready\"")
            #expect(text.hasPrefix("HTTP/1.1 200") && text.contains("text/event-stream"))
            let states = text.matches(of: /event: document\n?\r?\n?data: [^\n]*"state":"(\w+)"/).map { String($0.1) }
            #expect(states == ["imported", "processing", "ready"])
            let ids = text.matches(of: /id: (\d+)/).compactMap { Int64($0.1) }
            #expect(ids == ids.sorted() && Set(ids).count == ids.count)
            let later = try await service.connection()
            try await later.send(head + "Last-Event-ID: \(ids[1])\r\nConnection: close\r\n\r\n")
            let again = try await later.receive(until: "\"state\":\"ready\"")
            #expect(again.matches(of: /id: (\d+)/).compactMap { Int64($0.1) }.first.map { $0 > ids[1] } == true)
            let bad = try await service.raw(Data((head + "Last-Event-ID: x\r\nConnection: close\r\n\r\n").utf8))
            #expect(bad.hasPrefix("HTTP/1.1 400"))
        }
    }

    @Test("an open event stream does not keep the service from stopping", .timeLimit(.minutes(30)))
    func stopping() async throws {
        let streams = Mutex<Task<String, any Error>?>(nil)
        try await ServiceHarness.run(works: false) { service in
            let id = try await service.client.upload(Self.small(), fileName: "a.pdf").documentId
            let request = "GET /api/v1/documents/\(id)/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            streams.withLock { $0 = Task { try await service.raw(Data(request.utf8), waiting: 1800) } }
            try await Task.sleep(for: .seconds(1))
        }
        // The connection was closed by the service, long before the client would have.
        #expect(try await streams.withLock(\.self)?.value.contains("event: document") == true)
    }

    @Test("an event of the future is refused rather than waited for")
    func futureEvent() async throws {
        try await ServiceHarness.run(works: false) { service in
            let id = try await service.client.upload(Self.small(), fileName: "a.pdf").documentId
            let answer = try await service.send(
                "GET", "/api/v1/documents/\(id)/events", headers: ["Last-Event-ID": "99999999"])
            #expect(answer.status == 410)
        }
    }

    @Test("requests of other sites, hosts and proxies are refused")
    func foreign() async throws {
        try await ServiceHarness.run(works: false) { service in
            func check(_ headers: String, _ status: Int, method: String = "GET") async throws {
                let text = "\(method) /api/v1/documents HTTP/1.1\r\n\(headers)\r\nConnection: close\r\n\r\n"
                let answer = try await service.raw(Data(text.utf8)).prefix(12)
                #expect(answer == "HTTP/1.1 \(status)", "\(headers)")
            }
            try await check("Host: 127.0.0.1:8080", 200)
            try await check("Host: localhost", 200)
            try await check("Host: [::1]:80", 200)
            for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "0.0.0.0", ""] {
                try await check("Host: \(host)", 403)
            }
            for header in [
                "Origin: https://evil.example", "X-Forwarded-For: 1.2.3.4", "Forwarded: for=1.2.3.4", "Origin: null",
            ] {
                try await check("Host: localhost\r\n\(header)", 403)
            }
            try await check("Host: localhost\r\nOrigin: http://localhost", 200)
            try await check("Host: localhost\r\nSec-Fetch-Site: cross-site", 403, method: "POST")
            try await check("Host: localhost\r\nSec-Fetch-Site: cross-site", 403)
            try await check("Host: localhost\r\nVia: 1.1 proxy", 403)
        }
    }

    @Test("what is not there is said in the one shape of errors")
    func unknown() async throws {
        try await ServiceHarness.run(works: false) { service in
            for path in [
                "/nothing", "/api/v1/nothing", "/api/v1/documents/x", "/api/v1/documents/\(UUID())", "/../etc/passwd",
            ] {
                let answer = try await service.send("GET", path)
                #expect(answer.status == 404, "\(path)")
                #expect((try? JSONDecoder().decode(ServiceError.self, from: answer.body)) != nil, "\(path)")
                #expect(answer.headers["x-content-type-options"] == "nosniff")
            }
            let id = try await service.client.upload(Self.small(), fileName: "a.pdf").documentId
            for body in ["", "{", "[]", "{\"values\": 1}", "{\"values\": [{\"fieldRegionId\": \"x\"}]}"] {
                let answer = try await service.send(
                    "POST", "/api/v1/documents/\(id)/values", headers: ["Content-Type": "application/json"],
                    body: Data(body.utf8))
                #expect(answer.status == 400, "\(body)")
            }
        }
    }

    @Test("a full queue refuses more work and says when to come back")
    func fullQueue() async throws {
        try await ServiceHarness.run(settings: .init(port: 0, queue: 1), works: false) { service in
            let id = try await service.client.upload(Self.small(), fileName: "a.pdf").documentId
            try await service.client.process(id)
            let answer = try await service.send(
                "POST", "/api/v1/documents/init-upload", headers: Self.isMultipart, body: Self.multipart(Self.small()))
            #expect(answer.status == 429 && answer.headers["retry-after"] == "10")
        }
    }

    @Test("the service listens where others can reach it only if somebody can log in")
    func loopback() async throws {
        for bind in ["0.0.0.0", "192.168.1.2", "::", "example.org"] {
            let error = await #expect(throws: Failure.self) {
                try await ServiceHarness.run(settings: .init(bind: bind, port: 0)) { _ in }
            }
            #expect(error?.code == .usersMissing)
        }
    }
}
