import FailureModel
import FormModel
import FormFilling
import Foundation
import Testing

/// Labels that text recognition gave to a neighbour's box.
@Suite("Keys: labels of neighbours") struct NeighbourLabelTests {
    private static func field(
        _ name: String, _ label: String, x: Double = 50, y: Double = 100, confidence: Double = 0.97,
        names: PrintedNames? = nil
    ) -> Field {
        Field(
            id: UUID(), name: name, page: 0, region: Region(x: x, y: y, width: 150, height: 15), type: .text,
            label: label, confidence: confidence, evidence: .box, printedNames: names)
    }

    /// What a key finds: the field and how it was matched, or the code of the refusal.
    private func found(_ fields: [Field], _ key: String) -> String {
        do throws(Failure) {
            let bound = try Binder(fields: fields).bind([ValueEntry(key: key, value: "Ada")])
            return bound.map { "\($0.field.name) by \($0.match.rawValue)" }.joined()
        } catch {
            return error.code.rawValue
        }
    }

    @Test("of a longer caption and a field that has the words alone, the latter is found")
    func alone() {
        let joined = Self.field("a", "Name of witness Phone number")
        let own = Self.field("b", "Witness", x: 300, names: PrintedNames(row: "Phone number"))
        #expect(found([joined, own], "Phone number") == "b by words")
        #expect(found([joined], "Phone number") == "a by words")
        // Several that have the words alone are the cells of a column.
        let cell = Self.field("c", "Second", x: 300, y: 130, names: PrintedNames(row: "Phone number"))
        #expect(found([joined, own, cell], "Phone number") == "a by words")
    }

    @Test("a doubtful field that has the words alone beats no certain one, and neither is taken")
    func doubtfulAlone() {
        let joined = Self.field("a", "Name of witness Phone number")
        let own = Self.field("b", "Witness", x: 300, confidence: 0.6, names: PrintedNames(row: "Phone number"))
        #expect(found([joined, own], "Phone number") == "ambiguous_field")
    }

    @Test("a certain field wins over a doubtful one with the same words")
    func certain() {
        let doubtful = Self.field("a", "Employer phone or fax", confidence: 0.5)
        let certain = Self.field("b", "Employer phone or e-mail address", y: 200)
        #expect(found([doubtful, certain], "Employer phone") == "b by words")
        #expect(found([doubtful], "Employer phone") == "a by words")
    }

    @Test("the label of a doubtful field gives way to a certain field that has the words alone")
    func label() {
        let doubtful = Self.field("a", "Phone", confidence: 0.6)
        let certain = Self.field("b", "Row 1", y: 200, names: PrintedNames(column: "Phone"))
        #expect(found([doubtful, certain], "Phone") == "b by words")
        #expect(found([doubtful, Self.field("b", "Home phone", y: 200)], "Phone") == "a by doubtful")
        #expect(found([doubtful, certain], "a") == "a by name")
    }
}
