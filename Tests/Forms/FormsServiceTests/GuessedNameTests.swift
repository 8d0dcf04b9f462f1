import FormsDomain
import Foundation
import HTTPService
import LocalStore
import Pipeline
import PipelineSQL
import SQL
import ServiceTestSupport
import Testing

/// Stored bytes are named by their hash, which anybody can compute who has the same file.
@Suite("Guessed names of bytes", .timeLimit(.minutes(30))) struct GuessedNameTests {
    /// In the name of each of Ada's files, and in the files themselves.
    private static let secret = "Xylophon"

    /// Stores a form with its results, an upload for portfolios and an account.
    private static func addBelongings(
        of headers: [String: String], to service: ServiceHarness
    ) async throws {
        let client = service.system.client
        let form = try await client.importDocument(
            FormsServiceTests.small(), owner: "ada", kind: FormKind.name, fileName: "\(secret).pdf",
            mediaType: "application/pdf")
        _ = try await client.process(form.id, in: .all)
        let body =
            "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(secret).txt\"\r\n\r\n\(secret)\r\n--X--\r\n"
        let upload = try await service.exchange(
            "POST", "/api/content/upload",
            headers.merging(["Content-Type": "multipart/form-data; boundary=X"]) { $1 }, body: body)
        #expect(upload.status == 201, "\(upload.body)")
        _ = try await service.make(
            TestAccount(name: secret, files: ["\(secret).trades.csv": TestAccount.head]), headers)
        _ = try await client.settled(form.id, in: .all)
    }

    /// The hashes and names of everything stored.
    private static func guesses(_ system: LocalSystem) async throws -> [String] {
        let contents = try await system.database.read { db in
            try db.values(String.self, "SELECT content FROM documents UNION SELECT content FROM artefacts")
        }
        let names = try await system.database.read { db in
            try db.values(String.self, "SELECT id FROM documents UNION SELECT name FROM artefacts")
        }
        return contents.sorted() + [contents[0].uppercased(), "\(contents[0].prefix(2))%2F\(contents[0].dropFirst(2))"]
            + names.sorted() + ["..%2F..%2Fartefacts%2Fobjects%2F\(contents[0])"]
    }

    /// Puts a guess in the place of each parameter of a route, and each pair of a document and a guess.
    private static func paths(_ pattern: String, _ guesses: [String], documents: [String]) -> [String] {
        let parts = pattern.split(separator: "/").map(String.init)
        let places = parts.indices.filter { parts[$0].contains { "{:*".contains($0) } }
        guard let first = places.first else { return [] }
        var paths: [String] = []
        for head in places.count > 1 ? documents + guesses.prefix(1) : guesses {
            for tail in places.count > 1 ? guesses : [head] {
                let filled = parts.indices.map { index in
                    index == first ? head : places.contains(index) ? tail : parts[index]
                }
                paths.append("/" + filled.joined(separator: "/"))
            }
        }
        return paths
    }

    @Test("no route gives another tenant's bytes for their hash, their document or their name")
    func routes() async throws {
        let settings = ServiceSettings(bind: "0.0.0.0", port: 0, rate: 1_000_000)
        try await ServiceHarness.run(settings: settings, users: ["ada", "eve"]) { service in
            let (ada, eve) = (try await service.token(of: "ada").secret, try await service.token(of: "eve").secret)
            let (owner, other) = (["Authorization": "Bearer \(ada)"], ["Authorization": "Bearer \(eve)"])
            try await Self.addBelongings(of: owner, to: service)
            let guesses = try await Self.guesses(service.system)
            let documents = try await service.system.store.documents(DocumentQuery(in: .owner("ada")))
            let before = documents.map(\.id.description)
            #expect(documents.count >= 3 && guesses.count > 10)
            var count = 0
            for route in service.routes {
                let words = route.split(separator: " ", maxSplits: 1).map(String.init)
                guard ["GET", "DELETE"].contains(words[0]) else { continue }
                for path in Self.paths(words[1], guesses + [Self.secret], documents: before) {
                    // The program's own files and the pages' frames are for all.
                    guard !path.hasPrefix("/assets/") else { continue }
                    let stranger = ["If-None-Match": "\"\(guesses[0])\""]
                    for headers in path.contains(guesses[0]) ? [other, stranger] : [other] {
                        let answer = try await service.send(words[0], path, headers: headers)
                        let isFrame = answer.headers["content-type"]?.hasPrefix("text/html") == true
                        #expect(
                            (400..<500).contains(answer.status) || isFrame || answer.status == 303,
                            "\(words[0]) \(path): \(answer.status)")
                        #expect(
                            !answer.text.contains(Self.secret) || path.contains(Self.secret),
                            "\(words[0]) \(path): \(answer.text)")
                        count += 1
                    }
                }
            }
            #expect(count > 1_000)
            // Bodies name bytes as well.
            for guess in guesses {
                let portfolio = try await service.send(
                    "POST", "/api/portfolios/generate",
                    headers: other.merging(["Content-Type": "application/json"]) { $1 },
                    body: Data(
                        """
                        {"user_id": "u", "title": "t", "subtitle": "s", "category": "c", \
                        "inputs": [{"type": "file", "file_path": "/uploads/\(guess)"}]}
                        """.utf8))
                #expect((400..<500).contains(portfolio.status), "\(guess): \(portfolio.text)")
            }
            let mine = try await service.send("GET", "/api/v1/documents", headers: other)
            #expect(mine.object["total"] as? Int == 0)
            #expect(try await service.system.store.documents(DocumentQuery(in: .all)).map(\.id.description) == before)
        }
    }
}
