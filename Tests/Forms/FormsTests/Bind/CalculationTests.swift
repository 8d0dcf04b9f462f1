import FormModel
import FormFilling
import Foundation
import Testing

@Suite("Calculated fields") struct CalculationTests {
    private func field(
        _ name: String, _ calculation: FieldCalculation? = nil, _ format: FieldFormat? = nil, readOnly: Bool = false
    ) -> Field {
        Field(
            id: UUID(), name: name, page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: .text,
            label: "Field \(name)", confidence: 1, evidence: .widget, format: format, calculation: calculation,
            readOnly: readOnly)
    }

    private func texts(_ fields: [Field], _ values: [String: String]) throws -> [String: String] {
        let entries = values.sorted { $0.key < $1.key }.map { ValueEntry(key: $0.key, value: .text($0.value)) }
        let bound = try Binder(fields: fields).bind(entries)
        return Dictionary(
            uniqueKeysWithValues: bound.map { value in
                guard case .text(let text) = value.content else { return (value.field.name, "") }
                return (value.field.name, text)
            })
    }

    @Test(
        "sum, product, mean, least and greatest follow from the values",
        arguments: [
            (FieldCalculation.Function.sum, "15"), (.product, "80"), (.average, "5"), (.minimum, "1"), (.maximum, "10"),
        ])
    func functions(_ function: FieldCalculation.Function, _ result: String) throws {
        let fields = [
            field("a"), field("b"), field("c"),
            field("t", FieldCalculation(function: function, fields: ["a", "b", "c"])),
        ]
        let values =
            function == .product ? ["a": "2", "b": "4", "c": "10"] : ["a": "1", "b": "4", "c": "10"]
        #expect(try texts(fields, values)["t"] == result)
    }

    @Test("totals of totals are computed, read-only ones too, and written in their format")
    func chain() throws {
        let money = FieldFormat(kind: .number, decimals: 2)
        let fields = [
            field("grand", FieldCalculation(function: .sum, fields: ["sub", "c"]), money, readOnly: true),
            field("sub", FieldCalculation(function: .sum, fields: ["rows"]), money),
            field("rows.a", nil, money), field("rows.b", nil, money), field("c"),
        ]
        let filled = try texts(fields, ["rows.a": "1000.10", "rows.b": "0.25", "c": "2,000.40"])
        #expect(filled["sub"] == "1,000.35")
        #expect(filled["grand"] == "3,000.75")
    }

    @Test("a total of which a part cannot be read as a number is left empty, rather than wrong")
    func unreadable() throws {
        let fields = [field("a"), field("b"), field("t", FieldCalculation(function: .sum, fields: ["a", "b"]))]
        #expect(try texts(fields, ["a": "12 months", "b": "5"])["t"] == nil)
        #expect(try texts(fields, ["a": String(repeating: "9", count: 400), "b": "5"])["t"] == nil)
        #expect(try texts(fields, ["a": "", "b": "5"])["t"] == "5")
    }

    @Test("a given value goes before the calculated one, and its report says which is which")
    func given() throws {
        let total = field("t", FieldCalculation(function: .sum, fields: ["a", "b"]))
        let fields = [field("a"), field("b"), total]
        #expect(try texts(fields, ["a": "1", "t": "7"])["t"] == "7")
        let bound = try Binder(fields: fields).bind([ValueEntry(key: "a", value: "1")])
        #expect(bound.map(\.match) == [.name, .calculated])
    }

    @Test("nothing is computed from fields without values, nor from fields that depend on themselves")
    func nothing() throws {
        let fields = [
            field("x"), field("a"), field("t", FieldCalculation(function: .sum, fields: ["a", "b"])),
            field("p", FieldCalculation(function: .sum, fields: ["q"])),
            field("q", FieldCalculation(function: .sum, fields: ["p", "q"])),
        ]
        #expect(try texts(fields, ["x": "1"]) == ["x": "1"])
    }

    @Test("any number of calculations that wait for each other end")
    func deep() throws {
        let fields = (0..<5_000).map { field("f\($0)", FieldCalculation(function: .sum, fields: ["f\($0 + 1)"])) }
        #expect(try texts(fields + [field("f5000")], ["f5000": "1"]).count < 5_001)
    }
}
