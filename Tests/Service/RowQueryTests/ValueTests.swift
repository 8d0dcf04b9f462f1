import RowQuery
import Testing

@Suite("Values")
struct ValueTests {
    private let planner: RowPlanner

    init() throws {
        let schema = try FamilySchema.make()
        planner = RowPlanner(schema: schema, policies: try FamilySchema.policies(for: schema))
    }

    /// Returns what the plan of an insert writes into a column.
    private func value(_ json: String, _ table: String, _ column: String) throws -> Value? {
        let body = try JSONValue(parsing: Array(#"{"\#(column)":\#(json)}"#.utf8), limits: QueryLimits())
        let context = WriteContext(caller: .anonymous, now: 0) { "" }
        let plan = try planner.insert(into: table, body, in: context)
        return plan.columns.firstIndex { $0.name == column }.map { plan.rows[0][$0] }
    }

    @Test(
        "moments are kept in UTC with six digits",
        arguments: [
            ("2026-01-31T09:30:00.123456+00:00", "2026-01-31T09:30:00.123456+00:00"),
            ("2026-01-31 09:30", "2026-01-31T09:30:00.000000+00:00"),
            ("2026-01-31", "2026-01-31T00:00:00.000000+00:00"),
            ("2026-03-01T00:30:00.5+01:00", "2026-02-28T23:30:00.500000+00:00"),
            ("2024-03-01T00:30:00+0100", "2024-02-29T23:30:00.000000+00:00"),
            ("2025-12-31T23:59:59.9999995Z", "2026-01-01T00:00:00.000000+00:00"),
            ("2025-12-31T24:00:00-05", "2026-01-01T05:00:00.000000+00:00"),
        ])
    func moments(_ text: String, _ expected: String) throws {
        #expect(try value("\"\(text)\"", "artworks", "uploaded_at") == .text(expected))
    }

    @Test(
        "moments that are none, or do not exist, are refused",
        arguments: [
            ("now", RowQueryError.Code.invalidTime), ("2026-1-31", .invalidTime), ("2026-01-31T9:30", .invalidTime),
            ("2026-01-31T09:30 Berlin", .invalidTime), ("", .invalidTime), ("2026-02-29", .timeOutOfRange),
            ("2026-13-01", .timeOutOfRange), ("2026-01-31T25:00", .timeOutOfRange),
            ("2026-01-31T09:60", .timeOutOfRange),
            ("0001-01-01T00:00:00+01:00", .timeOutOfRange), ("9999-12-31T23:59:59.9999999Z", .timeOutOfRange),
        ])
    func wrongMoments(_ text: String, _ expected: RowQueryError.Code) throws {
        #expect(try code { try value("\"\(text)\"", "artworks", "uploaded_at") } == expected)
    }

    @Test("UUIDs are kept in small letters with hyphens")
    func uuids() throws {
        let expected = Value.text("0a0b0c0d-0e0f-4a4b-8c8d-0e0f0a0b0c0d")
        for text in [
            "0A0B0C0D-0E0F-4A4B-8C8D-0E0F0A0B0C0D", "0a0b0c0d0e0f4a4b8c8d0e0f0a0b0c0d",
            "{0a0b0c0d-0e0f-4a4b-8c8d-0e0f0a0b0c0d}",
        ] {
            #expect(try value("\"\(text)\"", "artworks", "id") == expected)
        }
        for text in ["", "x", "0a0b0c0d-0e0f-4a4b-8c8d-0e0f0a0b0c0", "0a0b0c0d--0e0f-4a4b-8c8d0e0f0a0b0c0d", "é"] {
            #expect(try code { try value("\"\(text)\"", "artworks", "id") } == .invalidValue)
        }
    }

    @Test("numbers, truth values and lists come as JSON or as text")
    func otherTypes() throws {
        #expect(try value("12", "artworks", "pages") == .integer(12))
        #expect(try value("\" -12 \"", "artworks", "pages") == .integer(-12))
        #expect(try code { try value("1.0", "artworks", "pages") } == .invalidValue)
        #expect(try value("1.25e2", "children", "height") == .number(125))
        #expect(try value("\".5\"", "children", "height") == .number(0.5))
        #expect(try code { try value("1234567890.1234567", "children", "height") } == .numberOutOfRange)
        #expect(try code { try value("\"NaN\"", "children", "height") } == .invalidValue)
        #expect(try value("\"YES\"", "artworks", "is_favorite") == .bool(true))
        #expect(try value("\"off\"", "artworks", "is_favorite") == .bool(false))
        #expect(try code { try value("\"o\"", "artworks", "is_favorite") } == .invalidValue)
        #expect(try value(#"["a",null]"#, "artworks", "tags") == .list(["a", nil]))
        #expect(
            try value(#""{a, \"b,\\\\c\" ,NULL,\"NULL\"}""#, "artworks", "tags") == .list(["a", #"b,\c"#, nil, "NULL"]))
        for text in ["{", "{a", "{a}}", "{a,}", "{{a}}", "a", #"{\"a}"#, "{,}"] {
            #expect(try code { try value("\"\(text)\"", "artworks", "tags") } == .invalidValue)
        }
        #expect(try value("5", "artworks", "title") == .text("5"))
        #expect(try code { try value("{}", "artworks", "title") } == .invalidValue)
    }

    @Test(
        "bodies that are no JSON are refused",
        arguments: [
            "", "{", "{\"a\":}", "{\"a\":1,}", "[1,]", "01", "1.", "nul", "\"\u{1}\"", "\"\\x\"", "\"\\ud800\"",
            "{} {}", "{'a':1}",
            "-", "\"\\u00g0\"", String(repeating: "[", count: 10_000), "\u{FEFF}{}",
        ])
    func brokenBodies(_ text: String) throws {
        #expect(try code { try JSONValue(parsing: Array(text.utf8), limits: QueryLimits()) } == .unreadableBody)
    }

    @Test("JSON keeps numbers as they were written, and texts as they were meant")
    func bodies() throws {
        let text = #" {"a": [1.10, -0, 1e5, true, null], "b": "\u00e9\ud83c\udfa8\n\/"} "#
        #expect(
            try JSONValue(parsing: Array(text.utf8), limits: QueryLimits())
                == .object([
                    "a": .list([.number("1.10"), .number("-0"), .number("1e5"), .flag(true), .null]),
                    "b": .text("é🎨\n/"),
                ]))
        var limits = QueryLimits()
        limits.bodyBytes = 10
        #expect(try code { try JSONValue(parsing: Array(text.utf8), limits: limits) } == .unreadableBody)
    }
}
