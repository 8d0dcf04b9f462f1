import FormImport
import FailureModel
import FormModel
import FormFilling
import Foundation
import Testing

@Suite("Rows of a table as a list") struct TableRowTests {
    /// A table with three rows of two columns under the heading "Dependents", and a field of the same label above it.
    private static let fields: [Field] = {
        func field(_ name: String, _ label: String, _ x: Double, _ y: Double, _ section: String) -> Field {
            Field(
                id: UUID(), name: name, page: 0, region: Region(x: x, y: y, width: 100, height: 16), type: .text,
                label: label, confidence: 1, evidence: .cell, section: section)
        }
        return [field("own", "First name", 40, 50, "You")]
            + (0..<3).flatMap { row in
                [
                    field("first\(row + 1)", "(1) First name", 50, 200 + 18 * Double(row), "Dependents"),
                    field("age\(row + 1)", "(2) Age", 160, 200 + 18 * Double(row), "Dependents"),
                ]
            }
    }()

    private func bind(_ values: String) throws -> [String: BoundValue.Content] {
        let file = try ValuesFile(data: Data(values.utf8), name: "values", folder: nil)
        let bound = try Binder(fields: Self.fields).bind(file.entries)
        return Dictionary(uniqueKeysWithValues: bound.map { ($0.field.name, $0.content) })
    }

    private func failure(_ values: String) -> Failure? {
        do {
            _ = try bind(values)
            return nil
        } catch {
            return error as? Failure
        }
    }

    @Test("each object of a list is a row, in YAML and in JSON; null leaves a row as it is")
    func rows() throws {
        let expected: [String: BoundValue.Content] = [
            "first1": .text("Ada"), "age1": .text("7"), "first3": .text("Grace"),
        ]
        #expect(try bind("Dependents: [{First name: Ada, Age: 7}, null, {First name: Grace}]") == expected)
        #expect(
            try bind(#"{"Dependents": [{"First name": "Ada", "Age": 7}, null, {"First name": "Grace"}]}"#) == expected)
    }

    @Test("a row that the table does not have is an error that names row and column")
    func tooMany() {
        let failure = failure("Dependents: [null, null, null, {Age: 7}]")
        #expect(failure?.code == .unknownField)
        #expect(failure?.message.contains("Row 4 of \"Dependents\"") == true)
        #expect(failure?.message.contains("\"Age\"") == true)
    }

    @Test("a column that the table does not have is an error that names it, with the nearest fields")
    func unknownColumn() {
        let failure = failure("Dependents: [{Shoe size: 7}]")
        #expect(failure?.code == .unknownField)
        #expect(failure?.message.contains("Dependents 1 Shoe size") == true)
    }

    @Test("lists of anything else are not values")
    func otherLists() {
        #expect(failure("First name: [a, b]")?.code != nil)
        #expect(failure("own: [1]")?.code == .wrongType)
    }
}
