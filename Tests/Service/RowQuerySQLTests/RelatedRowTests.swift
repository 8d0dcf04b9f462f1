import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import Testing

/// Embeds through junctions and spread embeds, with policies on each table of the way.
@Suite("Related rows", .onEveryEngine)
struct RelatedRowTests {
    private let database: TestDatabase
    private let schema: Schema

    init() throws {
        let state = Column("state", .text)
        schema = try Schema(
            tables: [
                Table(
                    "people", storedAs: "test_people", columns: [Column("id", .integer), Column("name", .text), state]),
                Table(
                    "books", storedAs: "test_books",
                    columns: [
                        Column("id", .integer), Column("title", .text), Column("owner", .integer, isNullable: true),
                        Column("price", .integer), Column("marks", .integerList, isNullable: true), state,
                    ], foreignKeys: [ForeignKey("book_owner", "owner", references: "people")]),
                Table(
                    "loans", storedAs: "test_loans",
                    columns: [
                        Column("row", .integer, isHidden: true), Column("person", .integer), Column("book", .integer),
                        state,
                    ], primaryKey: "row", key: ["person", "book"], uniqueKeys: [["person", "book"]],
                    foreignKeys: [
                        ForeignKey("loan_person", "person", references: "people"),
                        ForeignKey("loan_book", "book", references: "books"),
                    ]),
            ], allowsAggregates: true)
        database = try TestDatabase(on: .current, tables: "related_rows", functions: RowFunctions().functions) { db in
            let (text, integer, options) = (db.dialect.text, db.dialect.integer, db.dialect.tableOptions)
            try db.script(
                """
                CREATE TABLE test_people (id \(integer) PRIMARY KEY, name \(text), state \(text)) \(options);
                CREATE TABLE test_books (id \(integer) PRIMARY KEY, title \(text), owner \(integer), price \(integer),
                    marks \(text), state \(text)) \(options);
                CREATE TABLE test_loans ("row" \(integer) PRIMARY KEY, person \(integer), book \(integer), state \(text),
                    UNIQUE (person, book)) \(options);
                INSERT INTO test_people VALUES (1, 'Ann', 'open'), (2, 'Ben', 'open'), (3, 'Cat', 'hidden');
                INSERT INTO test_books VALUES (1, 'Sun', 1, 10, '[1,2]', 'open'), (2, 'Sea', 3, 20, '[2,10]', 'open'),
                    (3, 'Sky', 2, 40, NULL, 'hidden'), (4, 'Sand', NULL, 80, '[2]', 'open');
                INSERT INTO test_loans VALUES (1, 1, 1, 'open'), (2, 1, 2, 'hidden'), (3, 1, 3, 'open'),
                    (4, 2, 2, 'open'), (5, 3, 1, 'open'), (6, 2, 4, 'open');
                """)
        }
    }

    private func rows(_ table: String, _ query: String, hiding: Bool = true) throws -> String {
        let rule: Rule = hiding ? .isOneOf("state", [.text("open")]) : .always
        let policies = try Policies(
            schema.tables.mapValues { _ in TablePolicy(select: rule, insert: .always, update: rule) }, for: schema)
        let plan = try RowPlanner(schema: schema, policies: policies).read(
            table, RowRequest(QueryString.parameters(of: query)), as: .anonymous)
        return try database.readBlocking { db in String(decoding: try plan.rows(db).array, as: UTF8.self) }
    }

    @Test("a junction relates rows if it, its row and the related row may be seen")
    func junctions() throws {
        let query = "select=name,books!loans(title)&order=id&books.order=id"
        #expect(
            try rows("people", query, hiding: false)
                == #"[{"name":"Ann","books":[{"title":"Sun"},{"title":"Sea"},{"title":"Sky"}]},{"name":"Ben","books":[{"title":"Sea"},{"title":"Sand"}]},{"name":"Cat","books":[{"title":"Sun"}]}]"#
        )
        #expect(
            try rows("people", query)
                == #"[{"name":"Ann","books":[{"title":"Sun"}]},{"name":"Ben","books":[{"title":"Sea"},{"title":"Sand"}]}]"#
        )
        // Neither counts, nor inner joins, nor filters tell of hidden rows.
        #expect(
            try rows("people", "select=name,books!loans(count())&order=id")
                == #"[{"name":"Ann","books":[{"count":1}]},{"name":"Ben","books":[{"count":2}]}]"#)
        #expect(try rows("people", "select=name,books!loans!inner()&books.title=eq.Sky") == "[]")
        #expect(try rows("books", "select=title,people!loans()&people=is.null&order=id") == "[]")
        #expect(
            try rows("books", "select=title,people!loans(name)&title=eq.Sun")
                == #"[{"title":"Sun","people":[{"name":"Ann"}]}]"#)
    }

    @Test("a spread embed shows nothing of a hidden row, not by an order or an aggregate either")
    func spreads() throws {
        let query = "select=title,...people!book_owner(name)&order=people(name).desc.nullslast,id"
        #expect(
            try rows("books", query, hiding: false)
                == #"[{"title":"Sea","name":"Cat"},{"title":"Sky","name":"Ben"},{"title":"Sun","name":"Ann"},{"title":"Sand","name":null}]"#
        )
        #expect(
            try rows("books", query)
                == #"[{"title":"Sun","name":"Ann"},{"title":"Sea","name":null},{"title":"Sand","name":null}]"#)
        let groups = "select=sum:price.sum(),...people!book_owner(name,n:count())&order=people(name)"
        #expect(
            try rows("books", groups, hiding: false)
                == #"[{"sum":10,"name":"Ann","n":1},{"sum":40,"name":"Ben","n":1},{"sum":20,"name":"Cat","n":1},{"sum":80,"name":null,"n":0}]"#
        )
        #expect(try rows("books", groups) == #"[{"sum":10,"name":"Ann","n":1},{"sum":100,"name":null,"n":0}]"#)
        #expect(
            try rows(
                "loans",
                "select=person,...books(title,by:people!book_owner(name),...people!book_owner(owner:name))&order=person,book"
            )
                == #"[{"person":1,"title":"Sun","by":{"name":"Ann"},"owner":"Ann"},{"person":1,"title":null,"by":null,"owner":null},{"person":2,"title":"Sea","by":null,"owner":null},{"person":2,"title":"Sand","by":null,"owner":null},{"person":3,"title":"Sun","by":{"name":"Ann"},"owner":"Ann"}]"#
        )
    }

    @Test("embeds are four deep, and lists are members of a spread embed as of any other")
    func depth() throws {
        #expect(
            try rows(
                "people",
                "select=id,books!book_owner(id,people!book_owner(id,books!book_owner(id,people!book_owner(id))))&id=eq.1"
            )
                == #"[{"id":1,"books":[{"id":1,"people":{"id":1,"books":[{"id":1,"people":{"id":1}}]}}]}]"#)
        #expect(
            try rows("books", "select=id,...people!book_owner(owned:books!book_owner(id))&order=id")
                == #"[{"id":1,"owned":[{"id":1}]},{"id":2,"owned":null},{"id":4,"owned":null}]"#)
    }

    @Test("without the embed's name, two ways between tables are refused and named")
    func ambiguity() throws {
        do {
            _ = try rows("people", "select=books(title)")
            Issue.record("The embed is not ambiguous.")
        } catch let error as RowQueryError {
            guard case .relationships(let choices) = error.details else {
                Issue.record("The error has no choices.")
                return
            }
            #expect(error.code == .ambiguousRelationship)
            #expect(choices.map(\.cardinality) == ["one-to-many", "many-to-many"])
            #expect(choices[0].relationship == "book_owner using people(id) and books(owner)")
            #expect(choices[1].relationship == "loans using loan_person(person) and loan_book(book)")
            #expect(error.hint?.contains("books!loans") == true)
        }
    }

    @Test("lists are compared item by item, nulls and missing lists as in PostgreSQL")
    func lists() throws {
        func ids(_ filter: String) throws -> String {
            try rows("books", "select=id&order=id&" + filter, hiding: false).replacing(#"{"id":"#, with: "")
                .replacing("}", with: "")
        }
        #expect(try ids("marks=lt.%7B2,3%7D") == "[1,4]")
        #expect(try ids("marks=gt.%7B2%7D") == "[2]")
        #expect(try ids("marks=gte.%7B2,9%7D") == "[2]")
        #expect(try ids("marks=eq.%7B1,%202%7D") == "[1]")
        #expect(try ids("marks=isdistinct.%7B1,2%7D") == "[2,3,4]")
        #expect(try ids("marks=not.isdistinct.%7B2%7D") == "[4]")
        #expect(try ids("marks=lt.%7BNULL%7D") == "[1,2,4]")
        #expect(try ids("marks=cs.%7B2%7D") == "[1,2,4]")
        #expect(try ids("marks=cd.%7B2,10,11%7D") == "[2,4]")
        #expect(try ids("marks=ov.%7B10,1%7D") == "[1,2]")
        #expect(try ids("marks=not.ov.%7B10,1%7D") == "[4]")
        #expect(try ids("price=gte(all).%7B20,40%7D") == "[3,4]")
        #expect(try ids("title=like(any).%7BSu*,*y%7D") == "[1,3]")
        #expect(try ids("title=not.like(any).%7BSu*,*y%7D") == "[2,4]")
        #expect(try ids("price=eq(any).%7B%7D") == "[]")
        #expect(
            try rows("books", "select=marks&order=marks.desc.nullslast", hiding: false)
                == #"[{"marks":[2,10]},{"marks":[2]},{"marks":[1,2]},{"marks":null}]"#)
        #expect(
            try rows("books", "select=first:marks->0,text:marks::text&id=eq.2") == #"[{"first":2,"text":"{2,10}"}]"#)
        #expect(throws: RowQueryError.self) { try rows("books", "marks=eq.%7Bx%7D") }
    }

    @Test("tests and fields that multiply each other are refused before the database sees them")
    func complexity() throws {
        // Each test of an embed repeats all tests inside it.
        let nested =
            "select=id,books!book_owner(id,people!book_owner(id,books!book_owner(id)))"
            + String(repeating: "&books=not.is.null", count: 5)
            + String(repeating: "&books.people=not.is.null", count: 5)
            + String(repeating: "&books.people.books=not.is.null", count: 5)
        #expect(try rows("people", nested + "&id=eq.2", hiding: false).hasPrefix(#"[{"id":2,"#))
        let fields = (0..<40).map { "f\($0):name" }.joined(separator: ",")
        let spread = "select=...people!book_owner(\(fields))"
        let filters = (0..<60).map { "&people.name=neq.\($0)" }.joined()
        #expect(try rows("books", spread + "&people.name=neq.x&id=eq.1").hasPrefix(#"[{"f0":"Ann","#))
        for query in [
            spread + filters,
            nested
                + filters.replacing("people.", with: "books.people.books.")
                .replacing("name", with: "title"),
        ] {
            #expect(try refusal { try rows(query.contains("...") ? "books" : "people", query) } == .tooComplex)
        }
    }

    @Test("an answer that would be too large is refused, and its write is undone")
    func largeAnswers() throws {
        try database.writeBlocking { db in
            // Ten million characters, in each of nine rows.
            for id in 100..<109 {
                try db.execute(
                    "INSERT INTO test_people VALUES (?, ?, 'open')", [id, String(repeating: "x", count: 10_000_000)])
            }
        }
        #expect(try refusal { try rows("people", "select=name") } == .tooLarge)
        #expect(try rows("people", "select=id&id=gte.108") == #"[{"id":108}]"#)
        let policies = try Policies(
            schema.tables.mapValues { _ in TablePolicy(select: .always, update: .always) }, for: schema)
        let plan = try RowPlanner(schema: schema, policies: policies).update(
            "people", JSONValue(parsing: Array(#"{"state":"closed"}"#.utf8), limits: QueryLimits()),
            RowRequest(QueryString.parameters(of: "id=gte.100")),
            preferences: Preferences(headers: ["return=representation"]),
            in: WriteContext(caller: .anonymous, now: 0) { "" })
        #expect(try refusal { try database.writeBlocking { db in try plan.run(db) } } == .tooLarge)
        #expect(try rows("people", "select=id&state=eq.closed", hiding: false) == "[]")
    }

    /// Returns the code of a refusal; nil without one.
    private func refusal(_ body: () throws -> some Any) throws -> RowQueryError.Code? {
        do {
            _ = try body()
            return nil
        } catch let error as RowQueryError {
            return error.code
        }
    }

    private func put(_ body: String, _ query: String, hiding: Bool = false) throws -> WriteResult {
        let rule: Rule = hiding ? .isOneOf("state", [.text("open")]) : .always
        let policies = try Policies(
            schema.tables.mapValues { _ in TablePolicy(select: rule, insert: .always, update: rule) }, for: schema)
        let plan = try RowPlanner(schema: schema, policies: policies).put(
            into: "people", JSONValue(parsing: Array(body.utf8), limits: QueryLimits()),
            RowRequest(QueryString.parameters(of: query)), preferences: Preferences(headers: ["return=representation"]),
            in: WriteContext(caller: .anonymous, now: 0) { "" })
        return try database.writeBlocking { db in try plan.run(db) }
    }

    @Test("a PUT adds the row of its key or changes it, if its caller may")
    func puts() throws {
        #expect(
            try put(#"{"id":9,"name":"Dan","state":"open"}"#, "id=eq.9").changes.map(\.verb) == [.insert])
        #expect(
            try put(#"[{"id":9,"name":"Dora","state":"open"},{"id":8}]"#, "id=eq.9").result?.rows
                == [#"{"id":9,"name":"Dora","state":"open"}"#])
        func code(_ body: String, _ query: String, hiding: Bool = false) -> RowQueryError.Code? {
            do {
                _ = try put(body, query, hiding: hiding)
                return nil
            } catch {
                return (error as? RowQueryError)?.code
            }
        }
        let cat = #"{"id":3,"name":"x","state":"open"}"#
        #expect(code(cat, "id=eq.3", hiding: true) == .forbidden)
        #expect(code(cat, "id=eq.4") == .differentKey)
        #expect(code(cat, "id=eq.x") == .invalidValue)
        #expect(code(#"{"name":"x"}"#, "id=eq.3") == .differentKey)
        for query in [
            "", "id=gt.3", "id=not.eq.3", "name=eq.x", "id=eq.3&name=eq.x", "id=eq.3&id=eq.3", "or=(id.eq.3)",
        ] {
            #expect(code(cat, query) == .invalidPutFilter, "\(query)")
        }
        #expect(code(cat, "id=eq.3&limit=1") == .limitedPut)
        #expect(code(#"{"id":9,"name":"x"}"#, "id=eq.9&columns=name") == .differentKey)
        #expect(code("[]", "id=eq.3") == .unreadableBody)
        #expect(code("7", "id=eq.3") == .unreadableBody)
    }
}
