import RowQuery
import RowQuerySQL
import Testing

@Suite("Rows without nulls") struct NullStripTests {
    private func stripped(_ rows: String...) throws -> String {
        let result = RowResult(rows: rows, range: ContentRange(offset: 0, count: rows.count, total: nil))
        return String(decoding: result.array(leavesOutNulls: true), as: UTF8.self)
    }

    @Test(
        "members of objects that are null are left out at every depth, and nulls in lists stay",
        arguments: [
            (#"{"a":null,"b":1,"c":null}"#, #"{"b":1}"#), (#"{"a":null}"#, "{}"), ("{}", "{}"),
            (#"{"a":{"b":null,"c":{"d":null}},"e":[null,{"f":null,"g":[]}]}"#, #"{"a":{"c":{}},"e":[null,{"g":[]}]}"#),
            (#"{"a": {"b": null, "c": [1, 2]}, "d": "n,:{null}"}"#, #"{"a":{"c":[1,2]},"d":"n,:{null}"}"#),
            (
                #"{"a\"":"\\","b":null,"c\\":"\"null\",","null":-1.50e+3}"#,
                #"{"a\"":"\\","c\\":"\"null\",","null":-1.50e+3}"#
            ),
            (#"{"a":true,"b":false,"c":null,"d":""}"#, #"{"a":true,"b":false,"d":""}"#),
        ])
    func members(row: String, left: String) throws {
        #expect(try stripped(row) == "[\(left)]")
        #expect(try stripped(row, row) == "[\(left),\(left)]")
        let single = RowResult(rows: [row], range: ContentRange(offset: 0, count: 1, total: nil))
        #expect(try single.single(leavesOutNulls: true) == Array(left.utf8))
    }

    @Test("keys that differ only in their Unicode form are both kept")
    func forms() throws {
        let row = "{\"\u{E9}\":1,\"e\u{301}\":2,\"x\":null}"
        #expect(try stripped(row).utf8.elementsEqual("[{\"\u{E9}\":1,\"e\u{301}\":2}]".utf8))
    }
}
