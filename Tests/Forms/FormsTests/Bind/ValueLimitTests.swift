import FailureModel
import FormModel
import FormFilling
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("Limits of values") struct ValueLimitTests {
    private func failure(_ text: String) -> Failure? {
        do {
            _ = try ValuesFile(data: Data(text.utf8), name: "values", folder: nil)
            return nil
        } catch {
            return error
        }
    }

    private func entries(_ text: String) throws -> [ValueEntry] {
        try ValuesFile(data: Data(text.utf8), name: "values", folder: nil).entries
    }

    @Test("a file larger than the limit is refused before it is read")
    func size() throws {
        let folder = try TemporaryFolder()
        let text = "Name: " + String(repeating: "a", count: ValuesFile.sizeLimit)
        #expect(failure(text)?.code == .inputTooLarge)
        let url = try folder.write(text, "values.yaml")
        let error = #expect(throws: Failure.self) { try ValuesFile(contentsOf: url) }
        #expect(error?.code == .inputTooLarge)
    }

    @Test("a value, a key, a list and an object beyond their limits are refused", arguments: [true, false])
    func sizes(isJSON: Bool) {
        func object(_ members: String) -> String { isJSON ? "{\(members)}" : "{\(members)} # YAML" }
        let limits = ValueLimits()
        let long = String(repeating: "x", count: limits.valueLength + 1)
        #expect(failure(object("\"Name\": \"\(long)\""))?.code == .valueTooLong)
        let key = String(repeating: "k", count: limits.keyLength + 1)
        let error = failure(object("\"\(key)\": 1"))
        #expect(error?.code == .malformedValues)
        #expect((error?.message.count ?? .max) < 200)
        let items = Array(repeating: "[]", count: limits.nodes).joined(separator: ",")
        #expect(failure(object("\"State\": [\(items)]"))?.code == .inputTooLarge)
        let members = (0...limits.entries).map { "\"\($0)\": 1" }.joined(separator: ", ")
        #expect(failure(object(members))?.code == .inputTooLarge)
        let deep = String(repeating: "[", count: limits.depth) + String(repeating: "]", count: limits.depth)
        #expect(failure(object("\"State\": \(deep)"))?.code == .malformedValues)
    }

    @Test("aliases that multiply are refused, those of a text are that text")
    func aliases() throws {
        let laughs = """
            a: &a [x, x, x, x, x, x, x, x, x]
            b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
            ? [*b, *b, *b, *b, *b]
            : x
            """
        #expect(failure(laughs)?.code == .malformedValues)
        let long = String(repeating: "x", count: 200_000)
        let many = "a: &a \(long)\n" + (0..<100).map { "b\($0): *a\n" }.joined()
        #expect(failure(many)?.code == .inputTooLarge)
        #expect(try entries("a: &x Ada\nb: *x\n").map(\.value) == [.text("Ada"), .text("Ada")])
        #expect(failure("a: *x\n")?.code == .malformedValues)
    }

    @Test(
        "a key that is written twice is refused with both lines",
        arguments: [
            "{\"Name\": \"Ada\",\n \"Name\": \"Grace\"}", "Name: Ada\nName: Grace\n",
            "{\"Name\": 1,\n\"N\\u0061me\": 1}",
            "1: Ada\n\"1\": Grace\n",
        ])
    func twice(text: String) throws {
        let error = try #require(failure(text))
        #expect(error.code == .duplicateValue)
        #expect(error.message.contains("line 1") && error.message.contains("line 2"))
        #expect(!error.message.contains("Grace"))
    }

    @Test("a key that is written twice within a value, or in a row of JSON Lines, is refused")
    func twiceElsewhere() throws {
        #expect(failure(#"{"Name": {"value": "a", "value": "b"}}"#)?.code == .duplicateValue)
        var rows = try RowsFile(data: Data("{\"a\": 1, \"a\": 2}\n{\"a\": 1}\n".utf8), name: "rows", folder: nil).rows()
        let error = #expect(throws: Failure.self) { try rows.next()?.entries.get() }
        #expect(error?.code == .duplicateValue)
        #expect(try rows.next()?.entries.get().count == 1)
    }

    @Test("objects within each other have no values of their own")
    func nested() throws {
        #expect(try entries(#"{"a": {"b": {"c": [{"d": 1}]}}}"#).map(\.value) == [.structure])
    }

    @Test("a cell and a column's name beyond their limits are refused")
    func cells() throws {
        let long = String(repeating: "x", count: ValueLimits().valueLength + 1)
        var rows = try RowsFile(data: Data("Name,Town\n\(long),Ely\nAda,Ely\n".utf8), name: "rows", folder: nil).rows()
        let error = #expect(throws: Failure.self) { try rows.next()?.entries.get() }
        #expect(error?.code == .valueTooLong)
        #expect(try rows.next()?.entries.get().count == 2)
        let name = String(repeating: "n", count: ValueLimits().keyLength + 1)
        let header = #expect(throws: Failure.self) {
            try RowsFile(data: Data("Town,\(name)\nx,y\n".utf8), name: "rows", folder: nil).rows()
        }
        #expect(header?.code == .malformedValues && (header?.message.count ?? .max) < 200)
    }
}
