import LocalStore
import Audit
import Foundation
import HTTPService
import Pipeline
import Portfolio
import PortfolioInputs
import PortfolioService
import ServiceTestSupport
import SQLTestSupport
import Testing

@Suite("Who may see a portfolio", .onEveryEngine, .timeLimit(.minutes(30))) struct PortfolioAccessTests {
    private static let paths = [
        "", "/status", "/book", "/book.pdf", "/card.vcf", "/scores.json", "/arrangement.json", "/report.json",
        "/media.zip", "/events",
    ]

    @Test("without a valid token nothing is answered, and nothing is stored")
    func noLogin() async throws {
        try await ServiceHarness.run(settings: ServiceHarness.open, users: ["ada"]) { service in
            let token = try await service.token(of: "ada").secret
            let id = try await service.portfolio(token: token)
            let uploads = try await service.count(PortfolioInputKind.name)
            for bad in [nil, "wrong", "a.b.c"] {
                let upload = try await service.upload(Data("x".utf8), token: bad)
                let generate = try await service.generate([#"{"type": "text", "text": "a"}"#], token: bad)
                #expect(upload.status == 401 && generate.status == 401)
                for path in Self.paths {
                    let answer = try await service.ask("GET", "/api/portfolios/\(id)\(path)", token: bad)
                    #expect(answer.status == 401, "\(path)")
                }
            }
            #expect(try await service.count(PortfolioInputKind.name) == uploads)
        }
    }

    @Test("another user's portfolio and uploads look as if they did not exist, whatever user_id says")
    func others() async throws {
        try await ServiceHarness.run(settings: ServiceHarness.open, users: ["ada", "eve"]) { service in
            let (ada, eve) = (try await service.token(of: "ada").secret, try await service.token(of: "eve").secret)
            let path = try await service.path("picture", token: ada)
            let id = try await service.generate([ServiceHarness.file(path)], token: ada).portfolio()
                .portfolio.portfolioID
            for end in Self.paths {
                let answer = try await service.ask("GET", "/api/portfolios/\(id)\(end)", token: eve)
                #expect(answer.status == 404 && answer.error == "document_unknown", "\(end)")
            }
            for (method, end) in [("POST", "/compose"), ("POST", "/retry"), ("DELETE", "")] {
                let answer = try await service.ask(method, "/api/portfolios/\(id)\(end)", token: eve)
                #expect(answer.status == 404 && answer.error == "document_unknown", "\(method) \(end)")
            }
            let list = try await service.ask("GET", "/api/portfolios", token: eve)
            #expect(list.object["total"] as? Int == 0)
            // The same user_id does not help.
            let stolen = try await service.generate(
                [ServiceHarness.file(path), #"{"type": "text", "text": "a"}"#], token: eve)
            #expect(try stolen.portfolio().failures.map(\.code) == ["content_unknown"])
            let own = try await service.ask("GET", "/api/portfolios", token: ada)
            #expect(own.object["total"] as? Int == 1)
        }
    }

    @Test("a content ID that is a path, or something else than an upload, is unknown")
    func paths() async throws {
        try await ServiceHarness.run { service in
            let id = try await service.portfolio()
            let upload = try await service.path("other")
            let hostile = [
                "/uploads/../../etc/passwd", "/uploads/..%2F..%2Fetc%2Fpasswd", "/etc/passwd", "/uploads/", "", "..",
                "/uploads/\(id)", "\(upload)/", "\(upload)\\u0000", "/uploads//\(upload.dropFirst(9))",
                "https://example.org\(upload)", String(upload.dropLast()),
            ]
            for path in hostile {
                let answer = try await service.generate([
                    ServiceHarness.file(path), #"{"type": "text", "text": "a"}"#,
                ])
                #expect(try answer.portfolio().failures.map(\.code) == ["content_unknown"], "\(path)")
            }
            // In upper case it is still the same ID.
            let upper = try await service.generate([
                ServiceHarness.file("/uploads/" + upload.dropFirst(9).uppercased())
            ])
            #expect(upper.status == 200)
        }
    }

    @Test("a token that may only read changes nothing")
    func roles() async throws {
        try await ServiceHarness.run(settings: ServiceHarness.open, users: ["ada"]) { service in
            let id = try await service.portfolio(token: try await service.token(of: "ada").secret)
            let reader = try await service.token(of: "ada", role: .read).secret
            let portfolio = try await service.ask("GET", "/api/portfolios/\(id)", token: reader)
            #expect(portfolio.status == 200)
            let upload = try await service.upload(Data("x".utf8), token: reader)
            let generate = try await service.generate([#"{"type": "text", "text": "a"}"#], token: reader)
            let delete = try await service.ask("DELETE", "/api/portfolios/\(id)", token: reader)
            let compose = try await service.ask("POST", "/api/portfolios/\(id)/compose", token: reader)
            for answer in [upload, generate, delete, compose] {
                #expect(answer.status == 403 && answer.error == "forbidden")
            }
        }
    }

    // Each node leaves out its own repetitions.
    @Test("every use is in the log of accesses", .onOneNode)
    func audit() async throws {
        try await ServiceHarness.run(settings: ServiceHarness.open, users: ["ada"]) { service in
            let token = try await service.token(of: "ada").secret
            let id = try await service.portfolio(token: token)
            let portfolio = try await service.ask("GET", "/api/portfolios/\(id)", token: token).portfolio().portfolio
            _ = try await service.ask("GET", portfolio.mediaAddresses[0])
            _ = try await service.ask("POST", "/api/portfolios/\(id)/compose", token: token)
            try await service.wait(for: "filled", of: id, token: token)
            _ = try await service.ask("GET", "/api/portfolios/\(id)/book.pdf", token: token)
            _ = try await service.ask("DELETE", "/api/portfolios/\(id)", token: token)
            let entries = try await service.system.audit.entries(AuditQuery(document: DocumentID(id)))
            let actions = entries.reversed().map { "\($0.action.rawValue) \($0.actor.credential)" }
            #expect(
                actions == [
                    "uploaded token 1", "viewed token 1", "viewed link", "filled token 1", "downloaded token 1",
                    "deleted token 1",
                ])
            #expect(entries.allSatisfy { $0.actor.owner.text == "ada" })
        }
    }

    @Test("titles, names, texts and addresses are in no log")
    func privacy() async throws {
        try await ServiceHarness.run { service in
            let secret = "Xylophon"
            let path = try await service.path("bad \(secret)", "\(secret).jpg")
            let good = try await service.path("picture \(secret)", "\(secret).jpg")
            let inputs = [
                ServiceHarness.file(path), ServiceHarness.file(good),
                #"{"type": "text", "text": "\#(secret)", "title": "\#(secret)"}"#,
                #"{"type": "url", "url": "https://example.org/\#(secret)"}"#,
                #"{"type": "url", "url": "javascript:\#(secret)"}"#,
            ]
            let answer = try await service.generate(inputs, title: secret, user: secret)
            #expect(answer.status == 200)
            #expect(try answer.portfolio().failures.allSatisfy { !$0.message.contains(secret) })
            #expect(try !answer.portfolio().portfolio.mediaAddresses.contains { $0.contains(secret) })
            let refused = try await service.generate([inputs[0]], title: secret)
            #expect(refused.status == 422 && !refused.text.contains(secret))
            let malformed = try await service.ask(
                "POST", "/api/portfolios/generate", json: #"{"title": "\#(secret)", "inputs": "\#(secret)"}"#)
            #expect(malformed.status == 400 && !malformed.text.contains(secret))
            #expect(!service.log.text.contains(secret))
            #expect(!service.log.text.contains("token="))
        }
    }
}
