import RowQuery
import Testing

@Suite("Planning")
struct PlanningTests {
    private let planner: RowPlanner

    init() throws {
        let schema = try FamilySchema.make()
        planner = RowPlanner(schema: schema, policies: try FamilySchema.policies(for: schema))
    }

    private func refusal(_ table: String, _ query: String) throws -> RowQueryError? {
        do {
            _ = try planner.read(table, request(query), as: Caller(user: "u"))
            return nil
        } catch let error as RowQueryError {
            return error
        }
    }

    @Test(
        "what the schema does not have is refused with PostgREST's code, and the nearest name",
        arguments: [
            ("artwork", "", RowQueryError.Code.unknownTable, "artworks"),
            ("artworks", "select=titel", .unknownColumn, "title"), ("artworks", "titl=eq.1", .unknownColumn, "title"),
            ("artworks", "order=stori", .unknownColumn, "story"), ("artworks", "select=child(*)", .noRelationship, ""),
            ("artworks", "select=childrn(*)", .noRelationship, "children"),
            ("artworks", "select=children!nope(*)", .noRelationship, ""),
            ("artworks", "select=deleted_at", .unknownColumn, ""),
            ("artworks", "deleted_at=is.null", .unknownColumn, ""),
            ("artworks", "children.name=eq.x", .notEmbedded, "children"),
            ("artworks", "children.limit=1", .notEmbedded, "children"),
            ("artworks", "select=title,artwork_comments(text)&order=artwork_comments(text)", .unrelatedOrder, ""),
            ("artworks", "order=children(name)", .notEmbedded, "children"),
            ("artworks", "select=children(name)&children=eq.1", .embedFilter, ""),
            ("artworks", "id=eq.x", .invalidValue, ""), ("artworks", "pages=eq.", .invalidValue, ""),
            ("artworks", "pages=like.1", .noOperator, ""), ("artworks", "title=cs.{a}", .noOperator, ""),
            ("artworks", "title=is.true", .wrongType, ""), ("artworks", "title=like.a%5C", .invalidPattern, ""),
            ("artworks", "pages=ov.{1}", .noOperator, ""), ("artworks", "title=cd.{a}", .noOperator, ""),
            ("artworks", "pages=eq(any).{1,x}", .invalidValue, ""),
            ("artworks", "select=...artwork_comments(text)", .unrelatedSpread, ""),
            ("artworks", "select=title,...children(title:name)", .duplicateField, "alias"),
            ("artworks", "select=...children(deleted_at)", .unknownColumn, ""),
            ("artworks", "select=count(),artwork_comments(id)", .notBuilt, ""),
            ("artworks", "select=count(),child_id,children(name)&order=children(name)", .notBuilt, ""),
            ("artworks", "select=count(),child_id&order=title", .notGrouped, "select"),
            ("artworks", "select=pages.sum(),other:pages.avg(),sum:id", .duplicateField, "alias"),
            ("artworks", "select=title.sum()", .noOperator, ""), ("artworks", "select=id.max()", .noOperator, ""),
            ("artworks", "select=is_favorite.avg()", .noOperator, ""),
            ("artworks", "select=tags.max()", .notBuilt, ""),
            ("artworks", "select=title::nonsense", .unknownType, ""),
            ("artworks", "select=title::interval", .notBuilt, ""), ("artworks", "select=count()::uuid", .noCast, ""),
            ("artworks", "select=is_favorite::date", .noCast, ""), ("artworks", "select=pages::bool", .noCast, ""),
            ("artworks", "select=tags::json", .noCast, ""),
            ("artworks", "select=tags->>0->1", .noOperator, "last step"),
            ("artworks", "tags->>0->1=eq.1", .noOperator, "last step"),
            ("artworks", "tags->0=like.a", .noOperator, ""), ("artworks", "tags->0=eq.x", .invalidValue, ""),
            ("artworks", "tags->0=cs.{a}", .notBuilt, ""), ("artworks", "tags->>0=is.true", .wrongType, ""),
            // A hidden column does not exist, whatever is done with it.
            ("artworks", "select=deleted_at::text", .unknownColumn, ""),
            ("artworks", "select=deleted_at.max()", .unknownColumn, ""),
            ("artworks", "select=x:deleted_at->>0", .unknownColumn, ""),
            ("artworks", "select=count(),deleted_at", .unknownColumn, ""),
            ("artworks", "deleted_at->>0=is.null", .unknownColumn, ""),
            ("artworks", "or=(deleted_at->0.is.null)", .unknownColumn, ""),
            ("artworks", "order=deleted_at->0", .unknownColumn, ""),
            ("artworks", "select=count(),title&order=deleted_at", .unknownColumn, ""),
            ("artworks", "select=title,artwork_comments(family_id.count())", .unknownColumn, ""),
            ("artworks", "select=a:id,a:title", .duplicateField, ""),
            ("artworks", "select=children(id),children(name)", .duplicateField, ""),
            ("artworks", "select=children(artworks(children(artworks(id))))", .notBuilt, ""),
            ("artworks", "select=follows_id(artwork_comments(artworks(artwork_comments(id))))", .notBuilt, ""),
            (
                "artworks",
                "select=artwork_comments()" + String(repeating: "&artwork_comments=not.is.null", count: 17),
                .unreadableParameter, ""
            ), ("artworks", "tags=cs.{a\(String(repeating: ",a", count: 5_000))}", .unreadableParameter, ""),
            ("artworks", "tags=eq.{a\(String(repeating: ",a", count: 5_000))}", .unreadableParameter, ""),
            ("artworks", "title=eq.%00", .invalidCharacter, ""),
            ("artworks", "title=like.\(String(repeating: "a", count: 1_001))", .unreadableParameter, ""),
        ])
    func refusals(_ table: String, _ query: String, _ code: RowQueryError.Code, _ hint: String) throws {
        let error = try refusal(table, query)
        #expect(error?.code == code)
        #expect(hint.isEmpty || error?.hint?.contains(hint) == true)
    }

    @Test("a schema without aggregates refuses all but a bare number of rows")
    func forbiddenAggregates() throws {
        let schema = try FamilySchema.make(allowsAggregates: false)
        let planner = RowPlanner(schema: schema, policies: try FamilySchema.policies(for: schema))
        for query in ["select=pages.sum()", "select=count(),title", "select=title,artwork_comments(user_id,count())"] {
            #expect(
                try code { try planner.read("artworks", request(query), as: .anonymous) } == .aggregatesForbidden,
                "\(query)")
        }
        for query in ["select=count()", "select=n:count", "select=title,artwork_comments(count)"] {
            #expect(try code { try planner.read("artworks", request(query), as: .anonymous) } == nil, "\(query)")
        }
    }

    @Test("the name of a table that refers to itself denotes the rows that refer, and the column those referred to")
    func selfReferences() throws {
        for (query, isToOne) in [
            ("artworks(id)", false), ("artworks!follows_id(id)", false), ("artworks!artworks_follows_fkey(id)", false),
            ("follows_id(id)", true),
        ] {
            let plan = try planner.read("artworks", request("select=" + query), as: .anonymous)
            guard case .each(let fields) = plan.rows.fields, let content = fields.first?.content else {
                Issue.record("\(query) has no field.")
                continue
            }
            if case .one = content { #expect(isToOne, "\(query)") } else { #expect(!isToOne, "\(query)") }
        }
    }

    @Test("an embed may lead back to many rows once, and to what belongs to them")
    func turns() throws {
        for (table, query) in [
            ("artworks", "children(artworks(artwork_comments(id)))"),
            ("families", "children(artworks(artwork_comments(artworks(id))))"),
            ("children", "artworks(children(artworks(children(id))))"),
        ] {
            #expect(
                try code { try planner.read(table, request("select=" + query), as: .anonymous) } == nil, "\(query)")
        }
    }

    @Test("tests of a list's items need each item once")
    func repeatedItems() throws {
        let plan = try planner.read("artworks", request("tags=cs.{a,b,a,NULL,é,e\u{301},a,NULL}"), as: .anonymous)
        guard case .all(let conditions) = plan.rows.condition else {
            Issue.record("The plan has one condition.")
            return
        }
        let items = conditions.compactMap { condition -> Value? in
            if case .list(_, _, let items) = condition { items } else { nil }
        }
        guard case .list(let texts) = items.first else {
            Issue.record("The condition is none of a list.")
            return
        }
        // The accented letters are equal only to Swift.
        #expect(
            texts.map { $0.map { Array($0.utf8) } }
                == ["a", "b", nil, "é", "e\u{301}"].map { $0.map { Array($0.utf8) } })
    }

    @Test("a field that is selected twice is answered once")
    func repeatedFields() throws {
        let plan = try planner.read(
            "artwork_comments", request("select=*,id,user_nickname,text"), as: Caller(user: "u"))
        guard case .each(let fields) = plan.rows.fields else { throw RowQueryError(.notBuilt, "no fields") }
        #expect(
            fields.map(\.name) == ["id", "artwork_id", "user_id", "text", "created_at", "updated_at", "user_nickname"])
    }

    @Test("a schema or a policy that contradicts itself is a mistake")
    func mistakes() throws {
        func mistake(_ tables: [Table]) -> Bool {
            do {
                _ = try Schema(tables: tables)
                return false
            } catch {
                return true
            }
        }
        let id = Column("id", .uuid)
        #expect(!mistake([Table("a", columns: [id])]))
        #expect(mistake([Table("a", columns: [id]), Table("a", columns: [id])]))
        #expect(!mistake([Table("a b", columns: [id, Column("x\"", .text)])]))
        for name in ["", "#", "a\u{0}", String(repeating: "ä", count: 32)] {
            #expect(mistake([Table(name, columns: [id])]))
            #expect(mistake([Table("a", columns: [id, Column(name, .text)])]))
        }
        #expect(!mistake([Table("a", columns: [id], key: [])]))
        #expect(mistake([Table("a", columns: [id, Column("b", .text)], key: ["b"])]))
        let (b, c) = (Column("b", .text), Column("c", .text))
        let pair = Table("p", columns: [id, b, c], key: ["b", "c"], uniqueKeys: [["b", "c"]])
        #expect(
            !mistake([
                pair,
                Table(
                    "a", columns: [id, b, c], foreignKeys: [ForeignKey("f", ["c", "b"], references: "p", ["c", "b"])]),
            ]))
        #expect(
            mistake([
                pair,
                Table("a", columns: [id, b], foreignKeys: [ForeignKey("f", ["b"], references: "p", ["b", "c"])]),
            ]))
        #expect(mistake([Table("a", columns: [Column("x", .text)])]))
        #expect(mistake([Table("a", columns: [id], foreignKeys: [ForeignKey("f", "id", references: "b")])]))
        #expect(mistake([Table("a", columns: [id], checks: [RowCheck("c", .isNull("x"), "x is null.")])]))
        #expect(mistake([Table("a", columns: [id], deletion: .mark("gone"))]))
        let schema = try Schema(tables: [Table("a", columns: [id])])
        #expect(throws: InvalidSchema.self) { try Policies(["b": TablePolicy()], for: schema) }
        #expect(throws: InvalidSchema.self) {
            try Policies(["a": TablePolicy(select: .related(table: "c", on: [], where: .always))], for: schema)
        }
    }
}
