import FormImport
import FailureModel
import FormModel
import FormFilling
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
            ("$1,000-$2,000", ["Under $1,000", "$1,000 – $2,000"], "$1,000 – $2,000"),
            ("5", ["$5", "$10"], "$5"), ("< 500", ["< $500", "> $500"], "< $500"), ("5", ["#5", "#6"], "#5"),
            ("health safety", ["Health & Safety", "Law"], "Health & Safety"), ("+44", ["+1", "+44"], "+44"),
            ("-0.5", ["- 0.5", "0.5"], "- 0.5"), ("sphere -1", ["Sphere 1", "Sphere -1"], "Sphere -1"),
        ])
    func signs(_ text: String, _ options: [String], _ expected: String) {
        #expect(chosen(text, of: options) == expected)
        #expect(ticked(text, of: options.map { Self.button($0) }) == [expected])
    }

    @Test(
        "what no option is, or what several are equally well, is refused",
        arguments: [
            ("A-", ["A+", "B+"]), ("18", ["< 18", ">= 18"]), (">= 18", ["< 18"]), ("1.5", ["15", "20"]),
            ("cafe", ["Café", "cafè"]), ("12", ["1 2", "3"]), ("A*", ["B"]), ("-5", ["5", "10"]), ("≠5", ["5", "10"]),
            ("<5", ["5", "10"]), ("5%", ["5", "10"]), ("$5", ["5", "10"]), ("€ 5", ["5", "10"]), (".5", ["5", "10"]),
            ("A-", ["A", "B"]), ("A+", ["A", "B"]), ("C#", ["C", "D"]), ("-0.25", ["-0.50", "+0.50", "0.25"]),
            ("0.50", ["-0.50", "+0.50", "0.25"]), ("18", ["< 18"]), ("65", ["< 18", "18-65", "> 65"]),
            ("18", ["≥ 18", "No"]),
            ("100", ["$100 or more", "100%"]), ("5", [".5", "6"]), ("A", ["A-", "B+"]), ("C", ["C++", "C#"]),
            ("sphere -1", ["Sphere 1", "Sphere 2"]), ("1", ["-1", "2"]), ("no", ["Account no.", "Other"]),
        ])
    func refused(_ text: String, _ options: [String]) {
        #expect(chosen(text, of: options) == nil)
        #expect(ticked(text, of: options.map { Self.button($0) }) == nil)
    }

    @Test("a part of an option's text can leave out its signs, but not the sign of a number that it gives")
    func parts() {
        let buttons = ["Retired (> 65)", "Employed", "Low, < $500"].map { Self.button($0) }
        #expect(ticked("retired", of: buttons) == ["Retired (> 65)"])
        #expect(ticked("low", of: buttons) == ["Low, < $500"])
        #expect(ticked("retired 65", of: buttons) == nil)
    }

    @Test(
        "an option is not chosen by its contrary, in any language",
        arguments: [
            ("employed", ["Not employed", "Retired"]), ("US citizen", ["Not a U.S. citizen", "Other"]),
            ("US citizen", ["Not a US citizen", "Other"]), ("smoker", ["Non-smoker", "Unknown"]),
            ("smoker", ["Nonsmoker", "Unknown"]), ("agree", ["I do not agree", "Other"]),
            ("agree", ["I don't agree", "Other"]), ("agree", ["I don’t agree", "Other"]),
            ("agree", ["Disagree", "Other"]),
            ("married", ["Unmarried", "Widowed"]), ("unmarried", ["Married", "Widowed"]),
            ("children", ["No children", "Other"]),
            ("verheiratet", ["Nicht verheiratet", "Andere"]), ("Kinder", ["Keine Kinder", "Andere"]),
            ("Raucher", ["Nichtraucher", "Unbekannt"]), ("enfants", ["Sans enfants", "Autre"]),
            ("imposable", ["Non imposable", "Autre"]), ("fumeur", ["Je ne suis pas fumeur", "Autre"]),
            ("hijos", ["Sin hijos", "Otro"]), ("empleado", ["Desempleado", "Otro"]),
            ("figli", ["Senza figli", "Altro"]),
            ("rauche", ["Ich rauche nicht", "Unbekannt"]), ("smoker", ["Smoker: no", "Unknown"]),
        ])
    func contrary(_ text: String, _ options: [String]) {
        #expect(ticked(text, of: options.map { Self.button($0) }) == nil)
        let box = Self.button(options[0], question: nil)
        #expect(throws: Failure.self) { try bind([box], box.name, .text(text)) }
    }

    @Test(
        "an option that negates something else is chosen by its first words, and a negated one by its own",
        arguments: [
            ("yes", ["Yes, but I have not applied", "No"], 0), ("yes", ["Yes I do not need help", "No"], 0),
            ("yes", ["Do you not own a car? Yes", "Do you not own a car? No"], 0),
            ("no", ["Yes, I am", "No, I am not"], 1), ("married", ["Married, not living together", "Single"], 0),
            ("not employed", ["Employed", "Not employed at present"], 1),
            ("without", ["With dinner", "Without dinner"], 1),
            ("nicht verheiratet", ["Verheiratet", "Zur Zeit nicht verheiratet"], 1),
            ("passport", ["Passport no.", "Other"], 0),
            ("none", ["None of the above", "All"], 0), ("employed", ["Employed full time", "Not employed"], 0),
        ])
    func negated(_ text: String, _ options: [String], _ place: Int) {
        #expect(ticked(text, of: options.map { Self.button($0) }) == [options[place]])
    }

    @Test("an answer that is called Off is chosen by that word, which otherwise takes the answer back")
    func off() {
        let named = [Self.button("On", option: "1"), Self.button("Off", option: "2")]
        #expect(ticked("Off", of: named) == ["Off"] && ticked("off", of: named) == ["Off"])
        #expect(ticked("Off", of: [Self.button("Yes"), Self.button("No")]) == [])
    }

    @Test("the text that is listed for an answer chooses it and no other one, whatever the answers are called")
    func listed() {
        for buttons in [
            [("a", "x", "0"), ("b", "x", "1"), ("c", "0", "2")], [("x", "x", "0"), ("x", "x", "1"), ("0", "0", "2")],
            [("1", "x", "0"), ("1", "x", "1"), ("2", "1", "2")], [("eins", "1", "0"), ("null", "0", "1")],
            [("", "x", "0"), ("", "x", "1"), ("b", "0", "2")], [("b", "a", "0"), ("a", "b", "1")],
        ] {
            let fields = buttons.enumerated().map { place, button in
                Self.button(button.0, option: button.1, state: button.2, y: Double(place) * 20)
            }
            for keys in [Answers(fields).labels, Answers(fields).exports] {
                for (key, field) in zip(keys, fields) {
                    let bound = (try? bind(fields, "question", .text(key))) ?? []
                    #expect(
                        bound.filter { $0.content == .checked(true) }.map(\.field.id) == [field.id], "\(buttons) \(key)"
                    )
                }
            }
        }
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

    @Test("boxes of one question that are fields of their own are answers of their own, though all have one state")
    func ownFields() throws {
        let boxes = ["Single", "Married", "Widowed"].enumerated().map { place, label in
            var box = Self.button(label, option: "Yes", y: Double(20 * place))
            box.name = label.lowercased()
            box.group?.exclusive = false
            return box
        }
        #expect(ticked("yes", of: boxes, key: "Single") == ["Single"])
        #expect(ticked("Married", of: boxes, key: "Group") == ["Married"])
        #expect(Answers(boxes).labels == ["Single", "Married", "Widowed"])
        let two = try Binder(fields: boxes).bind([
            ValueEntry(key: "Single", value: true), ValueEntry(key: "Married", value: false),
        ])
        #expect(Set(two.filter { $0.content == .checked(true) }.map(\.field.label)) == ["Single"])
    }

    @Test("the signs of a key tell boxes apart")
    func keys() throws {
        let boxes = ["A+", "A-"].map { Self.button($0, question: nil) }
        #expect(ticked("yes", of: boxes, key: "A-") == ["A-"])
        #expect(ticked("yes", of: boxes, key: "a+") == ["A+"])
        #expect(ticked("yes", of: boxes, key: "p1:A-") == ["A-"])
        #expect(throws: Failure.self) { try bind([boxes[0]], "A-", true) }
        #expect(throws: Failure.self) { try bind([Self.button("A", question: nil)], "A-", true) }
    }

    @Test("a box whose text negates is not ticked by a key that only resembles the contrary")
    func contraryKeys() throws {
        let box = [Self.button("I do not agree", question: nil), Self.button("I live alone", y: 20, question: nil)]
        #expect(try bind(box, "I do not agree", true).count == 1)
        #expect(try bind(box, "live alone", true).first?.field.label == "I live alone")
        let error = #expect(throws: Failure.self) { try bind(box, "I agree", true) }
        #expect(error?.code == .unknownField && error?.message.contains("says the contrary") == true)
    }

    @Test("a box is ticked by its own export value, even if that is a word for no, and never by Off")
    func ownValue() throws {
        for option in ["No", "0", "2"] {
            let box = Self.button("Box", option: option, question: nil)
            #expect(try bind([box], "Box", .text(option)).map(\.content) == [.checked(true)], "\(option)")
            #expect(try bind([box], "Box", "Off").map(\.content) == [.checked(false)])
        }
        // The name of its state ticks it as well.
        let box = Self.button("Box", option: "agree", state: "A1", question: nil)
        for text in ["agree", "A1", "a1"] {
            #expect(try bind([box], "Box", .text(text)).map(\.content) == [.checked(true)], "\(text)")
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
