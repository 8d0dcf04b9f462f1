import FailureModel
import FormModel
import Forms
import Foundation
import Testing

/// What a text chooses in lists, among radio buttons and among check boxes.
@Suite("Choices") struct ChoiceTests {
    private static func list(_ options: [String], exports: [String]? = nil, flags: Set<FieldFlag> = []) -> Field {
        Field(
            id: UUID(), name: "list", page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: .text,
            label: "Group", confidence: 1, evidence: .widget, options: options, exportValues: exports, flags: flags)
    }

    private static func button(
        _ label: String, option: String? = nil, state: String? = nil, y: Double = 0, held: Bool = false,
        readOnly: Bool = false, question: String? = "Group"
    ) -> Field {
        Field(
            id: UUID(), name: question == nil ? label : "question", page: 0,
            region: Region(x: 0, y: y, width: 10, height: 10), type: .checkbox, label: label, confidence: 1,
            evidence: .widget, group: question.map { FieldGroup(name: "question", label: $0, exclusive: true) },
            option: option, state: state, defaultValue: held ? "true" : nil, readOnly: readOnly)
    }

    private func bind(_ fields: [Field], _ key: String, _ value: FieldValue) throws -> [BoundValue] {
        try Binder(fields: fields).bind([ValueEntry(key: key, value: value)])
    }

    /// The shown option that a list chooses; nil if it refuses the text.
    private func chosen(_ text: String, of options: [String], exports: [String]? = nil) -> String? {
        switch (try? bind([Self.list(options, exports: exports)], "list", .text(text)))?.first?.content {
        case .text(let text): text
        case .choice(let shown, _): shown
        default: nil
        }
    }

    /// The labels of the buttons that a text ticks; nil if the question refuses it.
    private func ticked(_ text: String, of fields: [Field], key: String = "question") -> [String]? {
        (try? bind(fields, key, .text(text)))?.filter { $0.content == .checked(true) }.map(\.field.label)
    }

    private static let groups = ["A+", "A-", "B+", "B-", "AB+", "AB-", "0+", "0-"]

    @Test("an option is compared to the letter before it is compared loosely", arguments: groups)
    func exact(_ group: String) {
        #expect(chosen(group, of: Self.groups) == group)
        #expect(chosen(group.lowercased(), of: Self.groups) == group)
        let buttons = Self.groups.map { Self.button($0) }
        #expect(ticked(group, of: buttons) == [group])
        #expect(ticked(" \(group.lowercased()) ", of: buttons) == [group])
    }

    @Test(
        "signs, numbers and accents tell options apart, however they are typed",
        arguments: [
            ("≥ 18", ["< 18", ">= 18"], ">= 18"), (">=18", ["< 18", "≥ 18"], "≥ 18"),
            ("< 18", ["≥ 18", "< 18"], "< 18"),
            ("C++", ["C", "C++", "C#"], "C++"), ("c#", ["C", "C++", "C#"], "C#"), ("c", ["C", "C++", "C#"], "C"),
            ("Rh −", ["Rh +", "Rh -"], "Rh -"), ("≠ 5", ["= 5", "≠ 5"], "≠ 5"), ("1.5", ["15", "1.5"], "1.5"),
            (" ", ["-", " ", "   "], " "), ("   ", ["-", " ", "   "], "   "), ("-", ["-", " ", "   "], "-"),
            ("ano", ["año", "ano"], "ano"), ("1000", ["1,000", "2,000"], "1,000"), ("ohio", ["Iowa", "Ohio"], "Ohio"),
            ("self employed", ["Self-employed", "Employed"], "Self-employed"),
            ("$1,000-$2,000", ["Under $1,000", "$1,000 – $2,000"], "$1,000 – $2,000"), ("18", ["< 18"], "< 18"),
        ])
    func signs(_ text: String, _ options: [String], _ expected: String) {
        #expect(chosen(text, of: options) == expected)
        #expect(ticked(text, of: options.map { Self.button($0) }) == [expected])
    }

    @Test(
        "what no option is, or what several are equally well, is refused",
        arguments: [
            ("A-", ["A+", "B+"]), ("18", ["< 18", ">= 18"]), (">= 18", ["< 18"]), ("1.5", ["15", "20"]),
            ("cafe", ["Café", "cafè"]), ("12", ["1 2", "3"]), ("A*", ["B"]),
        ])
    func refused(_ text: String, _ options: [String]) {
        #expect(chosen(text, of: options) == nil)
        #expect(ticked(text, of: options.map { Self.button($0) }) == nil)
    }

    @Test("two options that are shown alike are chosen by their export values, and not by what is shown")
    func alike() throws {
        let field = Self.list(["Main St", "Main St", "High St"], exports: ["a1", "a2", "a3"])
        let bound = try bind([field], "list", "a2")
        #expect(bound.map(\.content) == [.choice(shown: "Main St", export: "a2")])
        #expect(chosen("High St", of: ["Main St", "Main St", "High St"], exports: ["a1", "a2", "a3"]) == "High St")
        let error = #expect(throws: Failure.self) { try bind([field], "list", "Main St") }
        #expect(error?.code == .wrongType)
        #expect(error?.message.contains("\"a1 (Main St)\", \"a2 (Main St)\", \"High St\"") == true)
        #expect(ListOptions(of: field)?.keys == ["a1", "a2", "High St"])
    }

    @Test("empty text empties a list, whatever its options are")
    func empty() {
        #expect(chosen("", of: ["-", "x"]) == "")
        #expect(chosen("", of: ["-", "Choose one"], exports: ["-", ""]) == "Choose one")
    }

    @Test("an editable list takes other text as it is given, and its own options in any case")
    func editable() throws {
        let field = Self.list(["Combo Line 1", "St. Louis"], flags: [.edit])
        for (text, expected) in [
            ("my own words", BoundValue.Content.text("my own words")),
            ("combo line 1", .choice(shown: "Combo Line 1", export: "Combo Line 1")), ("St Louis", .text("St Louis")),
        ] {
            #expect(try bind([field], "list", .text(text)).map(\.content) == [expected])
        }
    }

    @Test("an export value names its button, then the label, then the state")
    func exportValues() {
        let buttons = [Self.button("Yes", option: "1", state: "0"), Self.button("No", option: "0", state: "1")]
        for (text, label) in [("1", "Yes"), ("0", "No"), ("yes", "Yes"), ("No", "No")] {
            #expect(ticked(text, of: buttons) == [label], "\(text)")
        }
        let others = [Self.button("Single", option: "s", state: "0"), Self.button("Married", option: "m", state: "1")]
        #expect(ticked("1", of: others) == ["Married"])
    }

    @Test("buttons with one state are one answer, by every key, and can be taken back together")
    func unison() throws {
        let sheets = (0..<3).flatMap { sheet in
            ["Pass", "Fail"].map { Self.button($0, option: $0, y: Double(sheet) * 100) }
        }
        #expect(ticked("Pass", of: sheets) == ["Pass", "Pass", "Pass"])
        #expect(ticked("true", of: sheets, key: "Fail") == ["Fail", "Fail", "Fail"])
        #expect(ticked("yes", of: sheets, key: "Group: Fail") == ["Fail", "Fail", "Fail"])
        #expect(ticked("true", of: sheets, key: sheets[2].id.uuidString) == ["Pass", "Pass", "Pass"])
        #expect(try bind(sheets, "Pass", false).map(\.content) == [.checked(false), .checked(false), .checked(false)])
        let error = #expect(throws: Failure.self) { try bind(sheets, "question", "Maybe") }
        #expect(error?.message.contains("one of \"Pass\", \"Fail\".") == true)
        #expect(Answers(sheets).labels == ["Pass", "Fail"])
    }

    @Test("the signs of a key tell boxes apart")
    func keys() throws {
        let boxes = ["A+", "A-"].map { Self.button($0, question: nil) }
        #expect(ticked("yes", of: boxes, key: "A-") == ["A-"])
        #expect(ticked("yes", of: boxes, key: "a+") == ["A+"])
        #expect(ticked("yes", of: boxes, key: "p1:A-") == ["A-"])
        #expect(throws: Failure.self) { try bind([boxes[0]], "A-", true) }
    }

    @Test("a box is ticked by its own export value, even if that is a word for no, and never by Off")
    func ownValue() throws {
        for option in ["No", "0", "2"] {
            let box = Self.button("Box", option: option, question: nil)
            #expect(try bind([box], "Box", .text(option)).map(\.content) == [.checked(true)], "\(option)")
            #expect(try bind([box], "Box", "Off").map(\.content) == [.checked(false)])
        }
    }

    @Test("what a read-only list, box or question holds can be given back, and nothing else")
    func readOnly() throws {
        var list = Self.list(["Ohio", "Iowa"], exports: ["oh", "ia"])
        list.defaultValue = "ia"
        list.readOnly = true
        let box = Self.button("Box", option: "Yes", held: true, readOnly: true, question: nil)
        let question = [
            Self.button("One", option: "1", readOnly: true),
            Self.button("Two", option: "2", held: true, readOnly: true),
        ]
        var lines = Self.list([])
        (lines.options, lines.type, lines.defaultValue, lines.readOnly) = (nil, .multiline, "a\rb", true)
        for (fields, values): ([Field], [FieldValue]) in [
            ([list], ["ia", "Iowa", .none]), ([box], ["Yes", true, "x"]), (question, ["2", "Two"]), ([lines], ["a\nb"]),
        ] {
            for value in values { #expect(try bind(fields, fields[0].name, value).isEmpty, "\(fields[0].name)") }
        }
        for (fields, value): ([Field], FieldValue) in [
            ([list], "oh"), ([list], ""), ([box], false), (question, "1"), (question, ""), ([lines], "a"),
        ] {
            let error = #expect(throws: Failure.self) { try bind(fields, fields[0].name, value) }
            #expect(error?.code == .readOnlyField)
        }
    }
}
