import RowQuery
import Testing
import Values

/// What PostgreSQL 15 answers to the same casts, as psql shows it.
@Suite("Casts of values")
struct ValueCastTests {
    @Test(
        "a value has the text, the rounding and the range of PostgreSQL",
        arguments: [
            (.integer(7), .column(.integer), .column(.text), .text("7")),
            (.integer(1), .column(.bool), .column(.text), .text("true")),
            (.integer(0), .column(.bool), .integer, .integer(0)), (.integer(5), .integer, .column(.bool), .integer(1)),
            (.number(104.5), .column(.numeric), .column(.text), .text("104.5")),
            (.number(120), .column(.numeric), .column(.text), .text("120")),
            (.number(2.5), .column(.numeric), .integer, .integer(3)), (.number(2.5), .double, .integer, .integer(2)),
            (.number(3.5), .double, .integer, .integer(4)), (.number(-2.5), .column(.numeric), .integer, .integer(-3)),
            (.number(1e20), .double, .column(.text), .text("1e+20")),
            (.number(1e15), .double, .column(.text), .text("1e+15")),
            (.number(123_456_789_012_345), .double, .column(.text), .text("123456789012345")),
            (.number(0.0001), .double, .column(.text), .text("0.0001")),
            (.number(0.00001), .double, .column(.text), .text("1e-05")),
            (.number(-1.25e-7), .double, .column(.text), .text("-1.25e-07")),
            (.number(1e20), .double, .decimal, .text("100000000000000000000")),
            (.text("1.10"), .column(.text), .decimal, .text("1.10")),
            (.text(" -1.5e3 "), .column(.text), .decimal, .text("-1500")),
            (.text("1.10"), .column(.text), .double, .number(1.1)), (.text("2.5"), .decimal, .smallint, .integer(3)),
            (.text("yes"), .column(.text), .column(.bool), .integer(1)),
            (
                .text("2026-01-31T09:30:00.120000+00:00"), .column(.timestamp), .column(.text),
                .text("2026-01-31 09:30:00.12+00")
            ),
            (
                .text("2026-01-31T09:30:00.000000+00:00"), .column(.timestamp), .column(.text),
                .text("2026-01-31 09:30:00+00")
            ),
            (.text("2026-01-31T09:30:00.120000+00:00"), .column(.timestamp), .column(.date), .text("2026-01-31")),
            (.text("2026-01-31"), .column(.date), .column(.timestamp), .text("2026-01-31T00:00:00.000000+00:00")),
            (
                .text(#"["a b","","null",null,"x\"y","{","a,b","é","a\\b"]"#), .column(.textList), .column(.text),
                .text(#"{"a b","","null",NULL,"x\"y","{","a,b",é,"a\\b"}"#)
            ),
            (
                .text(#"{"b":1.50,"aa":1e3,"a":-0,"a":"é\u0001\n"}"#), .column(.text), .column(.json),
                .text(#"{"a": "é\u0001\n", "b": 1.50, "aa": 1000}"#)
            ),
            (.text("2.5"), .column(.json), .integer, .integer(3)),
            (.text("true"), .column(.json), .column(.bool), .integer(1)),
            (
                .text("{A0EEBC99-9C0B4EF8-BB6D6BB9BD380A11}"), .column(.text), .column(.uuid),
                .text("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
            ),
            (.null, .column(.text), .integer, .null),
        ] as [(Value, ValueType, ValueType, Value)])
    func values(_ value: Value, _ source: ValueType, _ target: ValueType, _ expected: Value) throws {
        #expect(try ValueCast.value(value, from: source, to: target) == expected)
    }

    @Test(
        "a value that the type does not have is refused without being repeated",
        arguments: [
            (.text("secret"), .column(.text), .integer, .invalidValue),
            (.text("secret"), .column(.text), .decimal, .invalidValue),
            (.text("NaN"), .column(.text), .double, .invalidValue),
            (.text("secret"), .column(.text), .column(.uuid), .invalidValue),
            (.text("secret"), .column(.text), .column(.json), .invalidValue),
            (.text("secret"), .column(.text), .column(.bool), .invalidValue),
            (.text("secret"), .column(.text), .column(.date), .invalidTime),
            (.text("2026-02-30"), .column(.text), .column(.timestamp), .timeOutOfRange),
            (.integer(40_000), .column(.integer), .smallint, .numberOutOfRange),
            (.text("1e400"), .column(.text), .double, .numberOutOfRange),
            (.text("10e999"), .column(.text), .decimal, .numberOutOfRange),
            (.text("9223372036854775808"), .decimal, .column(.integer), .numberOutOfRange),
            (.text("null"), .column(.json), .integer, .invalidCast),
            (.text("\"secret\""), .column(.json), .integer, .invalidCast),
            (.text("1"), .column(.json), .column(.bool), .invalidCast),
        ] as [(Value, ValueType, ValueType, RowQueryError.Code)])
    func refusals(_ value: Value, _ source: ValueType, _ target: ValueType, _ code: RowQueryError.Code) throws {
        let error = #expect(throws: RowQueryError.self) { try ValueCast.value(value, from: source, to: target) }
        #expect(error?.code == code)
        #expect(error?.message.contains("secret") == false && error?.details == nil)
    }
}

@Suite("Exact numbers")
struct ExactNumberTests {
    private func numbers(_ texts: [String]) -> [ExactNumber] { texts.compactMap { ExactNumber($0) } }

    @Test("a sum has no rounding, whatever the signs and the lengths")
    func sums() {
        #expect(ExactNumber.sum(of: numbers(["0.1", "0.25", "100"]))?.text == "100.35")
        #expect(ExactNumber.sum(of: numbers(["-1", "0.999"]))?.text == "-0.001")
        #expect(ExactNumber.sum(of: numbers(["5", "-5.0"]))?.text == "0.0")
        #expect(
            ExactNumber.sum(of: Array(repeating: ExactNumber(Int64.max), count: 10))?.text == "92233720368547758070")
        #expect(ExactNumber.sum(of: numbers(["1e300", "1"]))?.text == "1" + String(repeating: "0", count: 299) + "1")
        #expect(ExactNumber.sum(of: []) == nil)
    }

    @Test("an average has the digits of PostgreSQL's division")
    func averages() {
        func average(_ texts: [String]) -> String? {
            ExactNumber.sum(of: numbers(texts))?.divided(by: texts.count).text
        }
        #expect(average(["1", "2", "2"]) == "1.6666666666666667")
        #expect(average(["0.1", "0.25", "100"]) == "33.4500000000000000")
        #expect(average(["123456789012345", "2", "2"]) == "41152263004116.3333")
        #expect(average(["0.001", "0.002", "0.002"]) == "0.00166666666666666667")
        #expect(average(["100", "200"]) == "150.0000000000000000")
        #expect(average(["-1", "-2", "-2"]) == "-1.6666666666666667")
        #expect(average(["0", "0"]) == "0.00000000000000000000")
    }

    @Test("numbers are in order, also below zero and beside zero")
    func order() {
        let sorted = numbers(["-10", "-9.5", "-0.001", "0", "0.001", "1", "1.0001", "9", "10", "1e5"])
        #expect(sorted.reversed().sorted().map(\.text) == sorted.map(\.text))
        #expect(ExactNumber("1e1001") == nil && ExactNumber("1e-99999") == nil && ExactNumber("") == nil)
        #expect(ExactNumber("-") == nil && ExactNumber("1x") == nil && ExactNumber("1e") == nil)
    }
}

@Suite("JSON values")
struct JSONBTests {
    /// As PostgreSQL 15 sorts them with the collation C.
    private static let sorted = [
        "[]", "null", #""a""#, #""b""#, "-2", "1", "9", "10", "false", "true", "[null]", "[1]", "[[]]", "[0, 0]", "{}",
        #"{"a": 1}"#, #"{"aa": 1}"#, #"{"b": 1}"#, #"{"a": 1, "b": 0}"#,
    ]

    @Test("keys sort as jsonb does, and equal numbers have equal keys")
    func order() throws {
        let keys = try Self.sorted.map { try #require(JSONOrder.key(of: $0)) }
        for (left, right) in zip(keys, keys.dropFirst()) {
            #expect(left.utf8.lexicographicallyPrecedes(right.utf8), "\(left) \(right)")
        }
        #expect(JSONOrder.key(of: "[1.0, 100]") == JSONOrder.key(of: "[1,1e2]"))
        #expect(JSONOrder.key(of: "-0.0") == JSONOrder.key(of: "0"))
        #expect(JSONOrder.key(of: "x") == nil)
        let numbers = ["-1e20", "-1.5", "-1", "-0.2", "-0.1", "0", "0.1", "0.15", "1", "1.5", "15", "1e20"]
        let numberKeys = numbers.compactMap { JSONOrder.key(of: $0) }
        #expect(numberKeys == numberKeys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test(
        "steps lead where PostgreSQL's arrows do",
        arguments: [
            (#"{"a": {"b": [1, "x"]}}"#, [JSONStep(.key("a")), JSONStep(.key("b"))], .text(#"[1, "x"]"#)),
            (#"{"a": [1, "x"]}"#, [JSONStep(.key("a")), JSONStep(.index(-1))], .text(#""x""#)),
            (#"{"a": [1, "x"]}"#, [JSONStep(.key("a")), JSONStep(.index(-1), isText: true)], .text("x")),
            (#"{"a": [1,2]}"#, [JSONStep(.key("a"), isText: true)], .text("[1, 2]")),
            (#"{"a": {"c":1,"b":[true]}}"#, [JSONStep(.key("a"), isText: true)], .text(#"{"b": [true], "c": 1}"#)),
            (#"{"a": null}"#, [JSONStep(.key("a"))], .text("null")),
            (#"{"a": null}"#, [JSONStep(.key("a"), isText: true)], .null),
            (#"{"a": 1}"#, [JSONStep(.key("b"))], .null), ("[1]", [JSONStep(.index(1))], .null),
            ("[1]", [JSONStep(.index(-2))], .null), ("[1]", [JSONStep(.key("0"))], .null),
            (#"{"0": 1}"#, [JSONStep(.index(0))], .null),
            // For jsonb, a scalar is a list with itself as its only item.
            (#"{"a": 5}"#, [JSONStep(.key("a")), JSONStep(.index(0)), JSONStep(.index(-1))], .text("5")),
            ("5", [JSONStep(.index(1))], .null), ("5", [JSONStep(.key("a"))], .null),
        ] as [(String, [JSONStep], Value)])
    func steps(_ json: String, _ steps: [JSONStep], _ expected: Value) throws {
        let value = try #require(ColumnType.json.json(of: .text(json)))
        #expect(JSONStep.value(at: steps, in: value) == expected)
        #expect(JSONStep.steps(ofJSON: JSONStep.json(steps)) == steps)
    }
}
