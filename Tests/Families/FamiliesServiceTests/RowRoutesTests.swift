import Foundation
import RowQuery
import RowQuerySQL
import ServiceTestSupport
import FamiliesService
import TestSupport
import SQLTestSupport
import Testing

@Suite("Rows over HTTP", .onEveryEngine, .timeLimit(.minutes(30))) struct RowRoutesTests {
    typealias Project = RunningProject
    private static let picture = ColourPicture(width: 64, height: 48) { x, y in
        UInt32(x * 4) << 24 | UInt32(y) << 16 | 255
    }

    /// A family with three artworks of which two have stories.
    private static func gallery(_ project: Project) async throws -> (family: Project.Family, artworks: [String]) {
        let family = try await project.lovelaces()
        var artworks: [String] = []
        let jpeg = try picture.file(.jpeg)
        for (number, story) in ["The sun is a hot yellow ball", "A ship sails over the wide sea", ""].enumerated() {
            let name = "\(family.id)/\(number).jpg"
            try await project.upload(jpeg, name, as: Project.cleo)
            let added = try await project.post(
                "artworks", as: Project.cleo,
                """
                {"child_id":"\(family.child)","image_url":"\(name)","created_date":"2026-01-0\(number + 1)",\
                "title":"\(number)","story":"\(story)"}
                """)
            artworks.append(try #require(added.objects.first?["id"] as? String))
        }
        return (family, artworks)
    }

    @Test("the app's calls: feed, comments, reactions, counts")
    func seed() async throws {
        try await Project.run(works: false) { project in
            let (_, artworks) = try await Self.gallery(project)
            let feed = try await project.get(
                "artworks?select=*,children(*)&story=neq.&order=created_date.desc", as: Project.dora)
            #expect(feed.status == 200 && feed.objects.map { $0["title"] as? String } == ["1", "0"])
            #expect(feed.headers["content-type"] == "application/json; charset=utf-8")
            #expect(feed.headers["content-range"] == "0-1/*")
            let child = feed.objects.first?["children"] as? [String: Any]
            #expect(child?["name"] as? String == "Mia" && child?["initial"] as? String == "M")

            // The Swift SDK sends IDs in capitals.
            let artwork = artworks[0].uppercased()
            let comment = try await project.post(
                "artwork_comments", as: Project.dora,
                #"{"artwork_id":"\#(artwork)","user_id":"\#(Project.dora)","text":"Lovely"}"#, prefer: "return=minimal")
            #expect(comment.status == 201 && comment.body.isEmpty)
            #expect(comment.headers["preference-applied"] == "return=minimal")
            let comments = try await project.get(
                "artwork_comments?select=*&artwork_id=eq.\(artwork)&order=created_at", as: Project.cleo)
            #expect(comments.objects.first?["user_nickname"] as? String == "viewer")

            let reaction = #"{"artwork_id":"\#(artwork)","user_id":"\#(Project.dora)","emoji_type":"heart"}"#
            #expect(try await project.post("artwork_reactions", as: Project.dora, reaction).status == 201)
            let again = try await project.post("artwork_reactions", as: Project.dora, reaction)
            #expect(again.status == 409 && again.code == "23505")
            let other = reaction.replacing("heart", with: "star")
            #expect(try await project.post("artwork_reactions", as: Project.dora, other).status == 201)
            let counts = try await project.post(
                "rpc/get_artwork_reaction_counts", as: Project.ada, #"{"artwork_uuid":"\#(artwork)"}"#)
            #expect(counts.text == #"[{"emoji_type":"star","count":1}]"#)
            let byGet = try await project.get(
                "rpc/user_has_reacted?artwork_uuid=\(artwork)&emoji=star", as: Project.dora)
            #expect(byGet.status == 200 && byGet.text == "true")
            let taken = try await project.ask(
                "DELETE",
                "/rest/v1/artwork_reactions?artwork_id=eq.\(artwork)&user_id=eq.\(Project.dora)&emoji_type=eq.star",
                as: Project.dora, json: "{}")
            #expect(taken.status == 204 && taken.body.isEmpty)
            let members = try await project.get(
                "family_members?select=user_id,nickname&user_id=in.(\(Project.cleo),\(Project.dora))&order=nickname")
            #expect(members.objects.map { $0["nickname"] as? String } == ["member", "viewer"])
        }
    }

    @Test("counts and ranges: 206 for a part, 416 beyond the end, and HEAD with the same headers and no body")
    func ranges() async throws {
        try await Project.run(works: false) { project in
            _ = try await Self.gallery(project)
            let counted = ["Prefer": "count=exact"]
            let all = try await project.get("artworks?select=title&order=title", counted)
            #expect(all.status == 200 && all.headers["content-range"] == "0-2/3")
            #expect(all.headers["preference-applied"] == "count=exact")
            let part = try await project.get(
                "artworks?select=title&order=title", counted.merging(["Range": "1-1"]) { $1 })
            #expect(part.status == 206 && part.headers["content-range"] == "1-1/3" && part.text == #"[{"title":"1"}]"#)
            let limited = try await project.get("artworks?select=title&limit=2", counted)
            #expect(limited.status == 206 && limited.headers["content-range"] == "0-1/3")
            let beyond = try await project.get("artworks?offset=9", counted)
            #expect(beyond.status == 416 && beyond.code == "PGRST103")
            #expect(beyond.headers["content-range"] == "*/3")
            let before = try await project.get("artworks?select=title&order=title&offset=-4", counted)
            #expect(before.status == 200 && before.text == all.text)
            let unnamed = try await project.get("artworks?select=&order=title&limit=1")
            #expect(unnamed.status == 200 && unnamed.objects.first?["title"] as? String != nil)
            let head = try await project.ask("HEAD", "/rest/v1/artworks?select=title&order=title", counted)
            #expect(head.status == 200 && head.body.isEmpty && head.headers["content-range"] == "0-2/3")
            #expect(head.headers["content-length"] == "\(all.body.count)")
            let wrong = try await project.ask("HEAD", "/rest/v1/artworks?select=nothing")
            #expect(wrong.status == 400 && wrong.body.isEmpty)
            #expect(wrong.headers["proxy-status"] == "PostgREST; error=42703")
            // A range is one of GET alone.
            let ranged = try await project.ask(
                "HEAD", "/rest/v1/artworks?select=title", counted.merging(["Range": "1-1"]) { $1 })
            #expect(ranged.headers["content-range"] == "0-2/3")
        }
    }

    @Test("one row as an object, or 406, and then nothing stays written")
    func objects() async throws {
        try await Project.run(works: false) { project in
            let (family, artworks) = try await Self.gallery(project)
            let single = ["Accept": "application/vnd.pgrst.object+json"]
            let one = try await project.get("artworks?select=title&id=eq.\(artworks[0])", single)
            #expect(one.status == 200 && one.text == #"{"title":"0"}"#)
            #expect(one.headers["content-type"] == "application/vnd.pgrst.object+json; charset=utf-8")
            for query in ["artworks?select=title", "artworks?title=eq.x"] {
                let none = try await project.get(query, single)
                #expect(none.status == 406 && none.code == "PGRST116")
            }
            let write = single.merging(["Prefer": "return=representation"]) { $1 }
            let several = try await project.ask(
                "PATCH", "/rest/v1/artworks?child_id=eq.\(family.child)", write, json: #"{"is_favorite":true}"#)
            #expect(several.status == 406 && several.code == "PGRST116")
            let minimal = try await project.ask(
                "PATCH", "/rest/v1/artworks?child_id=eq.\(family.child)", single, json: #"{"is_favorite":true}"#)
            #expect(minimal.status == 406)
            #expect(try await project.get("artworks?is_favorite=is.true").text == "[]")
            let changed = try await project.ask(
                "PATCH", "/rest/v1/artworks?id=eq.\(artworks[0])&select=title", write, json: #"{"title":"Sun"}"#)
            #expect(changed.status == 200 && changed.text == #"{"title":"Sun"}"#)
            let known = try await project.get("artworks", ["Accept": "text/csv"])
            #expect(known.status == 400 && known.code == "PGRST127")
            let bare = try await project.get(
                "artworks?select=title,n:moment_photo_url&id=eq.\(artworks[0])",
                ["Accept": "application/vnd.pgrst.array+json;nulls=stripped"])
            #expect(bare.status == 200 && bare.text == #"[{"title":"Sun"}]"#)
        }
    }

    @Test("a request with a statement beyond its time is refused with PostgreSQL's code")
    func time() async throws {
        let times = StatementTimes(read: .zero, write: .seconds(1_800))
        try await Project.run(works: false, times: times) { project in
            let family = try await project.lovelaces()
            let children = (0..<300).map { #"{"family_id":"\#(family.id)","name":"\#($0)"}"# }
            let added = try await project.post(
                "children", "[\(children.joined(separator: ","))]", prefer: "return=minimal")
            #expect(added.status == 201)
            // All children of the family of each child.
            let late = try await project.get("children?select=name,families(children(name))")
            #expect(late.status == 500 && late.code == "57014")
            #expect(late.headers["proxy-status"] == "PostgREST; error=57014")
        }
    }

    @Test("a PUT changes the row of its key or adds it, under the policies of other writes")
    func puts() async throws {
        try await Project.run(works: false) { project in
            let family = try await project.lovelaces()
            func put(_ query: String, _ name: String, as user: String?, prefer: String = "") async throws -> HTTPAnswer
            {
                try await project.ask(
                    "PUT", "/rest/v1/children?" + query, as: user, ["Prefer": prefer],
                    json: """
                        {"id":"\(family.child)","family_id":"\(family.id)","name":"\(name)","birth_date":"2024-05-31"}
                        """)
            }
            let key = "id=eq.\(family.child)"
            let changed = try await put(key + "&select=name", "Mimi", as: Project.ada, prefer: "return=representation")
            #expect(changed.status == 200 && changed.text == #"[{"name":"Mimi"}]"#)
            #expect(try await put(key, "Momo", as: Project.ada).status == 204)
            for user in [Project.dora, Project.eve] {
                let refused = try await put(key, "Nono", as: user)
                #expect(refused.status == 403 && refused.code == "42501")
            }
            let other = try await put("name=eq.Momo", "x", as: Project.ada)
            #expect(other.status == 405 && other.code == "PGRST105" && other.headers["allow"]?.contains("PUT") == true)
            #expect(try await put("id=eq.\(Project.eve)", "x", as: Project.ada).code == "PGRST115")
            #expect(try await project.get("children?select=name").text == #"[{"name":"Momo"}]"#)
            let added = try await project.ask(
                "POST", "/rest/v1/children", ["Prefer": "return=headers-only"],
                json: #"{"family_id":"\#(family.id)","name":"Tom","birth_date":"2024-05-31"}"#)
            let place = try #require(added.headers["location"])
            #expect(added.status == 201 && added.body.isEmpty && place.hasPrefix("/children?id=eq."))
            #expect(try await project.get(String(place.dropFirst()) + "&select=name").text == #"[{"name":"Tom"}]"#)
        }
    }

    @Test("every error has the status of its code")
    func errors() async throws {
        try await Project.run(works: false) { project in
            let (family, artworks) = try await Self.gallery(project)
            func expect(
                _ code: String, _ status: Int, _ method: String, _ path: String, as user: String? = Project.ada,
                _ headers: [String: String] = [:], _ json: String? = nil
            ) async throws {
                let path = "/rest/v1/" + path
                let answer =
                    if let json {
                        try await project.ask(method, path, as: user, headers, json: json)
                    } else {
                        try await project.ask(method, path, as: user, headers)
                    }
                #expect(answer.code == code && answer.status == status, "\(method) \(path): \(answer.text)")
                #expect(Set(answer.object.keys) == ["code", "details", "hint", "message"])
            }
            try await expect("PGRST100", 400, "GET", "artworks?select=(")
            try await expect("PGRST102", 400, "POST", "children", [:], "{")
            try await expect("PGRST103", 416, "GET", "artworks", ["Range": "5-1"])
            try await expect("PGRST106", 406, "GET", "artworks", ["Accept-Profile": "storage"])
            try await expect("PGRST106", 406, "POST", "children", ["Content-Profile": "auth"], "{}")
            try await expect("PGRST107", 406, "GET", "artworks", ["Accept": "image/png"])
            try await expect("PGRST108", 400, "GET", "artworks?children.name=eq.x")
            try await expect("PGRST116", 406, "GET", "artworks", ["Accept": "application/vnd.pgrst.object+json"])
            try await expect("PGRST122", 400, "GET", "artworks", ["Prefer": "handling=strict, tx=rollback"])
            try await expect("PGRST127", 400, "GET", "artworks?title=fts.x")
            try await expect("PGRST127", 400, "GET", "artworks", ["Accept": "text/csv"])
            try await expect("PGRST200", 400, "GET", "artworks?select=family_invites(*)")
            try await expect("PGRST202", 404, "POST", "rpc/nothing", [:], "{}")
            try await expect("PGRST202", 404, "GET", "rpc/nothing?arr=%7B1%7D")
            try await expect("PGRST204", 400, "POST", "children", [:], #"{"nothing":1}"#)
            try await expect("PGRST205", 404, "GET", "pictures")
            try await expect("21000", 400, "DELETE", "artworks")
            try await expect("21000", 400, "PATCH", "artworks", [:], #"{"title":"x"}"#)
            try await expect("22P02", 400, "GET", "artworks?id=eq.x")
            try await expect(
                "23502", 400, "POST", "children", [:], #"{"family_id":"\#(family.id)"}"#)
            try await expect(
                "23514", 400, "POST", "children", [:], #"{"family_id":"\#(family.id)","name":" "}"#)
            try await expect("42703", 400, "GET", "artworks?nothing=eq.1")
            try await expect("22P02", 400, "GET", "artworks?select=created_date::text,title::uuid")
            try await expect("42704", 400, "GET", "artworks?select=title::nothing")
            try await expect("42803", 400, "GET", "artworks?select=count(),child_id&order=title")
            try await expect("42846", 400, "GET", "artworks?select=is_favorite::date")
            try await expect("42883", 404, "GET", "artworks?select=title.sum()")
            try await expect("42883", 404, "GET", "artworks?select=tags-%3E%3E0-%3E1")
            try await expect("PGRST127", 400, "GET", "artworks?select=count(),artwork_comments(id)")
            let many = (0..<33).map { "a\($0):title.max()" }.joined(separator: ",")
            try await expect("PGRST100", 400, "GET", "artworks?select=\(many)")
            // A hidden column does not exist, whatever is done with it.
            for column in ["deleted_at", "document"] {
                for query in [
                    "select=\(column)::text", "select=\(column).max()", "select=\(column)-%3E%3E0",
                    "select=count(),\(column)",
                    "\(column)-%3E%3E0=is.null", "order=\(column)-%3E0", "select=count()&\(column)=is.null",
                ] {
                    try await expect("42703", 400, "GET", "artworks?\(query)")
                }
            }
            try await expect("42703", 400, "GET", "artwork_reactions?select=family_id.count()")
            try await expect("42883", 404, "GET", "artworks?is_favorite=like.x")
            try await expect("25006", 405, "GET", "rpc/create_family_for_user?family_name=x")
            let artwork = #"{"artwork_id":"\#(artworks[0])","text":"Hello"}"#
            try await expect("42501", 403, "POST", "artwork_comments", as: Project.eve, [:], artwork)
            try await expect("42501", 401, "POST", "artwork_comments", as: nil, [:], artwork)
            try await expect("PGRST301", 401, "GET", "artworks", as: "a-stranger", [:])
            try await expect("PGRST303", 401, "GET", "artworks", as: NamedCallers.expired, [:])
            try await expect(
                "PGRST302", 401, "GET", "artworks", as: nil, ["Authorization": "", "apikey": ""])
        }
    }

    @Test("aggregates and paths are of the rows that the caller may see")
    func values() async throws {
        try await Project.run(works: false) { project in
            let (family, artworks) = try await Self.gallery(project)
            let groups = "artworks?select=child_id,count(),last:created_date.max(),title.max()::text"
            let own = #"[{"child_id":"\#(family.child)","count":3,"last":"2026-01-03","max":"2"}]"#
            #expect(try await project.get(groups).text == own)
            #expect(try await project.get(groups, as: Project.eve).text == "[]")
            for stranger in [Project.eve, nil] {
                let counts = try await project.get(
                    "artworks?select=count(),n:is_favorite::int.sum(),image_url.max()", as: stranger)
                #expect(counts.status == 200 && counts.text == #"[{"count":0,"n":null,"max":null}]"#)
                let members = try await project.get(
                    "families?select=count(),family_members(count())", as: stranger)
                #expect(members.code == "PGRST127")
            }
            _ = try await project.ask(
                "PATCH", "/rest/v1/artworks?id=eq.\(artworks[0])", json: #"{"tags":["sky","sea"]}"#)
            let tagged = "artworks?select=title,first:tags-%3E0,tags-%3E%3E-1&tags-%3E%3E0=eq.sky"
            #expect(try await project.get(tagged).text == #"[{"title":"0","first":"sky","tags":"sea"}]"#)
            #expect(try await project.get(tagged, as: Project.eve).text == "[]")
            let counted = try await project.get(
                "families?select=name,children(count()),artworks(is_favorite,count())", ["Prefer": "count=exact"])
            #expect(counted.headers["content-range"] == "0-0/1")
            #expect(
                counted.text
                    == #"[{"name":"The Lovelaces","children":[{"count":1}],"artworks":[{"is_favorite":false,"count":3}]}]"#
            )
            // An age is computed by the program.
            let ages = try await project.get("artworks?select=child_age_months.count(),n:count()")
            #expect(ages.status == 200 && ages.objects.first?["n"] as? Int == 3)
        }
    }

    @Test("a refused row is answered by what is allowed, never by what was written")
    func refusedRow() async throws {
        try await Project.run(works: false) { project in
            let (family, artworks) = try await Self.gallery(project)
            let secret = String(repeating: "secret", count: 100)
            let child = try await project.post(
                "children", as: Project.ada, #"{"family_id":"\#(family.id)","name":"\#(secret)"}"#)
            #expect(child.status == 400 && child.code == "23514")
            #expect(child.object["message"] as? String == "The name must have 1 to 100 characters.")
            #expect(
                child.object["details"] as? String == "A new row for “children” violates the check “name_length”.")
            #expect(!child.text.contains("secret"))

            let story = try await project.ask(
                "PATCH", "/rest/v1/artworks?id=eq.\(artworks[0])", json: #"{"story":"secret"}"#)
            #expect(story.status == 400 && story.code == "23514")
            #expect(story.object["message"] as? String == "The story must have 20 to 10,000 characters.")
            #expect(!story.text.contains("secret"))
        }
    }

    @Test("what is hidden is answered by the same bytes as what does not exist")
    func hidden() async throws {
        try await Project.run(works: false) { project in
            let (family, artworks) = try await Self.gallery(project)
            let absent = UUID().uuidString.lowercased()
            func answers(_ method: String, _ path: (String) -> String, json: String? = nil) async throws {
                var all: [(Int, String, String)] = []
                for id in [artworks[0], absent] {
                    let headers = ["Prefer": "return=representation, count=exact"]
                    let path = "/rest/v1/" + path(id)
                    let body = json?.replacing("ID", with: id)
                    let answer =
                        if let body {
                            try await project.ask(method, path, as: Project.eve, headers, json: body)
                        } else {
                            try await project.ask(method, path, as: Project.eve, headers)
                        }
                    all.append(
                        (
                            answer.status, answer.text.replacing(id, with: "ID"),
                            answer.headers["content-range"] ?? ""
                        ))
                }
                #expect(all[0] == all[1], "\(method)")
            }
            try await answers("GET") { "artworks?id=eq.\($0)" }
            try await answers("GET") { "artwork_comments?select=*,artworks!inner(*)&artwork_id=eq.\($0)" }
            try await answers("PATCH", { "artworks?id=eq.\($0)" }, json: #"{"title":"Mine"}"#)
            try await answers("DELETE") { "artworks?id=eq.\($0)" }
            try await answers("POST", { _ in "artwork_comments" }, json: #"{"artwork_id":"ID","text":"Hello"}"#)
            try await answers("POST", { _ in "rpc/get_artwork_reaction_counts" }, json: #"{"artwork_uuid":"ID"}"#)
            #expect(try await project.get("families?select=name", as: Project.eve).text == "[]")
            #expect(try await project.get("families?select=name", as: nil).text == "[]")
            #expect(try await project.get("families?select=name&id=eq.\(family.id)").objects.count == 1)
        }
    }

    @Test("upserts, several rows, counts of writes, and the app's key in the query")
    func writes() async throws {
        try await Project.run(works: false) { project in
            let family = try await project.lovelaces()
            let two = try await project.post(
                "children?columns=%22family_id%22,%22name%22&select=name",
                #"[{"family_id":"\#(family.id)","name":"Tom"},{"family_id":"\#(family.id)","name":"Una"}]"#,
                prefer: "return=representation,count=exact")
            #expect(two.status == 201 && two.text == #"[{"name":"Tom"},{"name":"Una"}]"#)
            #expect(two.headers["content-range"] == "*/2")
            let merged = try await project.post(
                "children?select=name", #"{"id":"\#(family.child)","family_id":"\#(family.id)","name":"Mia A."}"#,
                prefer: "return=representation,resolution=merge-duplicates")
            // Nothing is created.
            #expect(merged.status == 200 && merged.text == #"[{"name":"Mia A."}]"#)
            for (resolution, status) in [("merge-duplicates", 200), ("ignore-duplicates", 201)] {
                let none = try await project.post(
                    "children?select=name", "[]", prefer: "return=representation,resolution=\(resolution)")
                #expect(none.status == status && none.text == "[]")
            }
            let renamed = try await project.ask(
                "PATCH", "/rest/v1/children?name=eq.Tom&apikey=\(NamedCallers.key)", ["Prefer": "count=exact"],
                json: #"{"name":"Tim"}"#)
            #expect(renamed.status == 204 && renamed.headers["content-range"] == "0-0/1")
            let deleted = try await project.ask(
                "DELETE", "/rest/v1/children?name=eq.Tim&select=name", ["Prefer": "return=representation"])
            #expect(deleted.status == 200 && deleted.text == #"[{"name":"Tim"}]"#)
            let left = try await project.ask("POST", "/rest/v1/rpc/delete_my_account", as: Project.dora)
            #expect(left.status == 204 && left.body.isEmpty)
        }
    }

    @Test("a query nested a thousand deep, long lists and large bodies are refused or answered, not suffered")
    func hostile() async throws {
        try await Project.run(works: false) { project in
            let open = String(repeating: "and(", count: 1_000)
            let nested = try await project.get("artworks?or=(\(open)id.is.null\(String(repeating: ")", count: 1_000)))")
            #expect(nested.status == 400 && nested.code == "PGRST100")
            let embeds = String(repeating: "children(", count: 1_000) + "*" + String(repeating: ")", count: 1_000)
            let embedded = try await project.get("artworks?select=\(embeds)")
            #expect(embedded.status == 400 && embedded.code == "PGRST127")
            let ids = Array(repeating: UUID().uuidString, count: 800).joined(separator: ",")
            #expect(try await project.get("artworks?id=in.(\(ids))").text == "[]")
            let megabyte = try await project.get("artworks?id=in.(\(String(repeating: "a,", count: 500_000)))")
            #expect(megabyte.status == 431)
            let body = "[" + String(repeating: "[", count: 100_000)
            let deep = try await project.post("children", body)
            #expect(deep.status == 400 && deep.code == "PGRST102")
            let large = try await project.post("children", #"{"name":"\#(String(repeating: "x", count: 5 << 20))"}"#)
            #expect(large.status == 400 && large.code == "PGRST102")
            for type in ["text/csv", "application/x-www-form-urlencoded"] {
                let answer = try await project.ask(
                    "POST", "/rest/v1/children", ["Content-Type": type], Data("name\nMia".utf8))
                #expect(answer.status == 400 && answer.code == "PGRST127")
            }
        }
    }

    @Test("whoever calls functions too often is slowed down as the service says")
    func throttle() async throws {
        try await Project.run(works: false, admits: { name, _ in name != "accept_family_invite" }) { project in
            let refused = try await project.post("rpc/accept_family_invite", #"{"invite_code":"ABCDEFGH"}"#)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "30")
            #expect(refused.code == "too_many_requests")
        }
    }

    /// Queries made of the language's own pieces: most are wrong somewhere, and none may be the service's fault.
    @Test("whatever the query string says, the answer is one of the language's")
    func fuzz() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["FORMWRIGHT_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64(Int64.max))
        let rounds = min(20_000, environment["FORMWRIGHT_FUZZ"].flatMap { Int($0) } ?? 300)
        try await Project.run(works: false) { project in
            _ = try await project.lovelaces()
            var random = SeededGenerator(seed: seed)
            let pieces = [
                "select", "order", "limit", "offset", "or", "and", "not", "id", "name", "children", "families",
                "created_at",
                "=", "&", ".", ",", "(", ")", "*", "!", "!inner", ":", "eq", "neq", "in", "is", "like", "cs", "null",
                "desc",
                "nullsfirst", "\"", "\\", "%25", "%00", "%22", "%ff", "+", "{}", "->", "::text", "count()", "🦊", "-1",
                "0",
                "99999999999999999999", "..", "'", ";", "--", " ", "$1", "\u{301}",
            ]
            for _ in 0..<rounds {
                let query = (0..<(1 + random.next() % 14)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))]
                }
                .joined()
                let encoded =
                    query.addingPercentEncoding(
                        withAllowedCharacters: .urlQueryAllowed.union(CharacterSet(charactersIn: "%"))) ?? ""
                let table = ["children", "families", "artworks"][Int(random.next() % 3)]
                let answer = try await project.get("\(table)?\(encoded)")
                let isKnown = [200, 206, 300, 400, 404, 406, 416].contains(answer.status)
                #expect(isKnown, "seed \(seed): \(table)?\(query) is answered with \(answer.status)")
                if answer.status >= 300 { #expect(answer.code != nil, "seed \(seed)") }
            }
        }
    }
}
