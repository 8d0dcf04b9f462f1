import Foundation
import HTTPService
import Pipeline
import Portfolio
import PortfolioService
import ServiceTestSupport
import SQLTestSupport
import Testing

@Suite("The routes of the page of portfolios", .onEveryEngine, .timeLimit(.minutes(30))) struct PortfolioPageTests {
    private static func run(
        users: [String] = [], works: Bool = true, _ body: @escaping @Sendable (ServiceHarness) async throws -> Void
    ) async throws {
        try await ServiceHarness.run(
            settings: users.isEmpty ? ServiceSettings(port: 0, rate: 1_000_000) : ServiceHarness.open, users: users,
            kinds: StubAnalysisKinds.kinds, works: works, body)
    }

    /// Uploads two pictures that differ, one that looks like the first, and a damaged one, and begins a portfolio of them,
    /// a link and a text; returns its ID.
    private static func begin(_ service: ServiceHarness, token: String? = nil) async throws -> String {
        var paths: [String] = []
        for (hash, width) in [(0x0f0f, 3000), (0xffff_0000_ffff_0000, 3000), (0x0f0e, 900)] as [(UInt64, Int)] {
            let picture = String(decoding: try StubAnalysisKinds.picture(hash, width: width), as: UTF8.self)
            paths.append(try await service.path(picture, token: token))
        }
        paths.append(try await service.path("damaged", token: token))
        let answer = try await service.ask(
            "POST", "/api/portfolios/begin", token: token,
            json: """
                {"user_id": "", "title": "Ada <b>", "subtitle": "Engines", "category": "Design", "language": "de",
                 "contact": {"email": "ada@example.org"}, "metrics": [{"label": "Clients", "value": "40"}],
                 "inputs": [
                  {"type": "file", "file_path": "\(paths[0])", "name": "a.jpg", "work": "Coast", "caption": "The sea"},
                  {"type": "file", "file_path": "\(paths[1])", "name": "b.jpg", "work": "Coast"},
                  {"type": "file", "file_path": "\(paths[2])", "name": "c.jpg"},
                  {"type": "file", "file_path": "\(paths[3])", "name": "d.jpg"},
                  {"type": "url", "url": "https://example.org", "name": "link 5"},
                  {"type": "text", "title": "About", "text": "I draw bridges.", "name": "text 6"}]}
                """)
        #expect(answer.status == 202, "\(answer.text)")
        let id = try #require(answer.object["portfolio_id"] as? String)
        while true {
            let contents = try await service.ask("GET", "/api/portfolios/\(id)/contents", token: token)
            if contents.object["has_arrangement"] as? Bool == true { return id }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private static func blocks(_ answer: HTTPAnswer, in section: String) -> [[String: Any]] {
        let sections = answer.object["sections"] as? [[String: Any]] ?? []
        return sections.first { $0["section_id"] as? String == section }?["blocks"] as? [[String: Any]] ?? []
    }

    private static func inputs(of block: [String: Any]?) -> [Int] {
        (block?["media"] as? [[String: Any]] ?? []).compactMap { $0["input"] as? Int }
    }

    @Test("the content says what was given, what became of it, and how it was judged")
    func contents() async throws {
        try await Self.run { service in
            let id = try await Self.begin(service)
            let answer = try await service.ask("GET", "/api/portfolios/\(id)/contents")
            #expect(answer.object["title"] as? String == "Ada <b>")
            #expect(answer.object["language"] as? String == "de")
            #expect((answer.object["contact"] as? [String: String]) == ["email": "ada@example.org"])
            #expect((answer.object["metrics"] as? [[String: String]]) == [["label": "Clients", "value": "40"]])
            #expect((answer.object["works"] as? [[String: String]]) == [["folder": "Coast", "title": "Coast"]])
            #expect(answer.object["has_book"] as? Bool == false)
            let inputs = try #require(answer.object["inputs"] as? [[String: Any]])
            #expect(inputs.map { $0["status"] as? String } == ["ready", "ready", "ready", "failed", "ready", "ready"])
            #expect(inputs.map { $0["kind"] as? String } == ["file", "file", "file", "file", "link", "text"])
            #expect(inputs.map { $0["name"] as? String } == ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "link 5", "text 6"])
            #expect((inputs[3]["failure"] as? [String: String])?["code"] == "damaged_document")
            #expect((inputs[0]["scores"] as? [Any])?.count == 5 && (inputs[3]["scores"] as? [Any])?.isEmpty == true)
            // Pictures open by their links, without a host.
            let pictures = try #require(inputs[0]["pictures"] as? [[String: Any]])
            let thumb = try #require(pictures.first?["thumb"] as? String)
            #expect(thumb.hasPrefix("/api/media/") && pictures.count == 1)
            let picture = try await service.ask("GET", thumb)
            #expect(picture.status == 200 && picture.text == "thumb")
            // Another portfolio can be made of the same uploads.
            let path = try #require(inputs[1]["file_path"] as? String)
            #expect(try await service.generate([ServiceHarness.file(path)]).status == 200)
        }
    }

    @Test("texts are there with their beginning, or with all their words")
    func texts() async throws {
        try await Self.run { service in
            let text = String(repeating: "word ", count: 1000)
            let begun = try await service.ask(
                "POST", "/api/portfolios/begin",
                json: """
                    {"user_id": "", "title": "Ada", "subtitle": "", "category": "",
                     "inputs": [{"type": "text", "text": "\(text)"}]}
                    """)
            let id = try #require(begun.object["portfolio_id"] as? String)
            func length(_ query: String) async throws -> Int? {
                let answer = try await service.ask("GET", "/api/portfolios/\(id)/contents\(query)")
                return ((answer.object["inputs"] as? [[String: Any]])?.first?["text"] as? String)?.count
            }
            #expect(try await length("") == 1000)
            let whole = try #require(try await length("?texts=complete"))
            #expect(whole >= 4999)
        }
    }

    @Test("an arrangement follows an edition, of which nothing is kept")
    func arrangement() async throws {
        try await Self.run { service in
            let path = "/api/portfolios/\(try await Self.begin(service))/arrangement"
            let usual = try await service.ask("POST", path, json: "{}")
            #expect(usual.status == 200, "\(usual.text)")
            let gallery = Self.blocks(usual, in: "work").first { $0["kind"] as? String == "gallery" }
            #expect(Self.inputs(of: gallery) == [0, 1])
            #expect((gallery?["reasons"] as? [String])?.isEmpty == false)
            let leftOut = try #require(usual.object["left_out"] as? [[String: Any]])
            #expect(leftOut.map { $0["reason"] as? String } == ["near_duplicate"])
            #expect(leftOut.first?["input"] as? Int == 2 && leftOut.first?["of"] as? Int == 0)

            let edition =
                #"{"order": ["b.jpg", "a.jpg"], "captions": {"b.jpg": "Waves"}, "omit": ["link 5"], "cover": "b.jpg"}"#
            let changed = try await service.ask("POST", path, json: edition)
            let block = Self.blocks(changed, in: "work").first { $0["kind"] as? String == "gallery" }
            #expect(Self.inputs(of: block) == [1, 0])
            #expect((block?["media"] as? [[String: Any]])?.first?["caption"] as? String == "Waves")
            #expect(changed.object["cover"] as? Int == 1)
            let reasons = (changed.object["left_out"] as? [[String: Any]])?.compactMap { $0["reason"] as? String }
            #expect(reasons?.sorted() == ["near_duplicate", "omitted"])
            #expect(try await service.ask("POST", path).text == usual.text)

            let unknown = try await service.ask("POST", path, json: #"{"omit": ["aa.jpg"]}"#)
            #expect(unknown.error == "malformed_portfolio" && unknown.text.contains("a.jpg"), "\(unknown.text)")
        }
    }

    @Test("what is still worked on has no arrangement yet")
    func early() async throws {
        try await Self.run(works: false) { service in
            let path = try await service.path("picture")
            let begun = try await service.ask(
                "POST", "/api/portfolios/begin",
                json: """
                    {"user_id": "", "title": "Ada", "subtitle": "", "category": "",
                     "inputs": [\(ServiceHarness.file(path))]}
                    """)
            let id = try #require(begun.object["portfolio_id"] as? String)
            let contents = try await service.ask("GET", "/api/portfolios/\(id)/contents")
            #expect(contents.object["has_arrangement"] as? Bool == false)
            #expect((contents.object["inputs"] as? [[String: Any]])?.first?["status"] as? String == "waiting")
            let answer = try await service.ask("POST", "/api/portfolios/\(id)/arrangement", json: "{}")
            #expect(answer.status == 409 && answer.error == "not_ready")
        }
    }

    @Test("all mistakes of a request are reported, and nothing is stored")
    func mistakes() async throws {
        try await Self.run { service in
            let answer = try await service.ask(
                "POST", "/api/portfolios/begin",
                json: """
                    {"user_id": "", "title": "Ada", "subtitle": "", "category": "", "contact": {"url": "javascript:x"},
                     "inputs": [{"type": "text", "text": "a", "work": "\(String(repeating: "w", count: 101))"},
                      {"type": "text", "text": "a", "date": "2026-13-01"}]}
                    """)
            #expect(answer.status == 400 || answer.status == 422)
            for place in ["contact.url", "inputs[0].work", "inputs[1].date"] {
                #expect(answer.text.contains(place), "\(place): \(answer.text)")
            }
            let wrong = try await service.ask(
                "POST", "/api/portfolios/begin",
                json: #"{"user_id": "", "title": "Ada", "subtitle": "", "category": "", "contact": 3, "inputs": []}"#)
            #expect(wrong.status == 400 && wrong.error == "malformed_portfolio")
            #expect(try await service.count("portfolio") == 0)
        }
    }

    @Test("a page of the book is a picture of the asked width")
    func pages() async throws {
        try await Self.run { service in
            let id = try await Self.begin(service)
            let path = "/api/portfolios/\(id)"
            #expect(try await service.ask("GET", "\(path)/pages/0.png").error == "not_ready")
            let edition = #"{"captions": {"a.jpg": "Waves"}}"#
            #expect(try await service.ask("POST", "\(path)/compose", json: edition).status == 202)
            try await service.wait(for: "filled", of: id)
            let picture = try await service.ask("GET", "\(path)/pages/1.png?width=400")
            #expect(picture.status == 200 && picture.headers["content-type"] == "image/png", "\(picture.status)")
            // The width and height stand at fixed places of a PNG.
            #expect(Array(picture.body[16..<24]) == [0, 0, 1, 144, 0, 0, 0, 200])
            let tag = try #require(picture.headers["etag"])
            #expect(try await service.ask("GET", "\(path)/pages/1.png?width=400", ["If-None-Match": tag]).status == 304)
            #expect(try await service.ask("GET", "\(path)/pages/2.png").error == "not_found")
            #expect(try await service.ask("GET", "\(path)/pages/0.jpg").status == 404)
            #expect(try await service.ask("GET", "\(path)/pages/0.png?width=9999").error == "malformed_request")
            let contents = try await service.ask("GET", "\(path)/contents")
            #expect(contents.object["pages"] as? Int == 2 && contents.object["has_book"] as? Bool == true)
            let made = contents.object["book_edition"] as? [String: [String: String]]
            #expect(made == ["captions": ["a.jpg": "Waves"]])
        }
    }

    @Test("uploads say what became of them, and show a small picture")
    func uploads() async throws {
        try await Self.run { service in
            let picture = String(decoding: try StubAnalysisKinds.picture(1), as: UTF8.self)
            let ids = [try await service.path(picture), try await service.path("damaged")].map {
                String($0.dropFirst("/uploads/".count))
            }
            var uploads: [[String: Any]] = []
            while true {
                let answer = try await service.ask("GET", "/api/content?id=\(ids[0])&id=\(ids[1])&id=nobody")
                uploads = answer.object["uploads"] as? [[String: Any]] ?? []
                if !uploads.contains(where: { $0["status"] as? String == "waiting" }) { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(uploads.map { $0["status"] as? String } == ["ready", "failed", "failed"])
            #expect(uploads[0]["type"] as? String == "picture" && uploads[0]["has_thumb"] as? Bool == true)
            #expect((uploads[1]["failure"] as? [String: String])?["code"] == "damaged_document")
            #expect((uploads[2]["failure"] as? [String: String])?["code"] == "content_unknown")
            let thumb = try await service.ask("GET", "/api/content/\(ids[0])/thumb")
            #expect(thumb.status == 200 && thumb.text == "thumb")
            #expect(try await service.ask("GET", "/api/content/\(ids[1])/thumb").status == 404)
            let many = Array(repeating: "id=x", count: 101).joined(separator: "&")
            #expect(try await service.ask("GET", "/api/content?\(many)").error == "malformed_request")
        }
    }

    @Test("another user's portfolios and uploads look as if they did not exist")
    func others() async throws {
        try await Self.run(users: ["ada", "eve"]) { service in
            let (ada, eve) = (try await service.token(of: "ada").secret, try await service.token(of: "eve").secret)
            let id = try await Self.begin(service, token: ada)
            for (method, end) in [("GET", "contents"), ("POST", "arrangement"), ("GET", "pages/0.png")] {
                let path = "/api/portfolios/\(id)/\(end)"
                #expect(try await service.ask(method, path, token: eve).error == "document_unknown", "\(end)")
                #expect(try await service.ask(method, path).status == 401, "\(end)")
            }
            let contents = try await service.ask("GET", "/api/portfolios/\(id)/contents", token: ada)
            let path = try #require((contents.object["inputs"] as? [[String: Any]])?.first?["file_path"] as? String)
            let upload = path.dropFirst("/uploads/".count)
            let state = try await service.ask("GET", "/api/content?id=\(upload)", token: eve)
            #expect(state.text.contains("content_unknown"))
            #expect(try await service.ask("GET", "/api/content/\(upload)/thumb", token: eve).status == 404)
            #expect(try await service.ask("GET", "/api/content?id=\(upload)").status == 401)
            #expect(try await service.ask("POST", "/api/portfolios/begin", json: "{}").status == 401)
        }
    }

    @Test("the pages are in the navigation, and a title is text")
    func html() async throws {
        try await Self.run { service in
            let id = try await Self.begin(service)
            for path in ["/portfolios", "/portfolios/new", "/portfolios/\(id)"] {
                let page = try await service.ask("GET", path)
                #expect(page.status == 200 && page.text.contains(#"href="/portfolios""#), "\(path)")
                #expect(page.headers["content-security-policy"]?.contains("script-src 'self'") == true)
            }
            let page = try await service.ask("GET", "/portfolios/\(id)")
            #expect(page.text.contains("Ada &lt;b&gt;") && !page.text.contains("Ada <b>"))
            let unknown = try await service.ask("GET", "/portfolios/00000000-0000-4000-8000-000000000000")
            #expect(unknown.status == 404)
        }
    }
}
