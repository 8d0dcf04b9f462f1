import FormImport
import FailureModel
import FormModel
import FormFilling
import Foundation
import TestSupport
import Testing

@Suite("Binder") struct BinderTests {
    @Test(
        "hyphens stay in cells that suffice, and a value without them says so",
        arguments: [
            ("Müller-Lüdenscheidt", 19, "Müller-Lüdenscheidt", false),
            ("Müller-Lüdenscheidt", 18, "MüllerLüdenscheidt", true), ("Anna Maria", 9, "AnnaMaria", true),
            ("123-45-6789", 9, "123456789", false), ("DE12 3456", 8, "DE123456", false),
        ])
    func cells(_ text: String, _ count: Int, _ written: String, _ lacksMarks: Bool) throws {
        var field = Field(
            id: UUID(), name: "f", page: 0, region: Region(x: 50, y: 100, width: 300, height: 20), type: .text,
            label: "Name", confidence: 1, evidence: .box)
        field.combEdges = (0...count).map { 50 + 10 * Double($0) }
        let bound = try Binder(fields: [field]).bind([ValueEntry(key: "Name", value: .text(text))])
        #expect(bound.map(\.content) == [.text(written)])
        #expect(bound.map { $0.lacksMarks == true } == [lacksMarks])
    }

    private static func field(
        _ name: String, _ label: String, page: Int = 0, type: FieldType = .text, maxLength: Int? = nil,
        combCells: Int? = nil, options: [String]? = nil, group: FieldGroup? = nil, readOnly: Bool = false
    ) -> Field {
        Field(
            id: UUID(), name: name, page: page, region: Region(x: 0, y: 0, width: 100, height: 20), type: type,
            label: label, confidence: 1, evidence: .box, group: group, options: options, maxLength: maxLength,
            combEdges: combCells.map { cells in (0...cells).map { Double($0) * 10 } }, readOnly: readOnly)
    }

    private func bind(_ fields: [Field], _ values: KeyValuePairs<String, FieldValue>) throws -> [BoundValue] {
        try Binder(fields: fields).bind(values.map { ValueEntry(key: $0.key, value: $0.value) })
    }

    private func code(_ body: () throws -> [BoundValue]) -> ErrorCode? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? Failure)?.code
        }
    }

    // MARK: Keys

    @Test("a field answers to its id, its name and its label")
    func threeKeys() throws {
        let field = Self.field("form.f1", "First name")
        for (key, match) in [
            (field.id.uuidString.lowercased(), BoundValue.Match.id), ("form.f1", .name), ("First name", .label),
        ] {
            let bound = try Binder(fields: [field]).bind([ValueEntry(key: key, value: "Ada")])
            #expect(bound.map(\.content) == [.text("Ada")])
            #expect(bound[0].match == match)
        }
    }

    @Test(
        "labels are compared without case, punctuation, spacing and accents",
        arguments: ["first name", "FIRST-NAME:", " First  name ", "Firstname", "Fïrst namé"])
    func normalisation(_ key: String) throws {
        #expect(try bind([Self.field("a", "First name")], [key: "x"])[0].match == .label)
    }

    @Test("a number after # and a page before : choose among fields of one label")
    func choosing() throws {
        let fields = [
            Self.field("a", "Date"), Self.field("b", "Date"), Self.field("c", "Date", page: 2),
        ]
        for (key, name) in [("Date#1", "a"), ("Date#2", "b"), ("Date #3", "c"), ("p3:Date", "c"), ("p1:date#2", "b")] {
            let bound = try Binder(fields: fields).bind([ValueEntry(key: key, value: "x")])
            #expect(bound.map(\.field.name) == [name], "\(key)")
        }
        #expect(code { try bind(fields, ["Date": "x"]) } == .ambiguousField)
        #expect(code { try bind(fields, ["p1:Date": "x"]) } == .ambiguousField)
        #expect(code { try bind(fields, ["Date#4": "x"]) } == .unknownField)
        #expect(code { try bind(fields, ["p2:Date": "x"]) } == .unknownField)
    }

    @Test("a label that contains the signs is still found as it is")
    func signsInLabels() throws {
        let fields = [Self.field("a", "Apt #2"), Self.field("b", "p1: Part one")]
        #expect(try bind(fields, ["Apt #2": "x"]).map(\.field.name) == ["a"])
        #expect(try bind(fields, ["p1: Part one": "x"]).map(\.field.name) == ["b"])
    }

    @Test("a tie lists all fields and binds nothing")
    func tie() throws {
        let fields = [Self.field("a", "Name"), Self.field("b", "Name"), Self.field("c", "Town")]
        do {
            _ = try bind(fields, ["Town": "x", "Name": "y"])
            Issue.record("nothing was thrown")
        } catch let error as Failure {
            #expect(error.fields == ["a", "b"])
            #expect(!error.message.contains("y\""))
        }
    }

    @Test("the beginning of a label is enough where only one label begins so")
    func beginning() throws {
        let fields = [
            Self.field("a", "Your first name and middle initial"), Self.field("b", "Your social security number"),
        ]
        #expect(try bind(fields, ["Your first name": "x"])[0].match == .beginning)
        #expect(code { try bind(fields, ["Your": "x"]) } == .ambiguousField)
        #expect(code { try bind(fields, ["Your fir": "x"]) } == .unknownField)
    }

    @Test("the number of an item may be left out of its label")
    func numbered() throws {
        let fields = [
            Self.field("a", "3A. Name of organization"), Self.field("b", "12 Total income"),
            Self.field("c", "B. Evening"),
            Self.field("d", "A name"),
        ]
        #expect(try bind(fields, ["Name of organization": "x"]).map(\.field.name) == ["a"])
        #expect(try bind(fields, ["total": "x"]).map(\.field.name) == ["b"])
        #expect(try bind(fields, ["Evening": "x"]).map(\.field.name) == ["c"])
        // "A" can be an article, so this is a match by words, which is reported.
        #expect(try bind([fields[3]], ["name": "x"]).map(\.match) == [.words])
    }

    @Test("a slip of a letter is forgiven, more is not")
    func similar() throws {
        let fields = [Self.field("a", "Telephone number"), Self.field("b", "Account number")]
        #expect(try bind(fields, ["Telefone number": "x"]).map(\.field.name) == ["a"])
        #expect(try bind(fields, ["Telphone nubmer": "x"])[0].match == .similar)
        #expect(code { try bind(fields, ["Fax": "x"]) } == .unknownField)
    }

    @Test("the surer way wins: a name before a label")
    func precedence() throws {
        let fields = [Self.field("Town", "County"), Self.field("b", "Town")]
        #expect(try bind(fields, ["Town": "x"]).map(\.field.name) == ["Town"])
    }

    @Test("two different values for one field are refused, the same one twice is not")
    func duplicates() throws {
        let fields = [Self.field("a", "Name")]
        #expect(code { try bind(fields, ["a": "x", "Name": "y"]) } == .duplicateValue)
        #expect(try bind(fields, ["a": "x", "Name": "x"]).count == 1)
    }

    // MARK: Values

    @Test(
        "the words for yes and no",
        arguments: [
            ("true", true), ("Yes", true), ("on", true), ("X", true), ("1", true), ("false", false), ("NO", false),
            ("off", false), ("0", false),
        ])
    func truth(_ word: String, _ expected: Bool) throws {
        let box = Self.field("a", "Agree", type: .checkbox)
        #expect(try bind([box], ["a": .text(word)])[0].content == .checked(expected))
        #expect(code { try bind([box], ["a": "maybe"]) } == .wrongType)
    }

    @Test("a question with exclusive choices takes one, by label or export value")
    func exclusive() throws {
        let group = FieldGroup(name: "status", label: "Marital status", exclusive: true)
        let choices = ["Single", "Married"].map { Self.field("s\($0)", $0, type: .checkbox, group: group) }
        let bound = try bind(choices, ["Marital status": "married"])
        #expect(bound.map(\.content) == [.checked(false), .checked(true)])
        #expect(try bind(choices, ["Married": true]).map(\.content) == [.checked(false), .checked(true)])
        #expect(
            try bind(choices, ["Marital status: Single": true]).map(\.content) == [.checked(true), .checked(false)])
        #expect(code { try bind(choices, ["Marital status": "Divorced"]) } == .wrongType)
        #expect(
            try bind(choices, ["Single": true, "Married": false]).map(\.content) == [.checked(true), .checked(false)])
    }

    @Test("empty text leaves a question without an answer")
    func noAnswer() throws {
        let group = FieldGroup(name: "status", label: "Marital status", exclusive: true)
        let choices = ["Single", "Married"].map { Self.field("s\($0)", $0, type: .checkbox, group: group) }
        #expect(try bind(choices, ["Marital status": ""]).map(\.content) == [.checked(false), .checked(false)])
    }

    @Test("yes and no under two questions are distinguished by the question")
    func sameChoices() throws {
        let questions = ["Are you a citizen?", "Do you rent?"].enumerated().flatMap { index, label in
            ["Yes", "No"].map {
                Self.field(
                    "q\(index)\($0)", $0, type: .checkbox,
                    group: FieldGroup(name: "q\(index)", label: label, exclusive: true))
            }
        }
        #expect(code { try bind(questions, ["Yes": true]) } == .ambiguousField)
        let bound = try bind(questions, ["Do you rent": "no"])
        #expect(bound.first { $0.content == .checked(true) }?.field.name == "q1No")
    }

    @Test("dates follow the form's hint, and are left alone without one")
    func dates() throws {
        let hinted = Self.field("a", "Date of birth (MM/DD/YYYY)", type: .date)
        let german = Self.field("b", "Geburtsdatum dd.mm.yyyy", type: .date)
        let plain = Self.field("c", "Date signed", type: .date)
        let bound = try bind([hinted, german, plain], ["a": "2026-01-31", "b": "2026-01-31", "c": "2026-01-31"])
        #expect(bound.map(\.content) == [.text("01/31/2026"), .text("31.01.2026"), .text("2026-01-31")])
        #expect(code { try bind([plain], ["c": "soon"]) } == .wrongType)
    }

    @Test("too long is refused, unless only the separators are too many")
    func lengths() throws {
        let comb = Self.field("a", "SSN", combCells: 9)
        #expect(try bind([comb], ["a": "123-45-6789"])[0].content == .text("123456789"))
        #expect(code { try bind([comb], ["a": "1234567890"]) } == .valueTooLong)
        let limited = Self.field("b", "State", maxLength: 2)
        #expect(code { try bind([limited], ["b": "Ohio"]) } == .valueTooLong)
        // Characters are what a person sees: this is one letter with its accent, twice.
        #expect(try bind([limited], ["b": "e\u{301}e\u{301}"]).count == 1)
    }

    @Test("lines are kept where the field has several, and joined where it has one")
    func lines() throws {
        let one = Self.field("a", "Name")
        let many = Self.field("b", "Address", type: .multiline)
        let bound = try bind([one, many], ["a": "x\r\ny", "b": "x\r\ny"])
        #expect(bound.map(\.content) == [.text("x y"), .text("x\ny")])
    }

    @Test("a choice field takes its options in any case, and nothing else")
    func options() throws {
        let field = Self.field("a", "State", options: ["Ohio", "Iowa"])
        #expect(try bind([field], ["a": "ohio"])[0].content == .choice(shown: "Ohio", export: "Ohio"))
        #expect(code { try bind([field], ["a": "Utah"]) } == .wrongType)
    }

    @Test("no value leaves the field as it is")
    func none() throws {
        #expect(try bind([Self.field("a", "Name")], ["a": .none]).isEmpty)
    }

    @Test("a read-only field takes nothing")
    func readOnly() throws {
        #expect(code { try bind([Self.field("a", "Name", readOnly: true)], ["a": "x"]) } == .readOnlyField)
    }

    // MARK: Hostile input

    @Test(
        "a control character in a value is refused by name, not the text cut there",
        arguments: ["Ada\u{0}Lovelace", "\u{1B}[31m", "a\u{7F}", "a\u{85}b\u{9B}"],
        [FieldType.text, .multiline, .signature])
    func controlCharacters(_ value: String, _ type: FieldType) throws {
        let error = #expect(throws: Failure.self) {
            try bind([Self.field("a", "Name", type: type)], ["Name": .text(value)])
        }
        #expect(error?.code == .wrongType)
        #expect(error?.message.contains("\"Name\" (a)") == true && error?.message.contains("U+") == true)
        #expect(error?.message.contains("Ada") == false && error?.message.contains("\u{1B}") == false)
    }

    @Test("a value that is longer than its line runs over the blank lines below, unless they have values of their own")
    func blankLines() throws {
        func line(_ name: String, y: Double, x: Double = 50, label: String, names: PrintedNames? = nil) -> Field {
            Field(
                id: UUID(), name: name, page: 0, region: Region(x: x, y: y, width: 350 - x, height: 18), type: .text,
                label: label, confidence: 1, evidence: .rule, printedNames: names)
        }
        let fields = [
            line("f1", y: 100, x: 100, label: "Please explain", names: PrintedNames(nearby: "Please explain")),
            line("f2", y: 118, label: "is unfair"), line("f3", y: 136, label: "is unfair"),
            line("f4", y: 154, label: "Employer", names: PrintedNames(nearby: "Employer")),
        ]
        let long = "The overpayment was made while I was in hospital and could not open any of the letters that came."
        let bound = try bind(fields, ["Please explain": .text(long)])
        #expect(bound.map(\.field.name) == ["f1", "f2", "f3"])
        let texts = bound.map { value -> String in if case .text(let text) = value.content { text } else { "" } }
        #expect(texts.joined(separator: " ").trimmingCharacters(in: .whitespaces) == long)
        // The first line has the text, which is broken where the lines end.
        #expect(texts == [long, "", ""])
        #expect(bound.map(\.continues) == [nil, fields[0].id, fields[0].id])
        #expect(try bind(fields, ["Please explain": "In hospital"]).map(\.field.name) == ["f1"])
        #expect(try bind(fields, ["f2": "Mine", "Please explain": .text(long)]).map(\.field.name) == ["f1", "f2"])
        #expect(try bind(fields, ["Please explain": .text(long), "f3": "Mine"]).count == 3)
    }

    @Test("a message lists some of many choices")
    func manyChoices() throws {
        let field = Self.field("state", "State", options: (1...50).map { "State \($0)" })
        #expect { try bind([field], ["State": "Nowhere"]) } throws: { error in
            let message = (error as? Failure)?.message ?? ""
            return message.contains("\"State 6\" and 44 more") && !message.contains("State 7")
        }
    }

    @Test("thousands of keys are looked up among thousands of fields without comparing all with all")
    func manyKeys() throws {
        let fields = (0..<10_000).map {
            Self.field("form.f\($0)", "Amount \($0) of the \($0 % 7 == 0 ? "first" : "second") part")
        }
        let entries =
            (0..<2_000).map { ValueEntry(key: "Unheard of \($0 * 31)", value: "x") }
            + [ValueEntry(key: "Amount 17 of the second part", value: "x")]
        let (known, skipped) = Binder(fields: fields).skippingUnknown(entries)
        #expect(known.count == 1 && skipped.count == 2_000)
    }

    @Test("newlines of every kind separate lines")
    func newlines() throws {
        let value = FieldValue.text("a\r\nb\rc\u{B}d\te")
        #expect(
            try bind([Self.field("a", "Notes", type: .multiline)], ["Notes": value]).map(\.content)
                == [.text("a\nb\nc\nd\te")])
        #expect(try bind([Self.field("a", "Name")], ["Name": value]).map(\.content) == [.text("a b c d\te")])
    }

    @Test("a letter with any number of marks is refused, one with those of a script is not")
    func marks() throws {
        let fields = [Self.field("a", "Name")]
        let stacked = "a" + String(repeating: "\u{301}", count: 20_000)
        #expect(code { try bind(fields, ["Name": .text(stacked)]) } == .wrongType)
        #expect(code { try bind(fields, ["Name": "Việt 👨‍👩‍👧‍👦 नमस्ते"]) } == nil)
    }

    @Test(
        "a key of any length ends in a short message",
        arguments: ["x", " ", "x ", "\u{1B}", "\u{301}", "#1", "p1:"])
    func longKeys(_ unit: String) throws {
        let fields = (0..<50).map { Self.field("f\($0)", "Label \($0)") }
        for count in [4_000 / unit.utf8.count, 1 << 20] {
            let key = String(repeating: unit, count: count)
            let error = #expect(throws: Failure.self) { try bind(fields, ["Label 1": "x", key: "y"]) }
            #expect(error?.code == .unknownField)
            #expect((error?.message.unicodeScalars.count ?? .max) < 1_200)
            #expect(error?.message.contains("\u{1B}") == false)
        }
    }

    @Test("a form's own long labels are shortened in messages, and their control characters escaped")
    func longLabels() throws {
        let fields = (0..<3).map {
            Self.field("f\($0)", "\u{1B}]0;" + String(repeating: "label ", count: 100_000) + "\($0)")
        }
        let error = #expect(throws: Failure.self) { try bind(fields, ["Town": "x"]) }
        #expect((error?.message.count ?? .max) < 500)
        #expect(error?.message.contains("\u{1B}") == false && error?.message.contains("\\u{1B}") == true)
        #expect(error?.fields == ["f0", "f1", "f2"])
    }
}
