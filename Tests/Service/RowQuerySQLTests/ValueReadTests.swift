import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import Testing

@Suite("Casts, aggregates and paths", .onEveryEngine)
struct ValueReadTests {
    private let families: Families

    init() throws {
        families = try Families()
    }

    // MARK: Casts

    @Test("a cast has PostgreSQL's text of each type")
    func casts() throws {
        #expect(
            try families.rows(
                "artworks",
                "select=pages::text,is_favorite::text,tags::text,uploaded_at::text,t:created_date::timestamptz,"
                    + "d:uploaded_at::date,f:pages::float,n:pages::numeric,b:is_favorite::int&title=eq.Sun")
                == #"[{"pages":"2","is_favorite":"true","tags":"{sky,\"warm, bright\"}","#
                + #""uploaded_at":"2026-01-31 09:30:00+00","t":"2025-06-01T00:00:00.000000+00:00","d":"2026-01-31","#
                + #""f":2,"n":2,"b":1}]"#)
        #expect(
            try families.rows("children", "select=height::text,h:height::int,birth_date::text&order=name.desc")
                == #"[{"height":"104.5","h":105,"birth_date":"2020-05-01"},{"height":null,"h":null,"birth_date":null}]"#
        )
    }

    @Test("a value that cannot be cast refuses the request without being repeated, unless its caller may not see it")
    func failingCasts() throws {
        let error = #expect(throws: RowQueryError.self) { try families.rows("artworks", "select=title::int") }
        #expect(error?.code == .invalidValue && error?.message.contains("integer") == true)
        for title in ["Sun", "Sea", "old_one", "Secret"] { #expect(error?.message.contains(title) == false) }
        #expect(
            try code { try families.rows("artworks", "select=x:pages::smallint.sum()::uuid") } == .noCast)
        #expect(try code { try families.rows("artworks", "select=title::int.sum()") } == .invalidValue)
        #expect(try families.rows("artworks", "select=title::int&title=eq.Secret") == "[]")
        #expect(try families.rows("artworks", "select=title::int&title=eq.Gone") == "[]")
        // The tables are still there, and the connection works.
        #expect(try families.count("artworks") == 5)
    }

    // MARK: Aggregates

    @Test("aggregates go over the rows of each group")
    func groups() throws {
        #expect(
            try families.rows(
                "artworks",
                "select=child_id,count(),pages.sum(),pages.avg(),pages.max(),first:created_date.min(),last:title.max()"
                    + "&order=child_id.desc")
                == #"[{"child_id":"\#(Families.tom)","count":1,"sum":1,"avg":1.00000000000000000000,"max":1,"#
                + #""first":"2025-07-01","last":"Sea"},"#
                + #"{"child_id":"\#(Families.mia)","count":2,"sum":12,"avg":6.0000000000000000,"max":10,"#
                + #""first":"2024-01-01","last":"old_one"}]"#)
        #expect(
            try families.rows("artworks", "select=is_favorite,n:count()::text,s:pages::numeric.sum()::text")
                == #"[{"is_favorite":false,"n":"2","s":"11"},{"is_favorite":true,"n":"1","s":"2"}]"#)
        #expect(try code { try families.rows("artworks", "select=story.count(),title.count()") } == .duplicateField)
        #expect(
            try families.rows("artworks", "select=s:story.count(),pages.sum(),pages.max()&title=eq.x")
                == #"[{"s":0,"sum":null,"max":null}]"#)
        #expect(try families.rows("artworks", "select=title,pages.sum()&title=eq.x") == "[]")
        #expect(
            try families.rows("artworks", "select=pages::float.avg(),f:pages::float.sum()::int")
                .hasPrefix(#"[{"avg":4.333333333333333"#))
    }

    @Test("groups have limits, ranges and a number of their own")
    func ranges() throws {
        let all = try families.get("artworks", "select=child_id,count()&order=child_id", prefer: "count=exact")
        #expect(all.range.description == "0-1/2")
        let one = try families.get(
            "artworks", "select=child_id,count()&order=child_id&limit=1&offset=1", prefer: "count=exact")
        #expect(one.rows == [#"{"child_id":"\#(Families.tom)","count":1}"#] && one.range.description == "1-1/2")
        #expect(try families.get("artworks", "select=count()", prefer: "count=exact").range.description == "0-0/1")
    }

    @Test("aggregates in embeds go over the related rows, and a single embed can be a key")
    func embeds() throws {
        #expect(
            try families.rows("children", "select=name,artworks(count(),pages.sum())&order=name")
                == #"[{"name":"Tom","artworks":[{"count":1,"sum":1}]},{"name":"mia","artworks":[{"count":2,"sum":12}]}]"#
        )
        #expect(
            try families.rows(
                "artworks",
                "select=title,artwork_comments(user_id,count())&artwork_comments.order=user_id.desc&title=neq.old_one&order=title"
            )
                == #"[{"title":"Sea","artwork_comments":[]},{"title":"Sun","artwork_comments":["#
                + #"{"user_id":"\#(Families.dora)","count":1},{"user_id":"\#(Families.ben)","count":1}]}]"#)
        #expect(
            try families.rows(
                "artworks",
                "select=title,artwork_comments(user_id,count())&artwork_comments.limit=1&title=eq.Sun&artwork_comments.text=eq.Lovely"
            ) == #"[{"title":"Sun","artwork_comments":[{"user_id":"\#(Families.dora)","count":1}]}]"#)
        #expect(
            try families.rows("artworks", "select=count(),children(name)")
                == #"[{"count":1,"children":{"name":"Tom"}},{"count":2,"children":{"name":"mia"}}]"#)
        #expect(
            try families.rows("artworks", "select=title,artwork_comments!inner(count())")
                == #"[{"title":"Sun","artwork_comments":[{"count":2}]}]"#)
        #expect(
            try families.rows("artwork_comments", "select=text,artworks(pages.sum())&order=text")
                == #"[{"text":"Lovely","artworks":{"sum":2}},{"text":"So bright","artworks":{"sum":2}}]"#)
    }

    @Test("aggregates count only the rows that their caller may see")
    func policies() throws {
        let query = "select=count(),pages.sum(),title.max()"
        #expect(try families.count("artworks") == 5)
        #expect(try families.rows("artworks", query) == #"[{"count":3,"sum":13,"max":"old_one"}]"#)
        #expect(try families.rows("artworks", query, as: Families.eve) == #"[{"count":1,"sum":3,"max":"Secret"}]"#)
        #expect(try families.rows("artworks", query, as: nil) == #"[{"count":0,"sum":null,"max":null}]"#)
        #expect(
            try families.rows("families", "select=name,artworks(count(),pages.sum()),children(count())")
                == #"[{"name":"The Lovelaces","artworks":[{"count":3,"sum":13}],"children":[{"count":2}]}]"#)
        #expect(try families.rows("artworks", "select=title,count()&title=in.(Secret,Gone)") == "[]")
        #expect(
            try families.rows("artworks", "select=count()&or=(title.eq.Secret,tags->>0.eq.sky)") == #"[{"count":1}]"#)
        // A table without a policy is closed.
        var closed = families
        closed.policies = try Policies([:], for: families.schema)
        #expect(try closed.rows("artworks", query) == #"[{"count":0,"sum":null,"max":null}]"#)
    }

    @Test("what is read in place of a stored value is cast, grouped and aggregated in its place")
    func readColumns() throws {
        let link = "https://example.org/a.png?token=t"
        #expect(try families.rows("artworks", "select=image_url::text&title=eq.Sun") == #"[{"image_url":"\#(link)"}]"#)
        #expect(
            try families.rows("artworks", "select=image_url.min(),n:image_url.count()")
                == #"[{"min":"\#(link)","n":2}]"#)
        #expect(
            try families.rows("artworks", "select=image_url,count()&title=eq.Sun")
                == #"[{"image_url":"\#(link)","count":1}]"#)
        #expect(
            try families.rows("children", "select=initial,count()&order=initial")
                == #"[{"initial":"M","count":1},{"initial":"T","count":1}]"#)
        #expect(
            try families.rows("artworks", "select=status.max(),u:status::text.count()") == #"[{"max":"ready","u":1}]"#)
    }

    @Test("writes answer with casts, aggregates and paths of the touched rows")
    func writes() throws {
        let updated = try families.update(
            "artworks", "pages=gt.1&select=pages.sum(),n:count()", #"{"is_favorite":true}"#)
        #expect(updated.result?.rows == [#"{"sum":12,"n":2}"#])
        let cast = try families.update(
            "artworks", "title=eq.Sun&select=pages::text,tags->>1", #"{"pages":7}"#)
        #expect(cast.result?.rows == [#"{"pages":"7","tags":"warm, bright"}"#])
        #expect(
            try code { try families.update("artworks", "title=eq.Sun&select=title::int", #"{"pages":8}"#) }
                == .invalidValue)
        #expect(try families.rows("artworks", "select=pages&title=eq.Sun") == #"[{"pages":7}]"#)
        let deleted = try families.delete("artworks", "tags->>0=eq.sky&select=count()")
        #expect(deleted.result?.rows == [#"{"count":1}"#] && deleted.changes.count == 1)
    }

    @Test("aggregates go over the rows of a function")
    func calls() throws {
        let request = try RowRequest(QueryString.parameters(of: "select=sum:count.sum(),emoji_type.max()"))
        let plan = try families.planner.call(
            "reaction_counts", .object(["artwork_uuid": .text(Families.sun)]), request, as: Caller(user: Families.ada))
        let result = try families.run(plan) { _ in
            .rows([[.text("heart"), .integer(2)], [.text("star"), .integer(3)]])
        }
        guard case .rows(let rows) = result else { throw RowQueryError(.notBuilt, "no rows") }
        #expect(rows.rows == [#"{"sum":5,"max":"star"}"#])
    }

    // MARK: Paths

    @Test("a list is reached by index, from both ends")
    func lists() throws {
        #expect(
            try families.rows("artworks", "select=a:tags->0,b:tags->>0,c:tags->>-1,tags->5&order=title")
                == #"[{"a":"water","b":"water","c":"water","tags":null},"#
                + #"{"a":"sky","b":"sky","c":"warm, bright","tags":null},{"a":null,"b":null,"c":null,"tags":null}]"#)
        #expect(try families.rows("artworks", "select=title&tags->>0=eq.sky") == #"[{"title":"Sun"}]"#)
        #expect(try families.rows("artworks", "select=title&tags->>1=ilike.*BRIGHT") == #"[{"title":"Sun"}]"#)
        #expect(try families.rows("artworks", "select=title&tags->0=eq.%22water%22") == #"[{"title":"Sea"}]"#)
        #expect(try families.rows("artworks", "select=title&tags->0=is.null") == #"[{"title":"old_one"}]"#)
        #expect(try families.rows("artworks", "select=title&tags->0=gt.%22sky%22") == #"[{"title":"Sea"}]"#)
        #expect(
            try families.rows("artworks", "select=title&order=tags->0.desc.nullslast")
                == #"[{"title":"Sea"},{"title":"Sun"},{"title":"old_one"}]"#)
        #expect(
            try families.rows(
                "artworks",
                "select=t:tags->>0,count(),pages.sum()&order=tags->>0.nullsfirst".replacing("t:tags", with: "tags"))
                == #"[{"tags":null,"count":1,"sum":10},{"tags":"sky","count":1,"sum":2},{"tags":"water","count":1,"sum":1}]"#
        )
        // For jsonb, a scalar is a list with itself as its only item.
        #expect(
            try families.rows("artworks", "select=a:title->>0,b:title->x,c:pages->0,d:is_favorite->0&title=eq.Sun")
                == #"[{"a":"Sun","b":null,"c":2,"d":true}]"#)
    }

    @Test("text of a client stays text in keys, types and names")
    func injection() throws {
        let text = #"x'); DROP TABLE test_artworks; --"#
        let encoded = "x%27)%3B%20DROP%20TABLE%20test_artworks%3B%20--"
        #expect(
            try families.rows("artworks", "select=tags->%22\(encoded)%22&title=eq.Sun") == #"[{"\#(text)":null}]"#)
        #expect(try families.rows("artworks", "select=title&tags->>%22\(encoded)%22=eq.%27") == "[]")
        #expect(try code { try families.rows("artworks", "select=title::%22\(encoded)%22") } == .unknownType)
        #expect(
            try families.rows("artworks", "select=%22\(encoded)%22:count()&title=eq.Sun") == #"[{"\#(text)":1}]"#)
        #expect(
            try families.rows("artworks", "select=tags->%22$[0]%22,b:tags->>%22%5C%22%22&title=eq.Sun")
                == #"[{"$[0]":null,"b":null}]"#)
        #expect(try families.count("artworks") == 5)
    }

    @Test("JSON of objects and lists is kept as jsonb, compared by value and ordered by type")
    func jsonColumns() throws {
        let tables = try JSONTables()
        func rows(_ table: String, _ query: String) throws -> String {
            try JSONTables.normal(tables.rows(table, query))
        }
        #expect(
            try rows("json_arr", "select=a:data->>0&id=in.(1,3,5)")
                == #"[{"a":"1"},{"a":"[9, 8, 7]"},{"a":"{\"a\": \"A\"}"}]"#)
        #expect(try rows("jsonb_test", #"select=id&data=eq.{"c":[1.0,2,3e0]}"#) == #"[{"id":2}]"#)
        #expect(try rows("jsonb_test", #"select=id&data->e=gte.1"#) == #"[{"id":4}]"#)
        #expect(try rows("jsonb_test", #"select=id&data->a->b=in.(2,3)"#) == #"[{"id":1}]"#)
        #expect(try rows("jsonb_test", "select=id&order=data.desc") == #"[{"id":4},{"id":2},{"id":1},{"id":3}]"#)
        #expect(try rows("jsonb_test", "select=data::text&id=eq.1") == #"[{"data":"{\"a\": {\"b\": 2}}"}]"#)
        #expect(
            try rows("json_arr", "select=x:data->0::text,n:data->1::numeric&id=in.(1,2)")
                == #"[{"x":"1","n":2},{"x":"4","n":5}]"#)
        #expect(try code { try rows("json_arr", "select=data->0::int&id=eq.3") } == .invalidCast)
        #expect(
            try rows("trash_details", "select=a:jsonb_col->>key::numeric.avg(),m:jsonb_col->>key::numeric.max()")
                == #"[{"a":8.0000000000000000,"m":10}]"#)
        #expect(
            try rows("trash_details", "select=jsonb_col->key::int.min(),f:jsonb_col->key::float.sum()")
                == #"[{"min":6,"f":24}]"#)
    }
}
