import Foundation
import ServiceTestSupport
import SQLTestSupport
import Testing

@Suite("The book and the card of a portfolio", .onEveryEngine, .timeLimit(.minutes(30))) struct BookTests {
    @Test("a book is made of an edition or of none, and downloaded in parts or by a link")
    func book() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.portfolio()
            let path = "/api/portfolios/\(id)"
            let early = try await service.ask("GET", "\(path)/book.pdf")
            #expect(early.status == 409 && early.error == "not_ready")
            let compose = try await service.ask("POST", "\(path)/compose")
            #expect(compose.status == 202 && compose.object["portfolio_id"] as? String == id)
            #expect(compose.object["status"] as? String == "filling")
            try await service.wait(for: "filled", of: id)
            let book = try await service.ask("GET", "\(path)/book.pdf")
            #expect(book.status == 200 && book.headers["content-type"] == "application/pdf")
            #expect(book.text == "%PDF-1.7 none")
            #expect(book.headers["content-disposition"]?.contains("Ada.book.pdf") == true)
            let part = try await service.ask("GET", "\(path)/book.pdf", ["Range": "bytes=0-3"])
            #expect(part.status == 206 && part.text == "%PDF")
            let status = try await service.ask("GET", "\(path)/status")
            #expect(status.object["edition"] as? Int == 1 && status.object["pages"] as? Int == 3)
            // In JSON and in YAML, another time each.
            let editions = [
                ("application/json", #"{"page": "16x9", "maxSize": "10MB", "captions": {"a.jpg": "\ud83d\ude00"}}"#),
                ("application/yaml", "page: a4\nbleed: 3mm\nsections: [work, hook]\nomit: [a.jpg]\njson: true\n"),
            ]
            for (type, body) in editions {
                let again = try await service.ask(
                    "POST", "\(path)/compose", ["Content-Type": type], Data(body.utf8))
                #expect(again.status == 202, "\(again.text)")
                try await service.wait(for: "filled", of: id)
                let book = try await service.ask("GET", "\(path)/book.pdf")
                #expect(book.status == 200 && book.text != "%PDF-1.7 none")
            }
            let portfolio = try await service.ask("GET", path)
            #expect(portfolio.status == 200)
        }
    }

    @Test("a mistake of an edition is said before anything begins")
    func mistakes() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.portfolio()
            let mistakes: [(type: String, body: String)] = [
                ("application/json", "{"), ("application/json", #"{"page": "a9"}"#),
                ("application/json", #"{"colour": "red"}"#), ("application/yaml", "page: [a4"),
                ("application/yaml", "omit: [nobody.jpg]"), ("application/json", #"{"ppi": "many"}"#),
                ("application/json", "[]"), ("application/yaml", "page: a4\npage: a4"), ("text/yaml", "maxSize: huge"),
                ("application/yaml", "omit: &a [x]\norder: *a"), ("application/yaml", "page: \u{0}"),
            ]
            for (type, body) in mistakes {
                let answer = try await service.ask(
                    "POST", "/api/portfolios/\(id)/compose", ["Content-Type": type], Data(body.utf8))
                #expect(answer.status == 400 && answer.error == "malformed_portfolio", "\(body): \(answer.text)")
            }
            let several = try await service.ask(
                "POST", "/api/portfolios/\(id)/compose", ["Content-Type": "application/yaml"],
                Data("page: a9\nomit: [b.jpg]\nbleed: wide\nbleed: 3mm\n".utf8))
            let message = try #require(several.object["message"] as? String)
            let places = ["Line 1: “page”", "Line 2: omit[0]", "Line 3: “bleed”", "Line 4: “bleed” is written twice"]
            let found = places.compactMap { message.range(of: $0)?.lowerBound }
            #expect(found.count == 4 && found == found.sorted(), "\(message)")
            let json = try await service.ask(
                "POST", "/api/portfolios/\(id)/compose",
                json: "{\n  \"titles\": {\"a.jpg\": \"\\ud83d\\ude00\"},\n  \"maxSize\": 10\n}")
            let size = try #require(json.object["message"] as? String)
            #expect(size.contains("Line 3: maxSize: ") && size.contains("10MB"), "\(size)")
            let nearest = try await service.ask(
                "POST", "/api/portfolios/\(id)/compose", json: #"{"cover": "A.jpg", "captions": {"a.jpeg": "x"}}"#)
            #expect(nearest.object["message"].map { "\($0)".contains("\"a.jpg\"") } == true, "\(nearest.text)")
            let long = try await service.ask(
                "POST", "/api/portfolios/\(id)/compose",
                json: #"{"captions": {"a.jpg": "\#(String(repeating: "x", count: 2_001))"}}"#)
            #expect(long.status == 422 && long.error == "text_too_long")
            let other = try await service.ask(
                "POST", "/api/portfolios/\(id)/compose", ["Content-Type": "text/html"], Data("page: a4".utf8))
            #expect(other.status == 415 && other.error == "unsupported_type")
            let large = try await service.ask(
                "POST", "/api/portfolios/\(id)/compose", ["Content-Type": "application/yaml"],
                Data(String(repeating: "# comment\n", count: 200_000).utf8))
            #expect(large.status == 413 && large.error == "input_too_large")
            let status = try await service.ask("GET", "/api/portfolios/\(id)/status")
            #expect(status.object["status"] as? String == "ready" && status.object["edition"] as? Int == 0)
        }
    }

    @Test("why there is no book is said as it is; an earlier book stays, and so does the portfolio")
    func failures() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.portfolio()
            let path = "/api/portfolios/\(id)"
            let small = #"{"maxSize": "10kB"}"#
            let compose = try await service.ask("POST", "\(path)/compose", json: small)
            #expect(compose.status == 202)
            try await service.wait(for: "failed", of: id)
            let book = try await service.ask("GET", "\(path)/book.pdf")
            #expect(book.status == 422 && book.error == "size_unreachable", "\(book.text)")
            let status = try await service.ask("GET", "\(path)/status")
            #expect((status.object["failure"] as? [String: Any])?["code"] as? String == "size_unreachable")
            let portfolio = try await service.ask("GET", path)
            #expect(portfolio.status == 200)
            let retry = try await service.ask("POST", "\(path)/retry")
            #expect(retry.status == 202 && retry.object["status"] as? String == "filling")
            try await service.wait(for: "failed", of: id)
            _ = try await service.ask("POST", "\(path)/compose")
            try await service.wait(for: "filled", of: id)
            _ = try await service.ask("POST", "\(path)/compose", json: small)
            try await service.wait(for: "failed", of: id)
            let earlier = try await service.ask("GET", "\(path)/book.pdf")
            #expect(earlier.status == 200 && earlier.text == "%PDF-1.7 none")
            let again = try await service.ask("GET", path)
            #expect(again.status == 200)
        }
    }

    @Test("the card has what the person gave")
    func card() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.portfolio()
            let card = try await service.ask("GET", "/api/portfolios/\(id)/card.vcf")
            #expect(card.status == 200 && card.headers["content-type"] == "text/vcard; charset=utf-8")
            #expect(card.text.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n") && card.text.contains("\r\nFN:Ada\r\n"))
            #expect(card.headers["content-disposition"]?.contains("Ada.vcf") == true)
        }
    }

    @Test("events, the files that say why, and a link to the book")
    func rest() async throws {
        try await ServiceHarness.run(settings: ServiceHarness.open, users: ["ada"]) { service in
            let token = try await service.token(of: "ada").secret
            let id = try await service.portfolio(token: token)
            for name in ["scores.json", "arrangement.json"] {
                let file = try await service.ask("GET", "/api/portfolios/\(id)/\(name)", token: token)
                #expect(file.status == 200 && file.text == "{}")
            }
            _ = try await service.ask("POST", "/api/portfolios/\(id)/compose", token: token)
            try await service.wait(for: "filled", of: id, token: token)
            let link = try await service.ask("GET", "/api/portfolios/\(id)/book", token: token)
            let address = try #require(link.object["book_url"] as? String)
            // Without the token.
            let book = try await service.ask("GET", address)
            #expect(book.status == 200 && book.text.hasPrefix("%PDF"))
            let closed = try await service.ask("GET", "/api/portfolios/\(id)/book.pdf")
            #expect(closed.status == 401 && closed.error == "login_required")
            for forged in [String(address.dropLast()), address.replacing("expires=", with: "expires=1")] {
                let refused = try await service.ask("GET", forged)
                #expect(refused.status == 403 && refused.error == "link_invalid")
            }
        }
    }
}
