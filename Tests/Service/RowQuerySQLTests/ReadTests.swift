import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import Testing

@Suite("Reading", .onEveryEngine)
struct ReadTests {
    private let families: Families

    init() throws {
        families = try Families()
    }

    private func titles(_ query: String, as user: String? = Families.ada) throws -> String {
        try families.rows("artworks", "select=title&order=created_date&\(query)", as: user)
            .replacing("{\"title\":", with: "").replacing("}", with: "")
    }

    @Test("the feed has artworks with stories, newest first, each with its child")
    func feed() throws {
        let rows = try families.rows(
            "artworks", "select=title,children(*)&story=neq.&order=created_date.desc")
        #expect(
            rows == """
                [{"title":"Sea","children":{"id":"\(Families.tom)","family_id":"\(Families.lovelaces)","name":"Tom",\
                "birth_date":null,"height":null,"avatar_color":null,"color":"#E91E63","initial":"T"}},\
                {"title":"Sun","children":{"id":"\(Families.mia)","family_id":"\(Families.lovelaces)","name":"mia",\
                "birth_date":"2020-05-01","height":104.5,"avatar_color":"#112233","color":"#112233","initial":"M"}}]
                """)
    }

    @Test("all columns come in the declared order, with truth values, lists and timestamps as PostgREST writes them")
    func allColumns() throws {
        #expect(
            try families.rows("artworks", "id=eq.\(Families.sun)") == """
                [{"id":"\(Families.sun)","family_id":"\(Families.lovelaces)","child_id":"\(Families.mia)","title":"Sun",\
                "story":"The sun is a hot 100% yellow ball","image_url":"https://example.org/a.png?token=t",\
                "created_date":"2025-06-01","tags":["sky","warm, bright"],"pages":2,"is_favorite":true,\
                "uploaded_by":"\(Families.ada)","follows_id":null,"uploaded_at":"2026-01-31T09:30:00.000000+00:00","status":"ready"}]
                """)
    }

    @Test(
        "filters find the rows that PostgreSQL's operators find",
        arguments: [
            ("id=eq.\(Families.sun.uppercased())", #"["Sun"]"#),
            ("title=neq.Sun", #"["old_one","Sea"]"#),
            ("story=neq.", #"["Sun","Sea"]"#),
            ("pages=gt.1&pages=lt.10", #"["Sun"]"#),
            ("pages=gte.2&pages=lte.10", #"["old_one","Sun"]"#),
            ("created_date=gte.2025-06-01", #"["Sun","Sea"]"#),
            ("uploaded_at=eq.2026-01-31T10:30:00%2B01:00", #"["old_one","Sun","Sea"]"#),
            ("story=like.The%25", #"["Sun","Sea"]"#),
            ("story=like.*sea*", "[]"),
            ("story=ilike.*sea*", #"["Sea"]"#),
            ("story=ilike.*%C3%BCNDER*", #"["Sea"]"#),
            ("story=like.*100%5C%25*", #"["Sun"]"#),
            ("title=like.old%5C_one", #"["old_one"]"#),
            ("title=like.S_n", #"["Sun"]"#),
            ("title=like.*%5Bo%5D*", "[]"),
            ("title=in.(Sun,\"Sea\",\"a,b\")", #"["Sun","Sea"]"#),
            ("title=in.()", "[]"),
            ("title=not.in.(Sun)", #"["old_one","Sea"]"#),
            ("story=is.null", #"["old_one"]"#),
            ("story=not.is.null", #"["Sun","Sea"]"#),
            ("story=is.not_null", #"["Sun","Sea"]"#),
            ("is_favorite=is.true", #"["Sun"]"#),
            ("is_favorite=eq.false", #"["old_one","Sea"]"#),
            ("is_favorite=not.is.true", #"["old_one","Sea"]"#),
            ("tags=cs.{sky}", #"["Sun"]"#),
            ("tags=cs.{\"warm, bright\",sky}", #"["Sun"]"#),
            ("tags=cs.{}", #"["old_one","Sun","Sea"]"#),
            ("tags=eq.{water}", #"["Sea"]"#),
            ("or=(title.eq.Sun,pages.eq.10)", #"["old_one","Sun"]"#),
            ("or=(and(title.eq.Sun,pages.eq.1),story.is.null)", #"["old_one"]"#),
            ("not.or=(title.eq.Sun,story.is.null)", #"["Sea"]"#),
            ("and=(title.not.eq.Sun,tags.cs.{water})", #"["Sea"]"#),
            ("or=(title.in.(Sun,Sea),title.eq.\"x)\")", #"["Sun","Sea"]"#),
        ])
    func filters(_ query: String, _ expected: String) throws {
        #expect(try titles(query) == expected)
    }

    @Test("computed columns can be filtered and ordered by")
    func computedColumns() throws {
        #expect(try families.rows("children", "select=name&initial=eq.M") == #"[{"name":"mia"}]"#)
        #expect(try families.rows("children", "select=name&order=initial.desc") == #"[{"name":"Tom"},{"name":"mia"}]"#)
        #expect(
            try families.rows("artwork_comments", "select=text,user_nickname&order=created_at")
                == #"[{"text":"Lovely","user_nickname":"Gran"},{"text":"So bright","user_nickname":"Family member"}]"#)
    }

    @Test("a lookup finds the row of all its links, in a table that clients cannot name")
    func lookups() throws {
        // Gran has another name in the other family.
        try families.database.writeBlocking { db in
            try db.execute(
                "INSERT INTO test_members SELECT ?, ?, user_id, 'viewer', 'Dora', joined_at FROM test_members WHERE id = ?",
                [Families.id(20), Families.eves, Families.id(34)])
        }
        #expect(
            try families.rows("artwork_comments", "select=user_nickname&text=eq.Lovely", as: Families.ada)
                == #"[{"user_nickname":"Gran"}]"#)
        #expect(try families.rows("artworks", "select=title&status=eq.ready") == #"[{"title":"Sun"}]"#)
        #expect(try code { try families.rows("documents") } == .unknownTable)
        #expect(try code { try families.rows("artworks", "select=documents(*)") } == .noRelationship)
    }

    @Test("rows without a value come last, and first in falling order, unless it is said")
    func nulls() throws {
        let names = { (order: String) in try families.rows("children", "select=birth_date&order=birth_date\(order)") }
        let filled = #"{"birth_date":"2020-05-01"}"#
        let empty = #"{"birth_date":null}"#
        #expect(try names("") == "[\(filled),\(empty)]")
        #expect(try names(".desc") == "[\(empty),\(filled)]")
        #expect(try names(".desc.nullslast") == "[\(filled),\(empty)]")
        #expect(try names(".nullsfirst") == "[\(empty),\(filled)]")
    }

    @Test("texts are ordered by their bytes")
    func byteOrder() throws {
        #expect(
            try families.rows("children", "select=name&order=name") == #"[{"name":"Tom"},{"name":"mia"}]"#)
    }

    @Test("embeds go both ways, two deep, with aliases, hints, filters, orders and limits of their own")
    func embeds() throws {
        #expect(
            try families.rows(
                "children",
                "select=name,pictures:artworks(title,artwork_comments(text))&order=name"
                    + "&artworks.order=created_date.desc&artworks.limit=1"
                    + "&artworks.artwork_comments.text=like.So*")
                == #"[{"name":"Tom","pictures":[{"title":"Sea","artwork_comments":[]}]},"#
                + #"{"name":"mia","pictures":[{"title":"Sun","artwork_comments":[{"text":"So bright"}]}]}]"#)
        #expect(
            try families.rows(
                "artworks",
                "select=title,follows:follows_id(title),child_id(name)&title=eq.Sea")
                == #"[{"title":"Sea","follows":{"title":"Sun"},"child_id":{"name":"Tom"}}]"#)
        #expect(
            try families.rows("artworks", "select=title,families(name),children!artworks_child_fkey(name)&title=eq.Sun")
                == #"[{"title":"Sun","families":{"name":"The Lovelaces"},"children":{"name":"mia"}}]"#)
    }

    @Test("rows are counted, in embeds too")
    func counts() throws {
        #expect(
            try families.rows("artworks", "select=title,artwork_comments(count),children(count())&order=title.desc")
                == #"[{"title":"old_one","artwork_comments":[{"count":0}],"children":{"count":1}},"#
                + #"{"title":"Sun","artwork_comments":[{"count":2}],"children":{"count":1}},"#
                + #"{"title":"Sea","artwork_comments":[{"count":0}],"children":{"count":1}}]"#)
        #expect(try families.rows("artworks", "select=n:count()") == #"[{"n":3}]"#)
        #expect(
            try families.rows(
                "artworks", "select=artwork_comments(count)&title=eq.Sun&artwork_comments.text=eq.Lovely")
                == #"[{"artwork_comments":[{"count":1}]}]"#)
    }

    @Test("an inner embed leaves out rows without one, and a null one keeps only those")
    func innerEmbeds() throws {
        #expect(
            try families.rows("artworks", "select=title,artwork_comments!inner(text)&artwork_comments.text=eq.Lovely")
                == #"[{"title":"Sun","artwork_comments":[{"text":"Lovely"}]}]"#)
        #expect(
            try families.rows("artworks", "select=title,artwork_comments()&artwork_comments=is.null&order=title")
                == #"[{"title":"Sea"},{"title":"old_one"}]"#)
        #expect(
            try families.rows("artworks", "select=title,artwork_comments()&artwork_comments=not.is.null")
                == #"[{"title":"Sun"}]"#)
        #expect(
            try families.rows("artworks", "select=title,children!inner()&children.name=eq.Tom") == #"[{"title":"Sea"}]"#
        )
    }

    @Test("rows are ordered by a to-one embed")
    func relatedOrder() throws {
        #expect(
            try families.rows("artworks", "select=title,children(name)&order=children(name).desc,title")
                == #"[{"title":"Sun","children":{"name":"mia"}},{"title":"old_one","children":{"name":"mia"}},"#
                + #"{"title":"Sea","children":{"name":"Tom"}}]"#)
    }

    @Test("a range and a count make a content range")
    func ranges() throws {
        let page = try families.get("artworks", "select=title&order=title", range: "1-1", prefer: "count=exact")
        #expect(page.rows == [#"{"title":"Sun"}"#])
        #expect(page.range.description == "1-1/3")
        #expect(page.range.isPartial)
        let all = try families.get("artworks", "limit=10", prefer: "count=exact")
        #expect(all.range.description == "0-2/3")
        #expect(!all.range.isPartial)
        #expect(try families.get("artworks", "limit=0").range.description == "*/*")
        #expect(try families.get("artworks", "title=eq.x", prefer: "count=exact").range.description == "*/0")
        #expect(
            try code { try families.get("artworks", "offset=4", prefer: "count=exact") } == .rangeOutside)
    }

    @Test("a single row is an object, and anything else is refused")
    func single() throws {
        #expect(
            String(decoding: try families.get("artworks", "select=title&title=eq.Sun").single(), as: UTF8.self)
                == #"{"title":"Sun"}"#)
        #expect(try code { try families.get("artworks").single() } == .notSingle)
        #expect(try code { try families.get("artworks", "title=eq.x").single() } == .notSingle)
    }

    @Test("text of a client stays text, whatever it is")
    func injection() throws {
        let text = "x') OR 1=1; DROP TABLE test_artworks; --"
        let encoded = "x%27)%20OR%201%3D1;%20DROP%20TABLE%20test_artworks;%20--"
        #expect(try titles("title=eq.\(encoded)") == "[]")
        #expect(
            try families.rows("artworks", "select=%22\(encoded)%22:title&title=eq.Sun") == #"[{"\#(text)":"Sun"}]"#)
        #expect(
            try code { try families.rows("artworks", "\(encoded.replacing(";", with: "%3B"))=eq.1") }
                == .unreadableParameter)
        #expect(try families.count("artworks") == 5)
    }
}
