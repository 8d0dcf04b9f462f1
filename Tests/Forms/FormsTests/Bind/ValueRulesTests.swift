import FailureModel
import FormFilling
import FormImport
import FormModel
import Foundation
import TestSupport
import Testing

@Suite("Rules for values") struct ValueRulesTests {
    /// The cases that the page's script is tested with, too.
    private struct Table: Decodable {
        let masks: [Row<String>]
        let notMasks: [String]
        let formats: [Row<FieldFormat.Kind>]
        let lengths: [Row<Int>]
    }

    private struct Row<Rule: Decodable>: Decodable {
        let rule: Rule
        let text: String
        let isTaken: Bool

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            rule = try list.decode(Rule.self)
            text = try list.decode(String.self)
            isTaken = try list.decode(Bool.self)
        }
    }

    private static func field(
        _ name: String = "a", type: FieldType = .text, mask: String? = nil, format: FieldFormat? = nil,
        maxLength: Int? = nil, initialValue: String? = nil, options: [String]? = nil, group: FieldGroup? = nil,
        required: Bool = false
    ) -> Field {
        Field(
            id: UUID(), name: name, page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: type,
            label: "Label \(name)", confidence: 1, evidence: .box, group: group, options: options,
            initialValue: initialValue, format: format, maxLength: maxLength, mask: mask, required: required)
    }

    private func isTaken(_ text: String, by field: Field) -> Bool {
        (try? Binder(fields: [field]).bind([ValueEntry(key: "a", value: .text(text))])) != nil
    }

    @Test("the service takes the same values as the page")
    func table() throws {
        let url = Repository.url("Tests/Program/Browser/unit/value-rules.json")
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: url))
        for row in table.masks {
            #expect(isTaken(row.text, by: Self.field(mask: row.rule)) == row.isTaken, "\(row)")
        }
        for mask in table.notMasks { #expect(CharacterMask(mask) == nil, "\(mask)") }
        for row in table.formats {
            let field = Self.field(format: FieldFormat(kind: row.rule))
            #expect(isTaken(row.text, by: field) == row.isTaken, "\(row)")
        }
        for row in table.lengths {
            #expect(isTaken(row.text, by: Self.field(maxLength: row.rule)) == row.isTaken, "\(row)")
        }
    }

    @Test("a refusal says what is wanted, and never the value")
    func messages() {
        func message(_ field: Field) -> String? {
            do throws(Failure) {
                try Binder(fields: [field]).check(ValueEntry(key: "a", value: "secret"))
                return nil
            } catch {
                #expect(error.code == .wrongType)
                return error.message
            }
        }
        #expect(
            message(Self.field(mask: "AA-9999"))
                == "\"Label a\" (a) takes a value like AA-9999: A is a letter, 9 a digit, * any character.")
        #expect(
            message(Self.field(format: FieldFormat(kind: .ssn)))
                == "\"Label a\" (a) takes a social security number of 9 digits, such as 123-45-6789; "
                + "mark other text as verbatim.")
    }

    @Test("the format of an AcroForm's field refuses nothing", arguments: [FieldFormat.Kind.zip, .ssn, .phone, .date])
    func widgets(_ kind: FieldFormat.Kind) throws {
        var field = Self.field(format: FieldFormat(kind: kind))
        field.evidence = .widget
        #expect(throws: Never.self) { try Binder(fields: [field]).check(ValueEntry(key: "a", value: "K1A abroad")) }
    }

    @Test("text marked as verbatim may break the form's format, and no rule of characters")
    func verbatim() throws {
        let style = try ValueStyle(verbatim: true, fontSize: nil, color: nil, of: "the value")
        let entry = ValueEntry(key: "a", value: "abroad", style: style)
        #expect(throws: Never.self) { try Binder(fields: [Self.field(format: FieldFormat(kind: .zip))]).check(entry) }
        #expect(throws: Failure.self) { try Binder(fields: [Self.field(mask: "99999")]).check(entry) }
    }

    @Test("a long text against a mask of the greatest length is decided at once")
    func hostileMask() throws {
        let mask = try #require(CharacterMask(String(repeating: "*", count: CharacterMask.limit)))
        #expect(!mask.accepts(String(repeating: "a", count: 1_000_000)))
        #expect(mask.accepts(String(repeating: "a", count: CharacterMask.limit)))
        #expect(CharacterMask(String(repeating: "\\", count: 1_000_000)) == nil)
    }

    // MARK: Initial values

    private func texts(_ fields: [Field], _ entries: [ValueEntry]) throws -> [String: BoundValue.Content] {
        Dictionary(uniqueKeysWithValues: try Binder(fields: fields).bind(entries).map { ($0.field.name, $0.content) })
    }

    @Test("a field without a value takes its initial value; one that was given, emptied or held keeps what it has")
    func initialValues() throws {
        var held = Self.field("held", initialValue: "Bonn")
        held.defaultValue = "Berlin"
        let fields = ["free", "given", "emptied", "unchanged"].map { Self.field($0, initialValue: "Bonn") } + [held]
        let bound = try texts(
            fields,
            [
                ValueEntry(key: "given", value: "Rome"), ValueEntry(key: "emptied", value: ""),
                ValueEntry(key: "unchanged", value: .none),
            ])
        #expect(
            bound == [
                "free": .text("Bonn"), "given": .text("Rome"), "emptied": .text(""), "unchanged": .text("Bonn"),
            ])
        #expect(try texts(fields, [])["free"] == .text("Bonn"))
    }

    @Test("an initial value that its field does not take any more leaves the field empty")
    func outdatedInitialValue() throws {
        let field = Self.field(initialValue: "Bonn", options: ["Rome"])
        #expect(field.faultOfInitialValue?.code == .wrongType)
        #expect(try texts([field], []).isEmpty)
    }

    @Test("an initial answer gives way to another answer of its question")
    func initialAnswers() throws {
        let group = FieldGroup(name: "q", label: "Married?", exclusive: true)
        let yes = Self.field("yes", type: .checkbox, initialValue: "true", group: group)
        var no = Self.field("no", type: .checkbox, group: group)
        #expect(try texts([yes, no], []) == ["yes": .checked(true), "no": .checked(false)])
        let answer = ValueEntry(key: no.id.uuidString, value: .flag(true))
        #expect(try texts([yes, no], [answer]) == ["yes": .checked(false), "no": .checked(true)])
        no.defaultValue = "true"
        #expect(try texts([yes, no], []).isEmpty)
        #expect(try texts([yes, no], [ValueEntry(key: "q", value: "")])["yes"] == .checked(false))
    }

    // MARK: Required values

    @Test("a required field is missing while it has no value, and a question while it has no answer")
    func required() throws {
        let group = FieldGroup(name: "q", label: "Married?", exclusive: true)
        let text = Self.field("text", required: true)
        let started = Self.field("started", initialValue: "x", required: true)
        let yes = Self.field("yes", type: .checkbox, group: group)
        let no = Self.field("no", type: .checkbox, group: group, required: true)
        let fields = [text, started, yes, no]
        func missing(_ entries: [ValueEntry]) throws -> [String] {
            RequiredValues(fields, try Binder(fields: fields).bind(entries)).missing.map(\.name)
        }
        #expect(try missing([]) == ["text", "yes"])
        #expect(try missing([ValueEntry(key: "text", value: " ")]) == ["text", "yes"])
        #expect(try missing([ValueEntry(key: "started", value: "")]) == ["text", "started", "yes"])
        let all = [ValueEntry(key: "text", value: "a"), ValueEntry(key: yes.id.uuidString, value: .flag(true))]
        #expect(try missing(all).isEmpty)
    }

    // MARK: JSON

    @Test("the rules survive JSON, and a field of an older program has none")
    func json() throws {
        let field = Self.field(mask: "AA", initialValue: "ab", required: true)
        let json = try JSONEncoder().encode(field)
        #expect(try JSONDecoder().decode(Field.self, from: json) == field)
        let old = """
            {"id": "\(UUID())", "name": "a", "page": 0, "x": 0, "y": 0, "width": 9, "height": 9, "type": "text", "label": "",
             "aKeyOfANewerProgram": 1}
            """
        let decoded = try JSONDecoder().decode(Field.self, from: Data(old.utf8))
        #expect(decoded.mask == nil && decoded.initialValue == nil && !decoded.required)
    }
}
