import Testing
import Values

/// Keeps what a reader hands over.
private struct Keeper: JSONVisitor {
    var tree: JSONTree

    mutating func beginObject(line: Int) throws(Never) { tree.beginObject() }
    mutating func beginList(line: Int) throws(Never) { tree.beginList() }
    mutating func end() { tree.end() }
    mutating func key(_ key: String, line: Int) throws(Never) { tree.setKey(key) }
    mutating func scalar(_ scalar: JSONScalar, line: Int) throws(Never) { tree.add(scalar) }
}

@Suite("JSON") struct JSONTests {
    private func read(_ text: String, _ options: JSONOptions = [], keepsRepeatedKeys: Bool = true) -> JSONValue? {
        let keeper = Keeper(tree: JSONTree(keepsRepeatedKeys: keepsRepeatedKeys))
        return try? JSONReader.read(Array(text.utf8), options, into: keeper).get().tree.root
    }

    @Test("numbers lose the digits that do not change their value, or stay as they are written")
    func numbers() {
        let text = "[1.10, -0, 1e2, 1e1000]"
        #expect(read("[1.10, 1e2]") == [.number("1.1"), .number("100")])
        #expect(read(text, .numbersAsWritten) == [.number("1.10"), .number("-0"), .number("1e2"), .number("1e1000")])
    }

    @Test("numbers that Decimal cannot hold exactly stay as they are written, instead of being rounded or refused")
    func longNumbers() {
        let digits = "1234567890" + String(repeating: "0123456789", count: 4)
        for number in [digits, "-\(digits)", "1.\(digits)", "1e1000", "1e-1000"] {
            #expect(read("[\(number)]") == [.number(number)])
        }
        let longest = "99999999999999999999999999999999999999"
        #expect(read("[\(longest), \(longest).0]") == [.number(longest), .number("\(longest).0")])
    }

    @Test("a byte order mark is skipped or refused")
    func byteOrderMark() {
        #expect(read("\u{FEFF}[]") == [])
        #expect(read("\u{FEFF}[]", .refusesByteOrderMark) == nil)
    }

    @Test("all members with the same key are kept, of which the last one counts, or only the last one")
    func repeatedKeys() {
        let text = #"{"a": 1, "b": 2, "a": 3}"#
        let all = read(text)?.object
        #expect(all?.members.map(\.key) == ["a", "b", "a"])
        #expect(all?["a"] == 3)
        #expect(read(text, keepsRepeatedKeys: false) == .object(["b": 2, "a": 3]))
    }

    @Test("members are replaced in their places, added at the end, and removed")
    func members() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = "x"
        object["c"] = true
        object["b"] = nil
        #expect(object == ["a": "x", "c": true])
    }

    @Test(
        "control characters, quotation marks and backslashes are escaped",
        arguments: [
            ([], #""\"\\/\u000a\u001f"# + "\u{7F}é🎨\""), (.shortNewlines, #""\"\\/\n\u001f"# + "\u{7F}é🎨\""),
            (.escapedDelete, #""\"\\/\u000a\u001f\u007fé🎨""#),
        ] as [(JSONStyle, String)])
    func escapes(_ style: JSONStyle, _ expected: String) {
        #expect(JSON.text(of: "\"\\/\n\u{1F}\u{7F}é🎨", style) == expected)
    }

    @Test("values are written on one line or indented, with members in their order or that of their keys")
    func layouts() {
        let value = JSONValue.object(["b": [1, .null, []], "a": .object(["é": false, "d": .object([:])])])
        #expect(JSON.text(of: value) == #"{"b":[1,null,[]],"a":{"é":false,"d":{}}}"#)
        #expect(JSON.text(of: value, .sortedKeys) == #"{"a":{"d":{},"é":false},"b":[1,null,[]]}"#)
        #expect(
            JSON.text(of: value, .indented) == """
                {
                  "b": [
                    1,
                    null,
                    []
                  ],
                  "a": {
                    "é": false,
                    "d": {}
                  }
                }
                """)
    }

    @Test("what is written is read again as the same value")
    func roundTrip() {
        let value = JSONValue.object(["a\n": ["\u{0}\u{7F}\"", .number("-1.5e-7"), true, .null], "b": .object([:])])
        for style: JSONStyle in [[], .indented, [.shortNewlines, .escapedDelete]] {
            #expect(read(JSON.text(of: value, style), .numbersAsWritten) == value)
        }
    }
}
