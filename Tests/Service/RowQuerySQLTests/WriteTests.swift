import RowQuery
import RowQuerySQL
import SQLTestSupport
import Testing

@Suite("Writing", .onEveryEngine)
struct WriteTests {
    private let families: Families

    init() throws {
        families = try Families()
    }

    private func rows(_ result: WriteResult) -> String {
        result.result.map { String(decoding: $0.array, as: UTF8.self) } ?? "-"
    }

    @Test("an inserted row gets its standards and what is computed from it, and is answered as asked")
    func insert() throws {
        let result = try families.insert(
            "artworks",
            #"{"child_id":"\#(Families.mia.uppercased())","story":"A story that is long enough","tags":["a","b c"]}"#,
            "select=title,family_id,created_date,uploaded_by,uploaded_at,tags,pages,children(name)")
        #expect(
            rows(result) == #"[{"title":"A story that is long enough","family_id":"\#(Families.lovelaces)","#
                + #""created_date":"2026-01-31","uploaded_by":"\#(Families.ada)","#
                + #""uploaded_at":"2026-01-31T09:30:00.123456+00:00","tags":["a","b c"],"pages":1,"#
                + #""children":{"name":"mia"}}]"#)
        #expect(result.changes.map(\.verb) == [.insert])
    }

    @Test("a bulk insert is one change: all rows or none, answered in the given order")
    func bulkInsert() throws {
        let result = try families.insert(
            "children",
            #"[{"name":"Zed","family_id":"\#(Families.lovelaces)"},{"name":"Abe","family_id":"\#(Families.lovelaces)"}]"#,
            "select=name")
        #expect(rows(result) == #"[{"name":"Zed"},{"name":"Abe"}]"#)
        #expect(
            try code {
                try families.insert(
                    "children",
                    #"[{"name":"Yam","family_id":"\#(Families.lovelaces)"},{"name":null,"family_id":"\#(Families.lovelaces)"}]"#
                )
            } == .missingValue)
        #expect(try families.count("children", "name = 'Yam'") == 0)
        #expect(rows(try families.insert("children", "[]")) == "[]")
    }

    @Test("columns says what is written, and missing what becomes of the rest")
    func columns() throws {
        let body =
            #"[{"name":"Abe","family_id":"\#(Families.lovelaces)","unknown":1},{"family_id":"\#(Families.lovelaces)","name":"Bo","height":"1.5"}]"#
        let result = try families.insert(
            "children", body, "columns=name,family_id,height&select=name,height", prefer: "return=representation")
        #expect(rows(result) == #"[{"name":"Abe","height":null},{"name":"Bo","height":1.5}]"#)
        #expect(try code { try families.insert("children", body) } == .unreadableBody)
        let comment = #"{"artwork_id":"\#(Families.sun)","text":"Hi"}"#
        #expect(
            try code { try families.insert("artwork_comments", comment, "columns=artwork_id,text,created_at") }
                == .missingValue)
        #expect(
            rows(
                try families.insert(
                    "artwork_comments", comment, "columns=artwork_id,text,created_at&select=created_at",
                    prefer: "return=representation,missing=default"))
                == #"[{"created_at":"2026-01-31T09:30:00.123456+00:00"}]"#)
    }

    @Test("return=minimal answers nothing and still says what changed")
    func minimal() throws {
        let result = try families.insert(
            "artwork_comments", #"{"artwork_id":"\#(Families.sun)","text":"Hi"}"#, prefer: "return=minimal")
        #expect(result.result == nil)
        #expect(result.changes.count == 1)
    }

    @Test(
        "what breaks a column or a check of the table is refused with PostgreSQL's code",
        arguments: [
            (#"{"child_id":"C","story":"too short"}"#, RowQueryError.Code.failedCheck),
            (#"{"child_id":"C","story":"                  too short                  "}"#, .failedCheck),
            (#"{"child_id":"C","story":"👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧"}"#, .failedCheck),
            (#"{"child_id":"C"}"#, .missingValue),
            (#"{"child_id":"C","title":"x","pages":"many"}"#, .invalidValue),
            (#"{"child_id":"C","title":"x","pages":99999999999999999999}"#, .numberOutOfRange),
            (#"{"child_id":"C","title":"x","created_date":"2025-02-30"}"#, .timeOutOfRange),
            (#"{"child_id":"C","title":"x","created_date":"yesterday"}"#, .invalidTime),
            (#"{"child_id":"C","title":"x","tags":[["a"]]}"#, .invalidValue),
            (#"{"child_id":"C","title":"x\u0000"}"#, .invalidCharacter),
            (#"{"child_id":"C","title":"x","colour":1}"#, .unknownWrittenColumn),
            (#"{"child_id":"C","title":"x","deleted_at":null}"#, .unknownWrittenColumn),
            (#"{"child_id":"not one","title":"x"}"#, .invalidValue),
            (#"{"child_id":"C","title":"x","follows_id":"00000000-0000-4000-8000-000000000777"}"#, .foreignKey),
            (#"{"child_id":"C","title":"x","id":"00000000-0000-4000-8000-000000000021"}"#, .duplicate),
            (#"{"child_id":"C","title":"x","uploaded_by":"00000000-0000-4000-8000-000000000002"}"#, .forbidden),
            (#"{"child_id":"C","title":"x","family_id":"\#(Families.eves)"}"#, .forbidden),
            (#"[1]"#, .unreadableBody),
            (#"{"child_id":"#, .unreadableBody),
        ])
    func refusals(_ body: String, _ expected: RowQueryError.Code) throws {
        let before = try families.count("artworks")
        #expect(
            try code { try families.insert("artworks", body.replacing("\"C\"", with: "\"\(Families.mia)\"")) }
                == expected)
        #expect(try families.count("artworks") == before)
    }

    @Test("a computed column cannot be written")
    func readOnly() throws {
        #expect(
            try code { try families.update("children", "id=eq.\(Families.mia)", #"{"initial":"X"}"#) }
                == .readOnlyColumn)
    }

    @Test("another kind of reaction replaces the first, and the same kind again is a duplicate")
    func replacement() throws {
        let star = #"{"artwork_id":"\#(Families.sun)","emoji_type":"star"}"#
        let replaced = try families.insert("artwork_reactions", star, "select=emoji_type,user_id")
        #expect(rows(replaced) == #"[{"emoji_type":"star","user_id":"\#(Families.ada)"}]"#)
        #expect(replaced.changes.map(\.key) == [.text(Families.id(51))])
        #expect(replaced.changes.map(\.verb) == [.update])
        #expect(try code { try families.insert("artwork_reactions", star) } == .duplicate)
        #expect(try families.count("reactions", "artwork_id = '\(Families.sun)'") == 2)
        let first = try families.insert("artwork_reactions", star, as: Families.ben)
        #expect(first.changes.map(\.verb) == [.insert])
    }

    @Test("an upsert changes the row that exists and adds the one that does not")
    func upsert() throws {
        let body = """
            [{"id":"\(Families.mia)","family_id":"\(Families.lovelaces)","name":"Mia"},
             {"id":"\(Families.id(77))","family_id":"\(Families.lovelaces)","name":"Noa"}]
            """
        let result = try families.insert(
            "children", body, "select=name,birth_date", prefer: "resolution=merge-duplicates,return=representation")
        #expect(rows(result) == #"[{"name":"Mia","birth_date":"2020-05-01"},{"name":"Noa","birth_date":null}]"#)
        #expect(result.changes.map(\.verb) == [.update, .insert])
        let ignored = try families.insert(
            "children", body.replacing("Mia", with: "Other"), "select=name",
            prefer: "resolution=ignore-duplicates,return=representation")
        #expect(rows(ignored) == "[]")
        #expect(try families.count("children", "name = 'Other'") == 0)
    }

    @Test("an upsert of two rows that are one, or by columns that identify none, is refused")
    func badUpserts() throws {
        let merge = "resolution=merge-duplicates"
        let row = #"{"id":"\#(Families.mia)","family_id":"\#(Families.lovelaces)","name":"A"}"#
        #expect(try code { try families.insert("children", "[\(row),\(row)]", prefer: merge) } == .cardinality)
        #expect(try families.count("children", "name = 'A'") == 0)
        #expect(try code { try families.insert("children", row, "on_conflict=name", prefer: merge) } == .noSuchKey)
        #expect(try code { try families.insert("children", row, "on_conflict=nam", prefer: merge) } == .unknownColumn)
    }

    @Test("an upsert does not move a row to another family, nor change one that is hidden")
    func upsertPolicies() throws {
        let merge = "resolution=merge-duplicates"
        let moved = #"{"id":"\#(Families.mia)","family_id":"\#(Families.eves)","name":"A"}"#
        #expect(try code { try families.insert("children", moved, prefer: merge) } == .forbidden)
        let hidden = #"{"id":"\#(Families.zoe)","family_id":"\#(Families.lovelaces)","name":"A"}"#
        #expect(try code { try families.insert("children", hidden, prefer: merge) } == .forbidden)
        #expect(try families.count("children", "name = 'A'") == 0)
    }

    @Test("an update writes what is given and what follows from it, and answers the rows even if they left the filter")
    func update() throws {
        let result = try families.update(
            "artwork_comments", "text=eq.Lovely&select=text,updated_at", #"{"text":"Changed"}"#, as: Families.dora)
        #expect(rows(result) == #"[{"text":"Changed","updated_at":"2026-01-31T09:30:00.123456+00:00"}]"#)
        #expect(result.changes.map(\.key) == [.text(Families.greeting)])
        #expect(result.changes.map(\.verb) == [.update])
        let titled = try families.update(
            "artworks",
            "id=eq.\(Families.sun)&select=title,artwork_comments(text)&artwork_comments.limit=1"
                + "&artwork_comments.order=created_at",
            #"{"title":""}"#)
        #expect(
            rows(titled)
                == #"[{"title":"The sun is a hot 100% yellow ball","artwork_comments":[{"text":"Changed"}]}]"#)
    }

    @Test("fixed columns stay, whether a row is changed to another value or to the same")
    func fixedColumns() throws {
        let sun = "id=eq.\(Families.sun)"
        #expect(
            try code { try families.update("artworks", sun, #"{"family_id":"\#(Families.eves)"}"#) } == .forbidden)
        #expect(try code { try families.update("artworks", sun, #"{"id":"\#(Families.id(500))"}"#) } == .forbidden)
        #expect(
            try families.update("artworks", sun, #"{"id":"\#(Families.sun)","title":"New"}"#).changes.count == 1)
        #expect(try code { try families.update("artworks", sun, #"{"child_id":"\#(Families.zoe)"}"#) } == .failedCheck)
    }

    @Test("an empty update and one of rows that are hidden or absent touch none")
    func touchesNone() throws {
        #expect(rows(try families.update("artworks", "title=eq.Sun", "{}")) == "[]")
        #expect(rows(try families.update("artworks", "id=eq.\(Families.secret)", #"{"title":"x"}"#)) == "[]")
        #expect(rows(try families.delete("artworks", "id=eq.\(Families.secret)")) == "[]")
        #expect(rows(try families.delete("artworks", "id=eq.\(Families.id(700))")) == "[]")
    }

    @Test("updates and deletions without a filter, or with a limit, are refused")
    func unfiltered() throws {
        #expect(try code { try families.update("artworks", "", #"{"title":"x"}"#) } == .cardinality)
        #expect(try code { try families.delete("artworks", "select=id") } == .cardinality)
        #expect(
            try code { try families.delete("artworks", "children.name=eq.x&select=children(name)") } == .cardinality)
        #expect(try code { try families.delete("artworks", "title=eq.x&limit=1") } == .notBuilt)
    }

    @Test("a write does not touch more rows than it may")
    func touchedRows() throws {
        var few = families
        few.limits.touchedRows = 1
        #expect(try code { try few.update("artworks", "pages=gt.0", #"{"pages":5}"#) } == .cardinality)
        #expect(try families.count("artworks", "pages = 5") == 0)
    }

    @Test("a deletion answers the rows that it removed")
    func delete() throws {
        let result = try families.delete("artwork_comments", "text=eq.Lovely&select=text", as: Families.dora)
        #expect(rows(result) == #"[{"text":"Lovely"}]"#)
        #expect(result.changes.map(\.key) == [.text(Families.greeting)])
        #expect(result.changes.map(\.verb) == [.delete])
        #expect(try families.count("comments", "text = 'Lovely'") == 0)
    }

    @Test("a deleted artwork is hidden with all that belongs to it, and kept")
    func marking() throws {
        let result = try families.delete("artworks", "title=eq.Sun", prefer: "return=minimal")
        #expect(result.changes.map(\.verb) == [.delete])
        #expect(try families.rows("artworks", "title=eq.Sun") == "[]")
        #expect(try families.rows("artwork_comments") == "[]")
        #expect(
            try families.rows("children", "select=artworks(title)&name=eq.mia")
                == #"[{"artworks":[{"title":"old_one"}]}]"#)
        #expect(try families.count("artworks", "deleted_at = '2026-01-31T09:30:00.123456+00:00'") == 1)
    }

    @Test("functions get their arguments, and their rows can be selected, filtered, ordered and counted")
    func functions() throws {
        let request = try RowRequest(
            QueryString.parameters(
                of:
                    "artwork_uuid=\(Families.sun)&select=emoji:emoji_type,count&count=gt.0&order=count.desc,emoji_type&limit=1"
            ),
            function: families.schema.functions["reaction_counts"])
        let plan = try families.planner.call(
            "reaction_counts", nil, request, preferences: Preferences(headers: ["count=exact"]),
            as: Caller(user: Families.ada))
        let result = try families.run(plan) { arguments in
            #expect(arguments == ["artwork_uuid": .text(Families.sun)])
            return .rows([[.text("heart"), .integer(1)], [.text("x\"y"), .integer(2)], [.text("none"), .integer(0)]])
        }
        guard case .rows(let rows) = result else { throw RowQueryError(.notBuilt, "no rows") }
        #expect(rows.rows == [#"{"emoji":"x\"y","count":2}"#])
        #expect(rows.range.description == "0-0/2")
    }

    @Test("functions answer a value as JSON, and refuse calls that they do not know")
    func functionValues() throws {
        let planner = families.planner
        let anyone = Caller.anonymous
        let plan = try planner.call("create_family", .object(["family_name": .text("A \"B\"")]), as: anyone)
        #expect(plan.arguments == ["family_name": .text("A \"B\""), "nickname": .null])
        let value = try families.run(plan) { arguments in .value(arguments["family_name"] ?? .null) }
        #expect(value == .value(#""A \"B\"""#))
        #expect(try code { try planner.call("create_familie", .object([:]), as: anyone) } == .unknownFunction)
        #expect(try code { try planner.call("create_family", .object([:]), as: anyone) } == .unknownFunction)
        #expect(
            try code { try planner.call("create_family", .object(["family_name": .null, "x": .null]), as: anyone) }
                == .unknownFunction)
        #expect(try code { try planner.call("family_role", .list([]), as: anyone) } == .unreadableBody)
        #expect(
            try code { try planner.call("family_role", .object(["family_uuid": .text("x")]), as: anyone) }
                == .invalidValue)
    }
}
