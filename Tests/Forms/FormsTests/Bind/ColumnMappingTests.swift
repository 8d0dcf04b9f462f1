import FailureModel
import FormFilling
import FormImport
import FormModel
import Foundation
import TestSupport
import Testing

@Suite("Column mappings") struct ColumnMappingTests {
    private static func field(
        _ name: String, _ label: String, y: Double = 100, type: FieldType = .text, section: String? = nil,
        confidence: Double = 1, evidence: Field.Evidence = .box
    ) -> Field {
        Field(
            id: UUID(), name: name, page: 0, region: Region(x: 50, y: y, width: 200, height: 15), type: type,
            label: label, confidence: confidence, evidence: evidence, section: section)
    }

    private static let fields = [
        field("p1f1", "Name of witness", y: 100), field("p1f2", "Employer's full address", y: 150),
        field("p1f3", "3. Date of birth (MM/DD/YYYY)", y: 200, section: "About you"), field("p1f4", "City", y: 250),
        field("p1f5", "Town", y: 300, confidence: 0.5),
        field("p1f6", "Employee's signature", y: 350, type: .signature),
        field("p1f7", "Amount paid", y: 400), field("p1f8", "Amount due", y: 450),
    ]
    private static let digest = String(repeating: "ab", count: 32)

    private func match(_ key: String) throws -> BoundValue.Match? {
        try Binder(fields: Self.fields).bind([ValueEntry(key: key, value: "1")]).first?.match
    }

    @Test(
        "names, numbers, labels and the beginning of one label are exact",
        arguments: [
            "p1f4", "#4", "City", "CITY", "3. Date of birth", "Date of birth", "Name", "name of",
            "About you / Date of birth",
        ])
    func exact(_ key: String) throws {
        let bound = try Binder(fields: Self.fields).refusingGuesses().bind([ValueEntry(key: key, value: "2001-01-31")])
        #expect(bound.count == 1 && bound.allSatisfy { !$0.match.isGuess })
    }

    @Test(
        "other words, misspellings and doubtful labels are guesses",
        arguments: [
            ("Address", BoundValue.Match.words), ("Witness", .words), ("Town", .doubtful),
        ])
    func guesses(_ key: String, _ expected: BoundValue.Match) throws {
        #expect(try match(key) == expected)
        let failure = try #require(throws: Failure.self) {
            try Binder(fields: Self.fields).refusingGuesses().bind([ValueEntry(key: key, value: "1")])
        }
        #expect(failure.code == .mappingNeeded && failure.message.contains("\"\(key)\""))
    }

    @Test("the beginning of several labels is no exact key")
    func severalBeginnings() {
        let failure = #expect(throws: Failure.self) {
            try Binder(fields: Self.fields).refusingGuesses().bind([ValueEntry(key: "Amount", value: "1")])
        }
        #expect(failure?.code == .ambiguousField)
    }

    @Test("a label that several fields have is a guess where the value decides")
    func shared() throws {
        let fields = [
            Self.field("box", "Refund", y: 100, type: .checkbox), Self.field("amount", "Refund", y: 150, type: .number),
        ]
        let bound = try Binder(fields: fields).bind([ValueEntry(key: "Refund", value: "12.50")])
        #expect(bound.map(\.field.name) == ["amount"] && bound.map(\.match) == [.shared])
        #expect(bound[0].match.note(key: "Refund")?.contains("\"Refund\"") == true)
    }

    @Test("a signature is not filled by the beginning of its label, even by a key that no other label begins with")
    func signature() {
        for key in ["Employee", "Employee signature", "Employees sign"] {
            let failure = #expect(throws: Failure.self) {
                try Binder(fields: Self.fields).bind([ValueEntry(key: key, value: "Ada")])
            }
            #expect(failure?.code == .unknownField, "\(key)")
        }
    }

    @Test("a mapping written as a file and read again is the same")
    func roundTrip() throws {
        let keys = ["City", "Witness", "Shoe size", "a \"quoted\"\nname: #1"]
        let mapping = Binder(fields: Self.fields).mapping(
            of: keys, values: [ValueEntry(key: "City", value: "Oslo: \"A\"")], form: Self.digest)
        #expect(mapping.columns.map(\.isConfirmed) == [true, false, false, false])
        #expect(mapping.columns.map(\.fields) == [["p1f4"], ["p1f1"], [], []])
        #expect(mapping.columns[0].value == "Oslo: \"A\"")
        #expect(mapping.guesses.map(\.name) == ["Witness"])
        let read = try ColumnMapping(data: Data(mapping.yaml(table: "people\n.csv").utf8), name: "people.map.yaml")
        #expect(read == mapping)
        var ofSheet = mapping
        ofSheet.sheet = "2026"
        #expect(try ColumnMapping(data: Data(ofSheet.yaml(table: "a.xlsx").utf8), name: "a") == ofSheet)
        #expect(ofSheet.sheet(ofTable: "a.XLSX") == "2026" && ofSheet.sheet(ofTable: "a.csv") == nil)
        let json = try JSONEncoder().encode(mapping)
        #expect(try ColumnMapping(data: json, name: "body") == mapping)
    }

    @Test("a column of several fields lists all of them")
    func severalFields() throws {
        let binder = Binder(fields: Self.fields)
        let named = ColumnMapping(
            form: Self.digest, columns: [.init(name: "Sum", fields: ["p1f7", "p1f8"], isConfirmed: false)])
        let described = binder.describing(named).columns[0]
        #expect(described.label == "Amount paid")
        #expect(described.candidates?.map(\.label) == ["Amount paid", "Amount due"])
    }

    @Test("an ambiguous column lists its fields, and one that a person named gets its place")
    func candidates() throws {
        let binder = Binder(fields: Self.fields)
        let mapping = binder.mapping(of: ["Amount"], values: [], form: Self.digest)
        #expect(mapping.columns[0].candidates?.map(\.field) == ["p1f7", "p1f8"])
        #expect(mapping.columns[0].candidates?.map(\.label) == ["Amount paid", "Amount due"])
        let yaml = mapping.yaml(table: "people.csv").replacing("  field:\n", with: "  field: p1f8\n")
        let named = try ColumnMapping(data: Data(yaml.utf8), name: "people.map.yaml")
        let kept = binder.describing(mapping.keeping(named))
        #expect(kept.columns[0].fields == ["p1f8"] && kept.columns[0].label == "Amount due")
        #expect(kept.columns[0].page == 1 && kept.columns[0].candidates == nil && !kept.columns[0].isConfirmed)
        let json = try JSONDecoder().decode(ColumnMapping.self, from: JSONEncoder().encode(mapping))
        #expect(json == mapping)
        // A field that the form does not have stays as it was written.
        let unknown = ColumnMapping(
            form: Self.digest, columns: [.init(name: "a", fields: ["p9f9"]), .init(name: "b", fields: [])])
        #expect(binder.describing(unknown) == unknown)
    }

    @Test("a confirmed column goes into its field, and a column without one is left out")
    func applied() throws {
        let mapping = ColumnMapping(
            form: Self.digest,
            columns: [
                .init(name: "Witness", fields: ["p1f4"]), .init(name: "City", fields: []),
                .init(name: "Both", fields: ["p1f7", "p1f8"]),
            ])
        let binder = try Binder(fields: Self.fields).refusingGuesses().applying(mapping)
        let bound = try binder.bind([
            ValueEntry(key: "Witness", value: "Ada"), ValueEntry(key: "City", value: "Oslo"),
            ValueEntry(key: "Both", value: "7"),
        ])
        #expect(bound.map(\.field.name) == ["p1f4", "p1f7", "p1f8"])
        #expect(bound.map(\.match) == [.mapping, .mapping, .mapping])
    }

    @Test("a mapping of another form, of unconfirmed columns, or of fields that changed is refused")
    func refused() throws {
        let mapping = ColumnMapping(
            form: Self.digest, columns: [.init(name: "a", fields: ["p1f4"], isConfirmed: false)])
        #expect(throws: Failure.self) { try mapping.check(form: "cd") }
        let failure = #expect(throws: Failure.self) { try mapping.check(form: Self.digest) }
        #expect(failure?.code == .mappingNeeded && failure?.message.contains("\"a\"") == true)
        for (field, label) in [("p1f9", ""), ("p1f4", "Country")] {
            let stale = ColumnMapping(form: Self.digest, columns: [.init(name: "a", fields: [field], label: label)])
            let failure = #expect(throws: Failure.self) { try Binder(fields: Self.fields).applying(stale) }
            #expect(failure?.code == .fieldsMismatch)
            let kept = Binder(fields: Self.fields).refusingGuesses().applyingKept(stale)
            #expect(throws: Failure.self) { try kept.bind([ValueEntry(key: "a", value: "1")]) }
        }
    }

    @Test("confirmed columns of an earlier mapping stay confirmed, with the new first value")
    func keeping() {
        let earlier = ColumnMapping(
            form: Self.digest,
            columns: [.init(name: "a", fields: ["p1f4"], value: "old"), .init(name: "c", fields: [])])
        let new = ColumnMapping(
            form: Self.digest,
            columns: [
                .init(name: "a", fields: ["p1f1"], match: .words, value: "new", isConfirmed: false),
                .init(name: "b", fields: [], isConfirmed: false),
            ])
        #expect(
            new.keeping(earlier).columns == [.init(name: "a", fields: ["p1f4"], value: "new"), new.columns[1]])
        #expect(new.keeping(ColumnMapping(form: "other", columns: earlier.columns)) == new)
    }

    @Test(
        "a damaged mapping is refused with what is wrong",
        arguments: [
            "", "- 1", "form: x", "form: x\ncolumns: 3", "form: x\ncolumns:\n- field: a",
            "form: x\ncolumns:\n- {column: a, field: {b: c}}", "form: x\ncolumns:\n- {column: a, field: [[b]]}",
            "form: x\ncolumns:\n- {column: a}\n- {column: a}", "form: [\n", "form: x\ncolumns: [1]",
        ])
    func damaged(_ text: String) {
        let failure = #expect(throws: Failure.self) { try ColumnMapping(data: Data(text.utf8), name: "m.yaml") }
        #expect(failure?.message.contains("m.yaml") == true)
    }

    @Test("a mapping beyond the limits is refused")
    func limits() {
        let list = (0...ColumnMapping.columnLimit).map { "- column: c\($0)" }.joined(separator: "\n")
        for text in ["form: x\ncolumns:\n\(list)", String(repeating: " ", count: ColumnMapping.sizeLimit + 1)] {
            let failure = #expect(throws: Failure.self) { try ColumnMapping(data: Data(text.utf8), name: "m.yaml") }
            #expect(failure?.code == .inputTooLarge)
        }
    }
}
