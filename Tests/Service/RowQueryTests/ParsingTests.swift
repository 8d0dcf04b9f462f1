import RowQuery
import Testing

/// Parses a query string.
func request(_ query: String, limits: QueryLimits = QueryLimits()) throws -> RowRequest {
    try RowRequest(QueryString.parameters(of: query, limits: limits), limits: limits)
}

@Suite("Parsing")
struct ParsingTests {
    @Test("select has columns, aliases, embeds with hints and joins, and counts")
    func select() throws {
        let items = try request(
            "select=*,id,%20t:title,%22odd,name%22,child:children!artworks_child_fkey!inner(name,families(*)),comments(count),n:count()"
        ).select
        #expect(
            items == [
                .all, .column("id", alias: nil), .column("title", alias: "t"), .column("odd,name", alias: nil),
                .embed(
                    SelectItem.Embed(
                        "children", alias: "child", hint: "artworks_child_fkey", isInner: true,
                        items: [
                            .column("name", alias: nil), .embed(SelectItem.Embed("families", items: [.all])),
                        ])),
                .embed(SelectItem.Embed("comments", items: [.column("count", alias: nil)])),
                .value(SelectValue(nil, aggregate: .count, alias: "n")),
            ])
        #expect(try request("").select == [.all])
        #expect(try request("select=").select == [.all])
    }

    @Test("select has casts, aggregates and paths, named by alias, aggregate, last key or column")
    func values() throws {
        let items = try request(
            "select=a::text,s:b->>c::int.sum()::text,d->0->e->>-1,f->%22g,%22->>%22-1%22,h.count(),count()::text,i:j->k"
                .replacing(">", with: "%3E")
        ).select
        let values: [SelectValue] = [
            SelectValue("a", cast: "text"),
            SelectValue(
                FieldPath("b", [JSONStep(.key("c"), isText: true)]), cast: "int", aggregate: .sum, resultCast: "text",
                alias: "s"),
            SelectValue(
                FieldPath("d", [JSONStep(.index(0)), JSONStep(.key("e")), JSONStep(.index(-1), isText: true)])),
            SelectValue(FieldPath("f", [JSONStep(.key("g,")), JSONStep(.key("-1"), isText: true)])),
            SelectValue("h", aggregate: .count), SelectValue(nil, aggregate: .count, resultCast: "text"),
            SelectValue(FieldPath("j", [JSONStep(.key("k"))]), alias: "i"),
        ]
        #expect(items == values.map(SelectItem.value))
        #expect(values.map(\.name) == ["a", "s", "e", "-1", "count", "count", "i"])
    }

    @Test("filters and orders have paths, also on embeds and in trees")
    func paths() throws {
        let a = FieldPath("a", [JSONStep(.key("b")), JSONStep(.key("c d"), isText: true)])
        let parsed = try request(
            "a->b->>c%20d=eq.1&kids.a->0=is.null&or=(a->b->>c%20d.not.eq.1,x.is.null)&order=a->b->>c%20d.desc,kids(x->0)"
                .replacing(">", with: "%3E"))
        #expect(
            parsed.filters == [
                .init(.test(a, isNegated: false, .compare(.equal, "1"))),
                .init(
                    path: ["kids"],
                    .test(FieldPath("a", [JSONStep(.index(0))]), isNegated: false, .isKnown(as: .null))),
                .init(
                    .any(
                        [
                            .test(a, isNegated: true, .compare(.equal, "1")),
                            .test("x", isNegated: false, .isKnown(as: .null)),
                        ], isNegated: false)),
            ])
        var (first, second) = (OrderTerm("a", isDescending: true), OrderTerm("x", of: "kids"))
        first.steps = a.steps
        second.steps = [JSONStep(.index(0))]
        #expect(parsed.orders == [.init([first, second])])
    }

    @Test("filters have operators, negation, quoted lists and paths")
    func filters() throws {
        let filters = try request(
            #"a=eq.x.y&b=not.in.(1,"two, \"and\" \\",thr(ee)&c.d=is.NULL&e=cs.{a,b}&f=ilike.*x"#.replacing(
                " ", with: "%20"
            )
            .replacing("\\", with: "%5C").replacing("thr(ee)", with: "three)")
        ).filters
        #expect(
            filters == [
                .init(.test("a", isNegated: false, .compare(.equal, "x.y"))),
                .init(.test("b", isNegated: true, .isOneOf(["1", #"two, "and" \"#, "three"]))),
                .init(path: ["c"], .test("d", isNegated: false, .isKnown(as: .null))),
                .init(.test("e", isNegated: false, .list(.contains, "{a,b}"))),
                .init(.test("f", isNegated: false, .like("*x", ignoresCase: true))),
            ])
    }

    @Test("and and or nest, with negation and on embeds")
    func trees() throws {
        let filters = try request(
            "or=(a.eq.1,not.and(b.not.gt.2,c.in.(x,y)),d.eq.%22p,q)%22,e.cs.{1,2})&kids.not.and=(f.is.true)"
        ).filters
        #expect(
            filters == [
                .init(
                    .any(
                        [
                            .test("a", isNegated: false, .compare(.equal, "1")),
                            .all(
                                [
                                    .test("b", isNegated: true, .compare(.greater, "2")),
                                    .test("c", isNegated: false, .isOneOf(["x", "y"])),
                                ], isNegated: true), .test("d", isNegated: false, .compare(.equal, "p,q)")),
                            .test("e", isNegated: false, .list(.contains, "{1,2}")),
                        ], isNegated: false)),
                .init(path: ["kids"], .all([.test("f", isNegated: false, .isKnown(as: .true))], isNegated: true)),
            ])
    }

    @Test("orders, limits and offsets concern the rows of their path")
    func windows() throws {
        let parsed = try request(
            "order=a.desc.nullslast,b,kids(c).asc&kids.order=d.nullsfirst&limit=5&kids.limit=1&kids.offset=2&limit=9")
        #expect(
            parsed.orders == [
                .init([
                    OrderTerm("a", isDescending: true, areNullsFirst: false), OrderTerm("b"),
                    OrderTerm("c", of: "kids"),
                ]), .init(path: ["kids"], [OrderTerm("d", areNullsFirst: true)]),
            ])
        #expect(parsed.limits == [.init(5), .init(path: ["kids"], 1)])
        #expect(parsed.offsets == [.init(path: ["kids"], 2)])
    }

    @Test(
        "what cannot be parsed is PGRST100",
        arguments: [
            "a=x", "a=eq", "a=foo.1", "a=in.1", "a=in.(1", "a=in.(1)x", "a=is.nul", "or=a.eq.1", "or=(a.eq.1",
            "or=()", "or=(a)", "select=a,,b", "select=a(b", "select=a!inner",
            "select=a!x!y(b)", "select=:a", "order=a.up", "order=a.desc.asc", "order=", "limit=x", "limit=1.5",
            "columns=a,",
            "a%FF=eq.1", "%22a=eq.1", "a=eq(some).{1}", "a=eq(any).1", "a=is(any).{1}", "select=...a",
            "select=...a:b(c)", "select=...*", "a..b=eq.1", "on_conflict=", "select=a-%3E%3E--34",
            "select=a-%3E%3E-7x", "select=a-%3E", "select=a-%3E(b",
            "a-%3E=eq.1", "select=a::", "select=a.sum", "select=a.sum(b)", "select=a.median()", "select=a::text[]",
            "select=a-%3E%22b", "order=a-%3E", "select=*.count()",
        ])
    func unreadable(_ query: String) throws {
        #expect(try code { try request(query) } == .unreadableParameter)
    }

    @Test(
        "what PostgREST knows and is not built is PGRST127",
        arguments: [
            "a=fts.x", "a=plfts(english).x", "a=not.phfts.x", "a=wfts.x", "a=match.x", "a=imatch.x",
            "a=sl.(1,2)", "a=sr.x", "a=nxr.x", "a=nxl.x", "a=adj.x", "a=match(any).{1}",
            "a=eq(any).{1,NULL}", "or=(a.fts.x)", "select=a(b(c(d(e(f)))))",
            "a.b.c.d.e.f.g=eq.1",
        ])
    func notBuilt(_ query: String) throws {
        let query = query.replacing(">", with: "%3E").replacing("{", with: "%7B").replacing("}", with: "%7D")
        #expect(try code { try request(query) } == .notBuilt)
    }

    @Test("a spread embed, tests of lists and the modifiers any and all are parsed")
    func newerForms() throws {
        var spread = SelectItem.Embed("kids", hint: "fk", isInner: true, items: [.column("b", alias: "c")])
        spread.isSpread = true
        #expect(try request("select=a,...kids!fk!inner(c:b)").select == [.column("a", alias: nil), .embed(spread)])
        let filters = try request(
            "a=ov.%7B1%7D&b=not.isdistinct.2&or=(c.lt(all).%7B3,4%7D,d.in.(%20%20))&e=like(any).%7B%7D")
        #expect(
            filters.filters.map(\.content) == [
                .test("a", isNegated: false, .list(.overlaps, "{1}")),
                .test("b", isNegated: true, .compare(.distinct, "2")),
                .any(
                    [
                        .test(
                            "c", isNegated: false,
                            .quantified(isAny: false, [.compare(.less, "3"), .compare(.less, "4")])),
                        .test("d", isNegated: false, .isOneOf([])),
                    ], isNegated: false),
                .test("e", isNegated: false, .quantified(isAny: true, [])),
            ])
    }

    @Test("a percent sign that begins no escape is itself, as in PostgREST")
    func percentSigns() throws {
        #expect(
            try request("a=eq.100%&b=eq.%ZZ%4&c=eq.%41").filters.map(\.content)
                == [("a", "100%"), ("b", "%ZZ%4"), ("c", "A")].map {
                    .test(FieldPath($0.0), isNegated: false, .compare(.equal, $0.1))
                })
    }

    @Test("blanks before parentheses, and closing ones that nothing opened, are passed over as PostgREST does")
    func leniency() throws {
        let plain = try request("and=(a.eq.1,or(b.eq.2,not.and(c.eq.3,d.eq.4)))").filters
        let spaced = "and=( a.eq.1, or ( b.eq.2, not.and (c.eq.3,d.eq.4)) )".replacing(" ", with: "%20")
        #expect(try request(spaced).filters == plain)
        #expect(try request("and=(a.eq.1,or(b.eq.2,not.and(c.eq.3,d.eq.4))))").filters == plain)
        #expect(try request("select=a,b)").select == request("select=a,b").select)
        #expect(try request("order=a.desc)").orders == request("order=a.desc").orders)
        #expect(try request("a=in.(1,2))").filters == request("a=in.(1,2)").filters)
        for wrong in ["and=(a.eq.1))x", "select=a)b", "order=a)b", "a=in.(1))2", "and=(a.eq.1", "and=(orange.1)"] {
            #expect(try code { try request(wrong) } == .unreadableParameter, "\(wrong)")
        }
    }

    @Test("a range whose limit is below zero is PGRST103, an offset below zero is zero")
    func negativeRanges() throws {
        #expect(try code { try request("limit=-1") } == .rangeOutside)
        #expect(try request("offset=-4").offsets.map(\.content) == [0])
        #expect(try code { try RowRange(header: "5-2") } == .rangeOutside)
        #expect(try RowRange(header: "5-9") == RowRange(offset: 5, limit: 5))
        #expect(try RowRange(header: "5-") == RowRange(offset: 5))
        #expect(try RowRange(header: "bytes=0-1") == nil)
        #expect(try RowRange(header: "-5") == nil)
        #expect(try RowRange(header: "0-9223372036854775807") == nil)
    }

    @Test("input without bounds is refused, not followed")
    func limits() throws {
        let deep = String(repeating: "and(", count: 1_000)
        #expect(try code { try request("or=(\(deep)") } == .unreadableParameter)
        #expect(
            try code { try request("or=(" + deep + "a.eq.1" + String(repeating: ")", count: 1_001)) }
                == .unreadableParameter)
        #expect(try code { try request("select=" + String(repeating: "a(", count: 1_000)) } == .notBuilt)
        #expect(
            try code { try request("a=in.(" + String(repeating: "1,", count: 500_000) + "1)") } == .unreadableParameter)
        #expect(
            try code { try request("a=in.(" + String(repeating: "1,", count: 6_000) + "1)") } == .unreadableParameter)
        #expect(try code { try request(String(repeating: "a=eq.1&", count: 201)) } == .unreadableParameter)
        #expect(try code { try request("select=" + String(repeating: "a,", count: 61) + "a") } == .unreadableParameter)
        #expect(try code { try request("order=" + String(repeating: "a,", count: 20) + "a") } == .unreadableParameter)
        #expect(
            try code { try request("or=(" + String(repeating: "a.eq.1,", count: 200) + "a.eq.1)") }
                == .unreadableParameter)
        #expect(
            try code { try request("a=gt(any).%7B" + String(repeating: "1,", count: 200) + "1%7D") }
                == .unreadableParameter)
        let arrow = "-%3E"
        #expect(
            try code { try request("select=a" + String(repeating: arrow + "b", count: 17)) } == .unreadableParameter)
        #expect(
            try code { try request("a" + String(repeating: arrow + "0", count: 50_000) + "=eq.1") }
                == .unreadableParameter)
        #expect(
            try code { try request("select=a\(arrow)" + String(repeating: "b", count: 256)) } == .unreadableParameter)
        #expect(try code { try request("select=a\(arrow)9999999999") } == .numberOutOfRange)
        #expect(
            try code { try request("select=" + String(repeating: "a.sum(),", count: 10_000) + "b") }
                == .unreadableParameter)
        #expect(
            try code {
                try request("select=" + (0..<33).map { "x\($0):a.sum()" }.joined(separator: ","))
            } == .unreadableParameter)
        #expect(try code { try request("select=a::" + String(repeating: "b", count: 64)) } == .unreadableParameter)
        #expect(try code { try request(String(repeating: "a", count: 64) + "=eq.1") } == .unreadableParameter)
        #expect(
            try code { try request("select=" + String(repeating: "a(b),", count: 17) + "a") } == .unreadableParameter)
    }

    @Test("arguments of a function are no filters")
    func arguments() throws {
        let function = Function("f", [Function.Parameter("x", .text)], returns: .nothing)
        let parsed = try RowRequest(QueryString.parameters(of: "x=eq.1&y=eq.2"), function: function)
        #expect(parsed.arguments == ["x": "eq.1"])
        #expect(parsed.filters.map(\.content) == [.test("y", isNegated: false, .compare(.equal, "2"))])
    }

    @Test("preferences are those that are known, and others are refused if asked for")
    func preferences() throws {
        let parsed = try Preferences(headers: [
            "return=representation, count=exact", "resolution=merge-duplicates,x=1,return=minimal",
        ])
        #expect(parsed.applied == "resolution=merge-duplicates, return=representation, count=exact")
        #expect(try Preferences(headers: ["missing=default,handling=lenient,y"]).missing == .default)
        let limited = try Preferences(headers: ["handling=strict, max-affected=10, missing=null", "max-affected=3"])
        #expect(limited.limit == 10 && limited.applied == "missing=null, handling=strict, max-affected=10")
        #expect(try Preferences(headers: ["max-affected=10"]).limit == nil)
        for wrong in ["max-affected=-1", "max-affected=x", "max-affected", "max-affected=9999999999"] {
            #expect(try code { try Preferences(headers: ["handling=strict", wrong]) } == .invalidPreference)
        }
        #expect(try code { try Preferences(headers: ["handling=strict,tx=rollback"]) } == .invalidPreference)
        #expect(try code { try Preferences(headers: ["handling=strict,return=all"]) } == .invalidPreference)
    }

    @Test("random bytes are parsed or refused")
    func randomBytes() throws {
        var state: UInt64 = 15
        let alphabet = Array(#"abcdeqinornotslkf.,()!:*"\{}&=%->_ 012selctorder"#.utf8)
        for _ in 0..<4_000 {
            var bytes: [UInt8] = []
            for _ in 0..<(state >> 40) % 60 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let text = String(decoding: bytes, as: UTF8.self)
            for query in [text, "select=" + text, "or=(" + text, "a=" + text, "order=" + text] {
                do {
                    _ = try request(query)
                } catch is RowQueryError {}
            }
        }
    }
}
