import LocalStore
import Foundation
import Logging
import Pipeline
import ServiceTestSupport
import FamiliesService
import FamiliesSQL
import TestSupport
import SQLTestSupport
import Testing

@Suite("Books over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct BookRoutesTests {
    typealias Project = RunningProject

    /// A family with one artwork whose picture is there.
    private static func family(_ project: Project) async throws -> Project.Family {
        let family = try await project.lovelaces()
        let picture = ColourPicture(width: 640, height: 480) { x, _ in x < 320 ? 0xDC1E_1EFF : 0x1E1E_DCFF }
        let name = "\(family.id)/sun.jpg"
        #expect(try await project.upload(try picture.file(.jpeg), name).status == 200)
        #expect(try await project.artwork(family, picture: name).status == 201)
        return family
    }

    /// Waits until a book is not being made any more.
    private static func made(_ project: Project, _ path: String) async throws -> [String: Any] {
        while true {
            let book = try await project.ask("GET", path)
            guard book.object["status"] as? String == "working" else { return book.object }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test("a book is ordered, made, and read by its links without any header")
    func order() async throws {
        try await Project.run { project in
            let family = try await Self.family(project)
            let path = "/books/v1/\(family.id)"
            let ordered = try await project.ask(
                "POST", path, as: Project.dora, json: #"{"child":"Mia","title":"Our year","bleed":"3mm","multiple":4}"#)
            #expect(ordered.status == 202 && ordered.object["status"] as? String == "working", "\(ordered.text)")
            for key in ["error", "pages", "book_url", "cover_url"] {
                #expect(ordered.object[key] is NSNull, "\(key): \(ordered.text)")
            }
            let id = try #require(ordered.object["id"] as? String)
            let book = try await Self.made(project, "\(path)/\(id)")
            #expect(book["status"] as? String == "ready", "\(book)")
            #expect(book["artworks"] as? Int == 1 && book["omissions"] as? Int == 0 && book["pages"] as? Int == 4)
            for key in ["book_url", "cover_url"] {
                let url = try #require(book[key] as? String)
                let file = try await project.ask("GET", url, ["Authorization": "", "apikey": ""])
                #expect(file.status == 200 && file.headers["content-type"] == "application/pdf")
                #expect(file.body.prefix(5) == Data("%PDF-".utf8))
                let part = try await project.ask("GET", url, ["Range": "bytes=0-4"])
                #expect(part.status == 206 && part.body == Data("%PDF-".utf8))
                let changed = try await project.ask("GET", url.replacing("expires=", with: "expires=9"))
                #expect(changed.status == 400)
            }
            let listed = try await project.ask("GET", path)
            #expect(listed.objects.map { $0["id"] as? String } == [id])
        }
    }

    @Test("books say their titles, children and days, from the moment they are ordered")
    func summaries() async throws {
        try await Project.run(works: false) { project in
            let family = try await Self.family(project)
            let picture = "\(family.id)/sun.jpg"
            let later =
                #"{"family_id":"\#(family.id)","child_id":"\#(family.child)","image_url":"\#(picture)","#
                + #""story":"The moon came out for a walk.","created_date":"2026-12-24"}"#
            #expect(try await project.post("artworks", later).status == 201)
            let first = try #require(
                try await project.get("artworks?select=created_date&order=created_date&limit=1").objects.first)
            let oldest = try #require(first["created_date"] as? String)
            let path = "/books/v1/\(family.id)"
            let year = try await project.ask("POST", path, json: #"{"title":"Our year"}"#)
            let winter = try await project.ask("POST", path, json: #"{"child":"Mia","from":"2026-12-01"}"#)
            #expect(year.object["title"] as? String == "Our year" && year.object["children"] as? [String] == ["Mia"])
            #expect(year.object["from"] as? String == oldest && year.object["to"] as? String == "2026-12-24")
            #expect(winter.object["title"] as? String == "Art by Mia")
            #expect(winter.object["from"] as? String == "2026-12-24" && winter.object["to"] as? String == "2026-12-24")
            let listed = try await project.ask("GET", path).objects
            #expect(Set(listed.compactMap { $0["title"] as? String }) == ["Our year", "Art by Mia"], "\(listed)")
            let id = try #require(year.object["id"] as? String)
            #expect(try await project.ask("GET", "\(path)/\(id)").object["title"] as? String == "Our year")
        }
    }

    @Test("a character that no font has, in anybody's text, keeps no book from being made")
    func unprintable() async throws {
        try await Project.run { project in
            let family = try await Self.family(project)
            let artwork = try #require(try await project.get("artworks?select=id").objects.first?["id"] as? String)
            let comment = try await project.post(
                "artwork_comments", as: Project.dora, #"{"artwork_id":"\#(artwork)","text":"nice\u0007 \ue000"}"#)
            #expect(comment.status == 201, "\(comment.text)")
            let path = "/books/v1/\(family.id)"
            let ordered = try await project.ask("POST", path, json: #"{"title":"Our\u0007 year"}"#)
            let id = try #require(ordered.object["id"] as? String, "\(ordered.text)")
            #expect(try await Self.made(project, "\(path)/\(id)")["status"] as? String == "ready")
        }
    }

    @Test("the books of a family that is deleted go with it")
    func deletedFamily() async throws {
        try await Project.run { project in
            let family = try await Self.family(project)
            let path = "/books/v1/\(family.id)"
            let id = try #require(try await project.ask("POST", path, json: "{}").object["id"] as? String)
            let link = try #require(try await Self.made(project, "\(path)/\(id)")["book_url"] as? String)
            let contents = try await project.service.system.client.store.documents(DocumentQuery(in: .all)).map(
                \.content)
            let picture = try #require(
                try await project.get("artworks?select=image_url").objects.first?["image_url"] as? String)
            #expect(try await project.ask("GET", picture, ["Authorization": "", "apikey": ""]).status == 200)
            #expect(try await project.ask("DELETE", "/rest/v1/families?id=eq.\(family.id)").status == 204)
            // At once, though the documents are still there.
            for url in [link, picture] {
                #expect(try await project.ask("GET", url, ["Authorization": "", "apikey": ""]).status == 404)
            }
            let housekeeping = FamilyHousekeeping(
                project.families, client: project.service.system.client, logger: Logger(label: "test"))
            try await housekeeping.keep()
            #expect(try await project.ask("GET", link).status == 404)
            #expect(try await project.service.system.client.store.documents(DocumentQuery(in: .all)).isEmpty)
            #expect(!contents.isEmpty)
            for content in contents { #expect(try !project.service.system.client.artefacts.contains(content)) }
        }
    }

    @Test("others see neither the family nor its books, and only parents delete one")
    func access() async throws {
        try await Project.run { project in
            let family = try await Self.family(project)
            let path = "/books/v1/\(family.id)"
            let id = try #require(try await project.ask("POST", path, json: "{}").object["id"] as? String)
            let absent = "/books/v1/\(UUID().uuidString)"
            for user in [Project.eve, nil] {
                for (method, mine, other) in [
                    ("GET", path, absent), ("POST", path, absent), ("GET", "\(path)/\(id)", "\(absent)/\(id)"),
                    ("DELETE", "\(path)/\(id)", "\(absent)/\(id)"),
                ] {
                    let order = method == "POST" ? Data("{}".utf8) : nil
                    let hidden = try await project.ask(method, mine, as: user, [:], order)
                    let none = try await project.ask(method, other, as: user, [:], order)
                    #expect(hidden.status == 404 && hidden.body == none.body)
                }
            }
            // Another family's book is absent under one's own family.
            let others = try await project.makeFamily("The Others", of: Project.eve)
            #expect(
                try await project.ask("GET", "/books/v1/\(others.id)/\(id)", as: Project.eve).status == 404)
            #expect(try await project.ask("DELETE", "\(path)/\(id)", as: Project.cleo).status == 403)
            let book = try await Self.made(project, "\(path)/\(id)")
            #expect(try await project.ask("DELETE", "\(path)/\(id)").status == 204)
            #expect(try await project.ask("GET", "\(path)/\(id)").status == 404)
            let link = try #require(book["book_url"] as? String)
            #expect(try await project.ask("GET", link).status == 404)
        }
    }

    // Each node counts the orders that it is taking.
    @Test("an order that cannot be met is refused with its reason, and nothing is kept of it", .onOneNode)
    func refusals() async throws {
        try await Project.run(works: false) { project in
            let family = try await Self.family(project)
            let path = "/books/v1/\(family.id)"
            let cases: [(String, Int, String)] = [
                (#"{"papre":"A4"}"#, 422, "malformed_book"), (#"{"paper":"A3"}"#, 422, "malformed_book"),
                (#"{"from":"2026-02-30"}"#, 422, "malformed_book"), ("\u{0}", 422, "malformed_book"),
                (#"{"child":"Nobody"}"#, 422, "child_unknown"), (#"{"from":"2027-01-01"}"#, 422, "book_empty"),
                (#"{"family":"The Others"}"#, 404, "family_unknown"),
                (#"{"title":"\#(String(repeating: "x", count: 70_000))"}"#, 413, "Payload too large"),
            ]
            for (order, status, error) in cases {
                let answer = try await project.ask("POST", path, json: order)
                #expect(answer.status == status && answer.error == error, "\(order.prefix(40)): \(answer.text)")
            }
            #expect(try await project.ask("GET", path).objects.isEmpty)
            for name in ["not-a-uuid", "%00", "'%20or%201=1--"] {
                #expect(try await project.ask("GET", "/books/v1/\(name)").status == 404)
            }
            // However many come together; the escapes are those of JSON alone.
            let statuses = try await withThrowingTaskGroup(of: Int.self) { orders in
                for _ in 0..<12 {
                    orders.addTask {
                        try await project.ask("POST", path, json: #"{"title":"Sun \ud83c\udf1e"}"#).status
                    }
                }
                return try await orders.reduce(into: [Int]()) { $0.append($1) }
            }
            let accepted = statuses.count { $0 == 202 }
            #expect((1...3).contains(accepted) && statuses.count { $0 == 429 } == 12 - accepted, "\(statuses)")
            for _ in accepted..<3 { #expect(try await project.ask("POST", path, json: "{}").status == 202) }
            let fourth = try await project.ask("POST", path, json: "{}")
            #expect(fourth.status == 429 && fourth.headers["retry-after"] == "10")
        }
    }
}
