import LocalStore
import PortfolioDomain
import Foundation
import Pipeline
import Portfolio
import PortfolioInputs
import PortfolioService
import ServiceTestSupport
import SQLTestSupport
import Testing

@Suite("Making a portfolio", .onEveryEngine, .timeLimit(.minutes(30))) struct GenerateTests {
    @Test("an upload is a random token, and becomes a portfolio with addresses of its media")
    func flow() async throws {
        try await ServiceHarness.run { service in
            let upload = try await service.upload(Data("picture".utf8), "Brücke am Abend.jpg")
            #expect(upload.status == 201)
            let id = try #require(upload.object["content_id"] as? String)
            #expect(upload.object["success"] as? Bool == true)
            #expect(upload.object["file_path"] as? String == "/uploads/\(id)")
            #expect(upload.object.count == 3 && !upload.text.contains("Br"))
            let document = try await service.system.store.document(try #require(DocumentID(id)), in: .owner(.local))
            #expect(document.fileName == "Brücke am Abend.jpg" && document.kind == PortfolioInputKind.name)
            let answer = try await service.generate([
                ServiceHarness.file("/uploads/\(id)"), #"{"type": "text", "text": "I build engines."}"#,
                #"{"type": "url", "url": "https://example.org/ada", "title": "Site"}"#,
            ])
            #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store")
            let response = try answer.portfolio()
            let portfolio = response.portfolio
            #expect(response.success && response.failures.isEmpty)
            #expect(response.processingSummary.totalInputs == 3 && response.processingSummary.processed == 3)
            #expect(portfolio.userID == "u-1" && portfolio.meta.title == "Ada" && portfolio.category == "Tech")
            #expect(portfolio.meta.createdAt.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
            #expect(portfolio.mediaAddresses.count == 2)
            for address in portfolio.mediaAddresses {
                #expect(address.hasPrefix("\(service.url.absoluteString)/api/media/\(portfolio.portfolioID)/001-"))
            }
        }
    }

    @Test("a repeat joins the work, and has the same ID and addresses")
    func repeats() async throws {
        try await ServiceHarness.run { service in
            let input = ServiceHarness.file(try await service.path("picture"))
            // At the same time, and once more later.
            async let first = service.generate([input])
            async let second = service.generate([input])
            let answers = [try await first, try await second, try await service.generate([input])]
            #expect(answers.allSatisfy { $0.status == 200 })
            #expect(Set(answers.map(\.body)).count == 1)
            #expect(try await service.count(PortfolioKind.name) == 1)
            // Another upload of the same bytes and name is the same portfolio; another user_id or title is another one.
            let again = ServiceHarness.file(try await service.path("picture"))
            let same = try await service.generate([again]).portfolio().portfolio.portfolioID
            #expect(same == (try answers[0].portfolio().portfolio.portfolioID))
            let user = try await service.generate([input], user: "u-2").portfolio().portfolio.portfolioID
            let title = try await service.generate([input], title: "Eve").portfolio().portfolio.portfolioID
            #expect(Set([same, user, title]).count == 3)
        }
    }

    @Test("a bad input counts as failed and costs nothing else")
    func failures() async throws {
        try await ServiceHarness.run { service in
            let answer = try await service.generate([
                ServiceHarness.file(try await service.path("bad picture", "bad.jpg")),
                ServiceHarness.file(try await service.path("picture")),
                ServiceHarness.file("/uploads/\(UUID().uuidString.lowercased())"),
                #"{"type": "url", "url": "javascript:alert(1)"}"#, #"{"type": "url", "url": "file:///etc/passwd"}"#,
                #"{"type": "url", "url": "data:text/html,x"}"#,
            ])
            #expect(answer.status == 200)
            let response = try answer.portfolio()
            #expect(
                response.failures.map { "\($0.index) \($0.code)" } == [
                    "0 damaged_document", "2 content_unknown", "3 invalid_url", "4 invalid_url", "5 invalid_url",
                ])
            #expect(response.processingSummary.failed == 5 && response.processingSummary.processed == 1)
            #expect(!answer.text.contains("alert"))
        }
    }

    @Test("without any usable input the answer is no_content, and nothing is stored")
    func noContent() async throws {
        try await ServiceHarness.run { service in
            let bad = try await service.path("bad")
            let cases = [
                [], [#"{"type": "url", "url": "javascript:alert(1)"}"#],
                [ServiceHarness.file("/uploads/x"), ServiceHarness.file("/etc/passwd")],
            ]
            for inputs in cases {
                let answer = try await service.generate(inputs)
                #expect(answer.status == 422 && answer.error == "no_content", "\(answer.text)")
            }
            #expect(try await service.count(PortfolioKind.name) == 0)
            // Of an upload it may not be known yet, which ends the same way, each time.
            for _ in 0..<2 {
                let answer = try await service.generate([ServiceHarness.file(bad)])
                #expect(answer.status == 422 && answer.error == "no_content", "\(answer.text)")
            }
        }
    }

    @Test("after its patience the service says that the work goes on, and a repeat gets the result")
    func stillWorking() async throws {
        try await ServiceHarness.run(patience: .milliseconds(200)) { service in
            let input = ServiceHarness.file(try await service.path("slow picture"))
            let early = try await service.generate([input])
            #expect(early.status == 503 && early.error == "still_working" && early.headers["retry-after"] == "1")
            let list = try await service.ask("GET", "/api/portfolios")
            let id = try #require((list.object["portfolios"] as? [[String: Any]])?.first?["portfolio_id"] as? String)
            #expect(early.object["portfolio_id"] as? String == id)
            // Nothing is there yet, for whatever would show it.
            for path in ["", "/book.pdf", "/card.vcf", "/book", "/scores.json", "/arrangement.json", "/media.zip"] {
                let answer = try await service.ask("GET", "/api/portfolios/\(id)\(path)")
                #expect(answer.status == 409 && answer.error == "not_ready", "\(path): \(answer.text)")
            }
            let compose = try await service.ask("POST", "/api/portfolios/\(id)/compose")
            #expect(compose.status == 409 && compose.error == "move_not_allowed")
            StubKinds.openGate()
            try await service.wait(for: "ready", of: id)
            let answer = try await service.generate([input])
            #expect(try answer.portfolio().portfolio.portfolioID == id)
        }
    }

    @Test("mistakes of a request are all named, with where they are")
    func mistakes() async throws {
        try await ServiceHarness.run(works: false) { service in
            func ask(_ json: String) async throws -> HTTPAnswer {
                try await service.ask("POST", "/api/portfolios/generate", json: json)
            }
            let head = #""user_id": "u", "title": "T", "subtitle": "", "category": "Tech""#
            let malformed = [
                "", "{", "[]", "null", #""x""#, "{\(head)}", #"{\#(head), "inputs": {}}"#,
                #"{\#(head), "inputs": [{"type": "folder"}]}"#, #"{\#(head), "inputs": [{"type": "url"}]}"#,
                #"{\#(head), "inputs": [], "inputs": []}"#, #"{\#(head), "inputs": [{"type": 5}]}"#,
                "{\(head), \"inputs\": \(String(repeating: "[", count: 100))",
            ]
            for body in malformed {
                let answer = try await ask(body)
                #expect(answer.status == 400 && answer.error == "malformed_portfolio", "\(body): \(answer.text)")
            }
            let several = try await ask(
                #"{\#(head), "inputs": [{"type": "url"}, {"type": "file"}, {"type": "text"}]}"#)
            let message = try #require(several.object["message"] as? String)
            for place in ["inputs[0].url", "inputs[1].file_path", "inputs[2].text"] {
                #expect(message.contains(place), "\(message)")
            }
            let plain = try await service.ask(
                "POST", "/api/portfolios/generate", ["Content-Type": "text/plain"], Data("{}".utf8))
            #expect(plain.status == 415 && plain.error == "unsupported_type")
        }
    }

    @Test("limits are those of the contract")
    func limits() async throws {
        try await ServiceHarness.run(works: false) { service in
            let text = #"{"type": "text", "text": "a"}"#
            let many = try await service.generate(Array(repeating: text, count: 501))
            #expect(many.status == 413 && many.error == "too_many_inputs")
            func long(_ count: Int) -> String { String(repeating: "a", count: count) }
            let refused = [
                #"{"type": "text", "text": "\#(long(50_001))"}"#,
                #"{"type": "url", "url": "https://e.org/\#(long(2_048))"}"#,
                #"{"type": "text", "text": "a", "title": "\#(long(101))"}"#,
            ]
            for input in refused {
                let answer = try await service.generate([input])
                #expect(answer.status == 422 && answer.error == "text_too_long", "\(answer.text)")
                #expect(!answer.text.contains("aaaa"))
            }
            let title = try await service.generate([text], title: long(101))
            #expect(title.status == 422 && title.error == "text_too_long")
            let large = try await service.ask(
                "POST", "/api/portfolios/generate", json: long(33 << 20))
            #expect(large.status == 413 && large.error == "input_too_large")
            #expect(try await service.count(PortfolioKind.name) == 0)
        }
    }

    @Test("what is longest and most is taken")
    func largest() async throws {
        try await ServiceHarness.run { service in
            let text = #"{"type": "text", "text": "\#(String(repeating: "a", count: 50_000))"}"#
            let answer = try await service.generate(
                Array(repeating: text, count: 500), title: String(repeating: "ä", count: 100))
            #expect(answer.status == 200)
            #expect(try answer.portfolio().processingSummary.totalInputs == 500)
        }
    }
}
