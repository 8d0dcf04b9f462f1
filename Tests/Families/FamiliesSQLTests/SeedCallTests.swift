import RowQuery
import Families
import FamiliesSQL
import SQL
import SQLTestSupport
import Testing

/// The calls that the seed's app sends, as its text has them.
@Suite("The app's calls", .onEveryEngine)
struct SeedCallTests {
    typealias Families = TestFamilies

    private let families: TestFamilies
    private let rows: FamilyRows

    init() throws {
        families = try TestFamilies()
        rows = try FamilyRows()
    }

    private func ask(as user: String? = Families.dora, _ ask: Families.Ask) throws -> String {
        try families.keep(rows, as: user, ask).text
    }

    private func code(as user: String? = Families.dora, _ ask: Families.Ask) throws -> RowQueryError.Code? {
        try families.keep(rows, as: user, ask).code
    }

    @Test("the feed has artworks with stories only, with the child, what is computed, and links in place of names")
    func feed() throws {
        let feed = try ask(
            Families.get(
                "artworks",
                "select=title,image_url,thumbnail_url,child_age_months,status,children(name,color,initial)&story=neq."
                    + "&order=created_date.desc"))
        #expect(
            feed == """
                [{"title":"Sun","image_url":"\(Families.id(71))","thumbnail_url":"\(Families.id(71))",\
                "child_age_months":12,"status":"imported",\
                "children":{"name":" mia","color":"#112233","initial":"M"}}]
                """)
        let all = try ask(Families.get("artworks", "select=*,children(*)&story=neq.&order=created_date.desc"))
        #expect(all.contains(#""child_age_months":12"#) && all.contains(#""avatar_url":null"#))
        #expect(!all.contains("deleted_at") && !all.contains("document"))
    }

    @Test(
        "the first page of the feed is found without sorting, and the comments of an artwork without looking at others")
    func indexes() throws {
        // PostgreSQL chooses by the number of rows, of which there are few here.
        guard SQLEngine.current == .sqlite else { return }
        let feed = "select=*,children(*)&story=neq.&order=created_date.desc&limit=20"
        let comments = "select=*&artwork_id=eq.\(Families.sun)&order=created_at"
        for (table, query) in [("artworks", feed), ("artwork_comments", comments)] {
            let plan = try queryPlan(Families.get(table, query))
            #expect(
                plan.contains { $0.contains("storytelling_artworks_by_date") || $0.contains("comments_by_artwork") })
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test("artworks with a picture that many others have are changed without looking at the others")
    func sharedPicture() throws {
        guard SQLEngine.current == .sqlite else { return }
        let body = #"{"image_url":"\#(Families.lovelaces)/sea.jpg"}"#
        let write = Families.patch("artworks", "id=eq.\(Families.sun)", body)
        let plan = try queryPlan(write, as: Families.ada, of: "hidden_at")
        let searches = plan.filter { $0.contains(/storytelling_artworks_by_(image|thumbnail|moment)/) }
        #expect(!searches.isEmpty, "\(plan)")
        #expect(searches.allSatisfy { $0.contains(/deleted_at[>=]\?/) }, "\(searches)")
    }

    /// How SQLite finds the rows of the last statement of a request, or of the last one that contains a text.
    private func queryPlan(
        _ ask: Families.Ask, as user: String = Families.dora, of text: String = ""
    ) throws -> [String] {
        var plan: [String] = []
        _ = try families.attempt(rows, as: user) { rows, context, db in
            let traced = TracedSession(db)
            let outcome = try ask(rows, context, traced)
            let sql = traced.statements.last { text.isEmpty || $0.contains(text) } ?? ""
            let arguments = SQLArguments(Array(repeating: 1, count: sql.count { $0 == "?" }))
            plan = try db.rows("EXPLAIN QUERY PLAN \(sql)", arguments) { $0["detail"] }
            return outcome
        }
        return plan
    }

    @Test("thumbnail and moment photo lead to their own picture where one is named")
    func renditions() throws {
        let links = PictureLinks(
            reference: { url in
                let parts = url.split(separator: "/")
                return url.hasPrefix("https://ours/")
                    ? PictureLinks.Reference(String(parts[2]), parts.last == "thumbnail" ? .thumbnail : .picture) : nil
            },
            link: { id, rendition in "https://ours/\(id)/\(rendition)" })
        let families = try TestFamilies(links: links)
        let rows = try FamilyRows(links: links)
        let body = """
            {"image_url":"https://ours/\(Families.id(71))","moment_photo_url":"\(Families.lovelaces)/sea.jpg"}
            """
        let outcome = try families.keep(
            rows, as: Families.ada,
            Families.patch("artworks", "id=eq.\(Families.sun)&select=image_url,thumbnail_url,moment_photo_url", body))
        #expect(
            outcome.text == """
                UPDATE [{"image_url":"https://ours/\(Families.id(71))/picture",\
                "thumbnail_url":"https://ours/\(Families.id(71))/thumbnail",\
                "moment_photo_url":"https://ours/\(Families.id(72))/picture"}]
                """)
        let readBack = #"{"thumbnail_url":"https://ours/\#(Families.id(71))/thumbnail"}"#
        let same = try families.keep(
            rows, as: Families.ada,
            Families.patch("artworks", "id=eq.\(Families.sun)&select=thumbnail_url", readBack))
        #expect(same.text == #"UPDATE [{"thumbnail_url":"https://ours/\#(Families.id(71))/thumbnail"}]"#)
        for foreign in [
            "https://theirs/x.jpg", "https://ours/\(Families.id(97, "eeeeeeee"))", "\(Families.eves)/Qx7.jpg",
        ] {
            let write = Families.patch("artworks", "id=eq.\(Families.sun)", #"{"moment_photo_url":"\#(foreign)"}"#)
            #expect(try families.keep(rows, as: Families.ada, write).code == .failedCheck)
        }
    }

    @Test("a reaction of another kind replaces the first, the same kind again is a duplicate, and it is taken back")
    func reactions() throws {
        let dora = Families.dora
        func react(_ kind: String) -> Families.Ask {
            Families.post(
                "artwork_reactions", #"{"artwork_id":"\#(Families.sun)","user_id":"\#(dora)","emoji_type":"\#(kind)"}"#,
                prefer: "return=minimal")
        }
        func counts(_ query: String = "") -> Families.Ask {
            Families.call("get_artwork_reaction_counts", #"{"artwork_uuid":"\#(Families.sun.uppercased())"}"#, query)
        }
        #expect(try ask(counts()) == #"[{"emoji_type":"heart","count":1},{"emoji_type":"sparkles","count":1}]"#)
        #expect(try code(react("heart")) == .duplicate)
        #expect(try code(react("angry")) == .failedCheck)
        #expect(try ask(react("sparkles")) == "UPDATE ")
        #expect(try ask(counts()) == #"[{"emoji_type":"sparkles","count":2}]"#)
        #expect(try ask(counts("select=count&emoji_type=eq.sparkles")) == #"[{"count":2}]"#)
        let reacted = #"{"artwork_uuid":"\#(Families.sun)","emoji":"sparkles"}"#
        #expect(try ask(Families.call("user_has_reacted", reacted)) == "true")
        #expect(
            try ask(
                Families.delete(
                    "artwork_reactions", "artwork_id=eq.\(Families.sun)&user_id=eq.\(dora)&emoji_type=eq.sparkles")
            ).hasPrefix("DELETE"))
        #expect(try ask(Families.call("user_has_reacted", reacted)) == "false")
        #expect(try ask(as: nil, Families.call("user_has_reacted", reacted)) == "false")
    }

    @Test(
        "comments come in order with the nickname in that family, and are 1 to 500 characters as a reader counts them")
    func comments() throws {
        #expect(
            try ask(
                Families.get(
                    "artwork_comments", "select=text,user_nickname&artwork_id=eq.\(Families.sun)&order=created_at,id"))
                    == """
                    [{"text":"Lovely","user_nickname":"Family member"},{"text":"So bright","user_nickname":"Dad"}]
                    """)
        func comment(_ text: String) -> Families.Ask {
            Families.post("artwork_comments", #"{"artwork_id":"\#(Families.sun)","text":"\#(text)"}"#)
        }
        #expect(try code(comment(String(repeating: "👨‍👩‍👧‍👦", count: 500))) == nil)
        #expect(try code(comment(String(repeating: "é", count: 501))) == .failedCheck)
        #expect(try code(comment("  ")) == .failedCheck)
        #expect(try code(comment("a" + String(repeating: "\u{301}", count: 20_000))) == .failedCheck)
        #expect(try code(Families.delete("artwork_comments", "id=eq.\(Families.id(41))")) == nil)
        #expect(try ask(Families.get("artwork_comments", "select=count()&text=eq.Lovely")) == #"[{"count":0}]"#)
    }

    @Test("an edited comment keeps its time and gets a new one of the change")
    func editedComments() throws {
        #expect(
            try ask(
                Families.patch(
                    "artwork_comments", "id=eq.\(Families.id(41))&select=text,created_at,updated_at", #"{"text":"Hi"}"#)
            )
                == """
                UPDATE [{"text":"Hi","created_at":"2026-01-30T09:30:00.000000+00:00",\
                "updated_at":"2026-01-31T12:00:00.000000+00:00"}]
                """)
    }

    /// An artwork of Mia's; what is not given is left out.
    private func artwork(_ members: String) -> Families.Ask {
        let separator = members.isEmpty ? "" : ","
        return Families.post(
            "artworks",
            """
            {"child_id":"\(Families.mia)","image_url":"\(Families.lovelaces)/sun.jpg",\
            "created_date":"2026-01-31"\(separator)\(members)}
            """)
    }

    @Test("the title comes from the story, and an artwork without either is refused")
    func titles() throws {
        let story = "Once upon a time there was a hot and very yellow sun"
        let added = try ask(as: Families.cleo, artwork(#""title":"","story":"\#(story)""#))
        #expect(added.contains(#""title":"\#(story.prefix(50))""#))
        #expect(added.contains(#""family_id":"\#(Families.lovelaces)""#))
        #expect(added.contains(#""uploaded_by":"\#(Families.cleo)""#))
        #expect(added.contains(#""child_age_months":20"#) && added.contains(#""tags":[]"#))
        #expect(try code(as: Families.cleo, artwork("")) == .missingValue)
        #expect(try code(as: Families.cleo, artwork(#""story":"""#)) == .missingValue)
        #expect(
            try code(as: Families.cleo, artwork(#""title":"\#(String(repeating: "x", count: 201))""#)) == .failedCheck)
    }

    @Test("a story has at least 20 characters, or is a legacy artwork's, which is kept and not in the feed")
    func stories() throws {
        #expect(try code(as: Families.cleo, artwork(#""story":" too short by one ch ""#)) == .failedCheck)
        #expect(try code(as: Families.cleo, artwork(#""title":"L","story":null"#)) == nil)
        #expect(try code(as: Families.cleo, artwork(#""title":"L","story":"""#)) == nil)
        #expect(try code(as: Families.cleo, artwork(#""title":"L","story":" \n ""#)) == nil)
        #expect(try ask(Families.get("artworks", "select=count()&title=eq.L&story=neq.")) == #"[{"count":0}]"#)
        let limits = String(repeating: "x", count: 10_000)
        #expect(try code(as: Families.cleo, artwork(#""story":"\#(limits)""#)) == nil)
        #expect(try code(as: Families.cleo, artwork(#""story":"\#(limits)y""#)) == .failedCheck)
    }

    @Test("what says to whom a row belongs never changes")
    func fixedColumns() throws {
        let other = Families.id(8)
        for (table, row, column) in [
            ("artworks", Families.sun, "family_id"), ("artworks", Families.sun, "uploaded_by"),
            ("artwork_comments", Families.id(42), "artwork_id"), ("artwork_comments", Families.id(42), "user_id"),
            ("artwork_reactions", Families.id(52), "user_id"), ("families", Families.lovelaces, "created_by"),
            ("family_members", Families.id(33), "user_id"), ("children", Families.mia, "family_id"),
            ("children", Families.mia, "id"),
        ] {
            let user = table.hasPrefix("artwork_") ? Families.ben : Families.ada
            let write = Families.patch(table, "id=eq.\(row)", #"{"\#(column)":"\#(other)"}"#)
            #expect(try code(as: user, write) == .forbidden, "\(table).\(column)")
        }
    }

    @Test("an artwork moves to another child of its family only")
    func movedArtworks() throws {
        func move(to child: String) -> Families.Ask {
            Families.patch("artworks", "id=eq.\(Families.sun)", #"{"child_id":"\#(child)"}"#)
        }
        #expect(try code(as: Families.cleo, move(to: Families.tom)) == nil)
        #expect(try code(as: Families.cleo, move(to: Families.zoe)) == .failedCheck)
    }

    @Test("names, colours and tags have limits")
    func limits() throws {
        let long = String(repeating: "x", count: 101)
        for body in [
            #"{"name":"\#(long)"}"#, #"{"name":" "}"#, #"{"avatar_color":"red"}"#, #"{"avatar_url":"https://x.org/a"}"#,
        ] {
            #expect(
                try code(as: Families.ben, Families.patch("children", "id=eq.\(Families.mia)", body)) == .failedCheck)
        }
        #expect(
            try code(
                as: Families.ben, Families.patch("children", "id=eq.\(Families.mia)", ##"{"avatar_color":"#a0B1c2"}"##))
                == nil)
        for tags in [
            #"[""]"#, #"["\#(long)"]"#, "[" + Array(repeating: #""a""#, count: 51).joined(separator: ",") + "]",
        ] {
            let write = Families.patch("artworks", "id=eq.\(Families.sun)", #"{"tags":\#(tags)}"#)
            #expect(try code(as: Families.ben, write) == .failedCheck)
        }
    }
}
