import LocalStore
import FormModel
import Foundation
import Pipeline
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import Testing

@Suite("Portable Text over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct TextRoutesTests {
    private struct Detail: Decodable {
        var id: String
        var status: String
        var fileName: String
        var pages: Int?
    }

    private static let json =
        #"[{"_type":"block","_key":"a","style":"h1","children":[{"_type":"span","text":"Title"}]}]"#

    private static func upload(_ text: String, _ service: ServiceHarness) async throws -> (status: Int, body: Data) {
        let body = """
            --X\r\nContent-Disposition: form-data; name="file"; filename="notes.pt.json"\r\n\r\n\(text)\r\n--X--\r\n
            """
        let answer = try await service.send(
            "POST", "/api/v1/texts", headers: ["Content-Type": "multipart/form-data; boundary=X"],
            body: Data(body.utf8))
        return (answer.status, answer.body)
    }

    private static func settled(_ id: String, _ service: ServiceHarness) async throws -> Detail {
        while true {
            let answer = try await service.send("GET", "/api/v1/texts/\(id)")
            let detail = try JSONDecoder().decode(Detail.self, from: answer.body)
            if ["ready", "filled", "failed"].contains(detail.status) { return detail }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test("a document is uploaded, typeset and downloaded in all formats")
    func wholeLife() async throws {
        try await ServiceHarness.run { service in
            let uploaded = try await Self.upload(Self.json, service)
            #expect(uploaded.status == 201)
            let id = try JSONDecoder().decode(Detail.self, from: uploaded.body).id
            #expect(try await Self.settled(id, service).status == "ready")
            let early = try await service.send("GET", "/api/v1/texts/\(id)/document.pdf")
            #expect(early.status == 409)

            let options = #"{"title":"T","lang":"en","direction":"ltr","toc":true,"style":"h1: {font: {size: 40}}"}"#
            let started = try await service.send(
                "POST", "/api/v1/texts/\(id)/typeset", headers: ["Content-Type": "application/json"],
                body: Data(options.utf8))
            #expect(started.status == 202)
            let detail = try await Self.settled(id, service)
            #expect(detail.status == "filled" && detail.pages == 2 && detail.fileName == "notes.pt.json")

            func get(_ name: String) async throws -> (headers: [String: String], text: String) {
                let answer = try await service.send("GET", "/api/v1/texts/\(id)/\(name)")
                #expect(answer.status == 200)
                return (answer.headers, String(decoding: answer.body, as: UTF8.self))
            }
            #expect(try await get("document.pdf").text.hasPrefix("%PDF"))
            #expect(try await get("document.txt").text == "Contents\n\nTitle\n\nTitle\n")
            let html = try await get("document.html")
            #expect(html.text.contains("<h1 id=\"a\">Title</h1>") && html.text.contains("font-size: 40pt"))
            // It must not run as a page of the service.
            #expect(html.headers["content-disposition"]?.contains("attachment") == true)
            #expect(html.headers["content-disposition"]?.contains("notes.html") == true)
            #expect(try await get("toc.json").text.contains("\"page\" : 2"))
            #expect(try await get("report.json").text.contains("\"problems\""))

            #expect(try await service.send("DELETE", "/api/v1/texts/\(id)").status == 204)
            #expect(try await service.send("GET", "/api/v1/texts/\(id)").status == 404)
        }
    }

    @Test("a request to typeset maps the own types of the document")
    func types() async throws {
        try await ServiceHarness.run { service in
            let own = #"[{"_type":"callout","message":"Mind the gap"}]"#
            let id = try JSONDecoder().decode(Detail.self, from: try await Self.upload(own, service).body).id
            #expect(try await Self.settled(id, service).status == "ready")
            func typeset(_ types: String) async throws -> Int {
                try await service.send(
                    "POST", "/api/v1/texts/\(id)/typeset", headers: ["Content-Type": "application/json"],
                    body: Data(#"{"types":"types: {callout: \#(types)}"}"#.utf8)
                ).status
            }
            #expect(try await typeset("{text: message}") == 400)
            #expect(try await typeset("{as: h2, text: message}") == 202)
            #expect(try await Self.settled(id, service).status == "filled")
            let text = try await service.send("GET", "/api/v1/texts/\(id)/document.txt")
            #expect(String(decoding: text.body, as: UTF8.self) == "Mind the gap\n")
        }
    }

    @Test("what is no JSON, no style sheet or no Portable Text of the caller is refused")
    func refusals() async throws {
        try await ServiceHarness.run { service in
            #expect(try await Self.upload("hello", service).status == 415)
            let id = try JSONDecoder().decode(Detail.self, from: try await Self.upload(Self.json, service).body).id
            _ = try await Self.settled(id, service)
            let refused = try await service.send(
                "POST", "/api/v1/texts/\(id)/typeset", headers: ["Content-Type": "application/json"],
                body: Data(#"{"style":"h9: {}"}"#.utf8))
            #expect(refused.status == 400)
            for body in [
                #"{"titel":"x"}"#, #"{"lang":"\"><script>"}"#, #"{"title":"\#(String(repeating: "x", count: 1_001))"}"#,
            ] {
                let refused = try await service.send(
                    "POST", "/api/v1/texts/\(id)/typeset", headers: ["Content-Type": "application/json"],
                    body: Data(body.utf8))
                #expect(refused.status == 400)
            }
            // The routes of forms do not know it, and the other way round.
            #expect(try await service.send("GET", "/api/v1/documents/\(id)").status == 404)
            let other = "00000000-0000-0000-0000-000000000000"
            #expect(try await service.send("GET", "/api/v1/texts/\(other)").status == 404)
            let broken = try JSONDecoder().decode(Detail.self, from: try await Self.upload("[7]", service).body).id
            #expect(try await Self.settled(broken, service).status == "failed")
            // The same bytes have the same mistake in every attempt.
            let jobs = try await service.system.client.store.jobs(JobQuery(in: .all, limit: 1))
            #expect(jobs.first?.state == .dead && jobs.first?.attempt == 1)
        }
    }
}
