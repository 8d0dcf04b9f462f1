import FormImport
import FailureModel
import FormModel
import FormFilling
import Foundation
import TestSupport
import Testing

@Suite("Keys") struct KeyTests {
    /// A field 15 points high, at a place that counts only where a test says so.
    private static func field(
        _ name: String, _ label: String, page: Int = 0, x: Double = 50, y: Double = 100, width: Double = 200,
        type: FieldType = .text, group: FieldGroup? = nil, section: String? = nil, names: PrintedNames? = nil,
        placeholder: String? = nil, maxLength: Int? = nil, confidence: Double = 1, evidence: Field.Evidence = .box
    ) -> Field {
        Field(
            id: UUID(), name: name, page: page, region: Region(x: x, y: y, width: width, height: 15), type: type,
            label: label, confidence: confidence, evidence: evidence, group: group, section: section,
            printedNames: names,
            placeholder: placeholder, maxLength: maxLength)
    }

    /// What each field is given, by name.
    private func bind(_ fields: [Field], _ key: String, _ value: FieldValue = "Ada") throws -> [String: BoundValue] {
        let bound = try Binder(fields: fields).bind([ValueEntry(key: key, value: value)])
        return Dictionary(uniqueKeysWithValues: bound.map { ($0.field.name, $0) })
    }

    /// The one field that a key names, and how it was matched.
    private func match(_ fields: [Field], _ key: String, _ value: FieldValue = "Ada") throws -> [String] {
        try bind(fields, key, value).map { "\($0.key) by \($0.value.match.rawValue)" }
    }

    private func failure(_ fields: [Field], _ key: String, _ value: FieldValue = "Ada") -> Failure? {
        do {
            _ = try bind(fields, key, value)
            return nil
        } catch {
            return error as? Failure
        }
    }

    // MARK: Words

    private static let tax = [
        field("wages", "1a Total amount from Form(s) W-2, box 1"), field("interest", "2b Taxable interest"),
        field("income", "9 Add lines 1z, 2b, and 8. This is your total income"),
        field("ein", "Employer identification number"),
        field("deductions", "12 Standard deduction or itemized deductions"),
        field("spouse", "If joint return, spouse's first name and middle initial"),
        field("phone", "Daytime telephone number"),
    ]

    @Test("a key that equals one label wins over labels with more words in brackets")
    func wholeLabel() throws {
        let fields = [
            Self.field("a", "Year (of the plate)"), Self.field("b", "Year"), Self.field("c", "2. Year (model)"),
            Self.field("d", "Year end"),
        ]
        #expect(try match(fields, "Year") == ["b by shared"])
        #expect(try match(fields, "year") == ["b by shared"])
        // A box does not take the value, so the text field beside it does.
        let box = [Self.field("box", "Refund", type: .checkbox), Self.field("amount", "Refund (amount)")]
        #expect(try match(box, "Refund", "12.50") == ["amount by shared"])
    }

    @Test("a label with a comma or in brackets, typed as it is shown, names its field")
    func copiedLabel() throws {
        let fields = [
            Self.field("p1f2", "Je soussigné(e),", evidence: .rule),
            Self.field("p1f3", "Je soussigné(e) certifie", y: 150), Self.field("p1f4", "Nom", y: 200),
        ]
        #expect(try match(fields, "Je soussigné(e),") == ["p1f2 by uncertain"])
    }

    @Test(
        "words inside a label, abbreviations, other endings and the number of a line name a field",
        arguments: [
            ("Total income", "income"), ("line 9", "income"), ("9", "income"), ("1a", "wages"), ("1.a", "wages"),
            ("Line 1 (a)", "wages"), ("EIN", "ein"), ("Itemized deduction", "deductions"),
            ("Spouse first name", "spouse"), ("Phone", "phone"), ("Tel. no.", "phone"),
        ])
    func words(_ key: String, _ name: String) throws {
        let bound = try bind(Self.tax, key)
        #expect(bound[name].map { [.words, .beginning].contains($0.match) } == true && bound.count == 1)
    }

    @Test("words that no field has, and the number of another line, name none, and the nearest fields are proposed")
    func unknown() throws {
        for key in ["Line 44", "Passport", "9b", "Total income 2019"] {
            #expect(failure(Self.tax, key)?.code == .unknownField, "\(key)")
        }
        let refused = try #require(failure(Self.tax, "Total pension income"))
        #expect(refused.fields.first == "income")
        #expect(refused.message.contains("(income, page 1, "))
    }

    @Test("a label whose words are all in the key, and others of it, is not enough")
    func surplus() {
        let fields = [Self.field("a", "Name"), Self.field("b", "Address")]
        #expect(failure(fields, "Name of physician")?.code == .unknownField)
    }

    @Test("rows, columns, questions, sections and neighbours that the page prints are names, too")
    func printed() throws {
        let fields = [
            Self.field("jan.hours", "Hours", names: PrintedNames(row: "January", column: "Hours worked")),
            Self.field("jan.pay", "Pay", x: 300, names: PrintedNames(row: "January", column: "Gross pay")),
            Self.field("feb.hours", "Hours", y: 140, names: PrintedNames(row: "February", column: "Hours worked")),
            Self.field("feb.pay", "Pay", x: 300, y: 140, names: PrintedNames(row: "February", column: "Gross pay")),
            Self.field("tip", "Enter a name up to 40 characters", y: 300, names: PrintedNames(caption: "Landlord")),
            Self.field("city1", "City", y: 400, section: "Home address"),
            Self.field("city2", "City", y: 500, section: "Mailing address"),
        ]
        for (key, name) in [
            ("January hours", "jan.hours"), ("Pay February", "feb.pay"), ("Landlord", "tip"), ("Mailing city", "city2"),
        ] {
            #expect(try match(fields, key) == ["\(name) by words"], "\(key)")
        }
        #expect(failure(fields, "Hours")?.fields == ["jan.hours", "feb.hours"])
    }

    @Test(
        "a key that counts names one of several fields that are alike",
        arguments: [
            ("Child 2 name", "name2"), ("Second child's name", "name2"), ("child name, row 3", "name3"),
            ("Applicant 1 DOB", "birth1"), ("third applicant date of birth", "birth3"), ("Geburtsdatum", nil),
            ("Child 4 name", nil), ("Child 0 name", nil),
        ] as [(String, String?)])
    func counted(_ key: String, _ name: String?) throws {
        let fields = (1...3).flatMap { row in
            [
                Self.field("name\(row)", "Child's name", y: 100 + 20 * Double(row)),
                Self.field("birth\(row)", "Date of birth (mm/dd/yyyy)", x: 300, y: 100 + 20 * Double(row)),
            ]
        }
        if let name {
            #expect(try Array(bind(fields, key).keys) == [name])
        } else {
            #expect(failure(fields, key) != nil)
        }
    }

    @Test(
        "the beginning of a word, its consonants or the end of a compound are enough if the form has no such word",
        arguments: [
            ("C Corp", "corp"), ("acct", "account"), ("Semester", "semester"), ("Matr.-Nr.", "matr"), ("Feb.", "feb"),
        ])
    func shortened(_ key: String, _ name: String) throws {
        let fields = [
            Self.field("corp", "C corporation", type: .checkbox), Self.field("account", "Account"),
            Self.field("semester", "Fachsemester"), Self.field("matr", "Matrikelnummer"), Self.field("feb", "February"),
            Self.field("care", "Careful"),
        ]
        #expect(try Array(bind(fields, key, name == "corp" ? "x" : "12").keys) == [name])
        #expect(failure(fields, "ca", "12") != nil)
    }

    @Test("text close to a field names it if no label has the words")
    func nearby() throws {
        let fields = [
            Self.field("a", "Daytime", names: PrintedNames(nearby: "Applicant Daytime phone")),
            Self.field("b", "Evening", y: 140, names: PrintedNames(nearby: "Evening phone")),
        ]
        #expect(try match(fields, "Applicant daytime") == ["a by words"])
        #expect(failure(fields, "Applicant evening") != nil)
    }

    @Test("words that are only printed near a field, or that most labels have, do not name it")
    func context() {
        let fields =
            [
                Self.field("ssn", "Social security number", section: "Account election"),
                Self.field("address", "Address", y: 160, names: PrintedNames(nearby: "See the filing status above")),
            ]
            + (1...12).map { Self.field("n\($0)", "Number of item \($0)", y: 200 + 20 * Double($0)) }
        for key in ["Account number", "Filing status"] {
            #expect(failure(fields, key)?.code == .unknownField, "\(key)")
        }
    }

    @Test("the German, French and Spanish words for a field are found in compounds and without accents")
    func languages() throws {
        let fields = [
            Self.field("plz", "Postleitzahl / Ort"), Self.field("tel", "Telefonnummer (tagsüber)"),
            Self.field("fr", "Prénom(s) du demandeur"), Self.field("es", "Fecha de nacimiento"),
        ]
        for (key, name) in [("PLZ", "plz"), ("Telefon", "tel"), ("prenom", "fr"), ("nacimiento", "es")] {
            #expect(try Array(bind(fields, key).keys) == [name], "\(key)")
        }
    }

    // MARK: Labels

    @Test("of labels that differ only in brackets and numbers the equal one is meant, with a note")
    func bare() throws {
        let suffixes = [Self.field("a", "Suffix"), Self.field("b", "Suffix (Sr., Jr.)")]
        #expect(try match(suffixes, "Suffix") == ["a by shared"])
        #expect(failure([suffixes[1], Self.field("c", "2. Suffix")], "Suffix")?.fields == ["b", "c"])
        let names = [Self.field("a", "Name"), Self.field("b", "Name of bank")]
        #expect(try match(names, "Name") == ["a by label"])
        let numbered = [Self.field("a", "15.c. Rent"), Self.field("b", "(d) Heat")]
        #expect(try match(numbered, "Rent") == ["a by label"])
        #expect(try match(numbered, "Heat") == ["b by label"])
    }

    @Test("a section is named by whole words")
    func sections() throws {
        let fields = [
            Self.field("one", "State", section: "Part I"), Self.field("two", "State", y: 140, section: "Part II"),
            Self.field("four", "State", y: 180, section: "Part IV Signature"),
        ]
        #expect(try match(fields, "Part I / State") == ["one by label"])
        #expect(try match(fields, "Part IV / State") == ["four by label"])
    }

    @Test("a section in front of a label decides between fields with that label")
    func path() throws {
        let fields = [
            Self.field("a", "Suffix", section: "Part 1: About Debtor 1"),
            Self.field("b", "Suffix", y: 200, section: "Part 1: About Debtor 2"),
        ]
        #expect(try match(fields, "About Debtor 2 / Suffix") == ["b by label"])
        let refused = try #require(failure(fields, "Suffix"))
        #expect(refused.message.contains("in \"Part 1: About Debtor 1\""))
        #expect(refused.message.contains("/ Suffix\" for the first"))
        #expect(refused.message.contains("top centre") && refused.message.contains("bottom centre"))
    }

    @Test("words of a section decide between fields with one label, before words that are only printed near them")
    func wordsOfSections() throws {
        let near = PrintedNames(nearby: "Primary telephone, relationship to applicant")
        func email(_ name: String, _ page: Int, _ section: String) -> Field {
            Self.field(name, "Email address (optional)", page: page, section: section, names: near)
        }
        let fields =
            [
                email("a", 0, "Section I Applicant"), email("b", 1, "Section II Primary caregiver"),
                email("c", 2, "Section III Secondary caregiver"),
                email("d", 3, "Section III Secondary caregiver (Continued)"),
            ]
            + (0..<6).map {
                Self.field(
                    "other\($0)", "Other \($0)", page: 5, y: 100 + 40 * Double($0), section: "Secondary caregiver")
            }
        #expect(try match(fields, "Applicant email") == ["a by words"])
        #expect(try match(fields, "Primary caregiver email") == ["b by words"])
        #expect(try match(fields, "Secondary caregiver e-mail") == ["c by words"])
        #expect(failure(fields, "Caregiver email")?.code == .ambiguousField)
        #expect(
            failure(fields + [email("e", 4, "Section III Secondary caregiver")], "Secondary caregiver email") != nil)
    }

    @Test("the head of a column is a name of the fields below it, and not of those of the column beside it")
    func columnsSideBySide() throws {
        func row(_ name: String, _ label: String, y: Double, below heads: (String, String)) -> [Field] {
            [
                Self.field(name + "1", label, x: 50, y: y, names: PrintedNames(column: heads.0)),
                Self.field(name + "2", label, x: 315, y: y, names: PrintedNames(column: heads.1)),
            ]
        }
        let fields =
            row("street", "Street address", y: 100, below: ("Former", "Current"))
            + row("phone", "Phone number", y: 125, below: ("Street address", "Street address"))
            + row("mail", "E-mail", y: 150, below: ("Phone number", "Phone number"))
        for (key, name) in [
            ("Former street address", "street1"), ("Former phone number", "phone1"), ("Current phone number", "phone2"),
            ("Current e-mail", "mail2"),
        ] {
            #expect(try match(fields, key) == ["\(name) by words"], "\(key)")
        }
    }

    @Test("what a tie advises works")
    func advice() throws {
        let ties = [
            [Self.field("a", "Date"), Self.field("b", "Date", y: 200)],
            [Self.field("a", "Date"), Self.field("b", "Date", page: 1, y: 200)],
            [Self.field("a", "Date", section: "Buyer"), Self.field("b", "Date", y: 200, section: "Seller")],
        ]
        for fields in ties {
            let message = try #require(failure(fields, "Date")).message
            let advised =
                message.split(separator: ";").last?.matches(of: /"([^"]+)" for the/).map { String($0.1) } ?? []
            #expect(!advised.isEmpty)
            for key in advised { #expect(try match(fields, key) == ["a by label"], "\(key)") }
        }
    }

    @Test("# and a number is the number of a field in reading order")
    func ordinal() throws {
        #expect(try match(Self.tax, "#3") == ["income by name"])
        #expect(failure(Self.tax, "#8")?.code == .unknownField)
        #expect(failure(Self.tax, "#0")?.code == .unknownField)
    }

    // MARK: Values

    @Test("a value decides between a box and a field with the same words")
    func suited() throws {
        let fields = [
            Self.field("box", "Other income", type: .checkbox), Self.field("text", "Other income", y: 140),
        ]
        #expect(try Array(bind(fields, "Other income", true).keys) == ["box"])
        #expect(try Array(bind(fields, "Other income", "Rent").keys) == ["text"])
    }

    @Test("a value that a box cannot take goes to the field whose label begins like the box's, with a warning")
    func amountBesideBox() throws {
        let fields = [
            Self.field("box", "Rent", type: .checkbox), Self.field("amount", "Rent, amount per month", y: 140),
        ]
        #expect(try match(fields, "Rent", "780") == ["amount by words"])
        #expect(try match(fields, "Rent", true) == ["box by label"])
        #expect(failure([fields[0]], "Rent", "780")?.code == .wrongType)
    }

    @Test("an answer ticks a choice of the question, not the line for details that begins with it")
    func answeredQuestion() throws {
        let question = "10. Are you confined to a nursing home?"
        let group = FieldGroup(name: "confined", label: question, exclusive: true)
        let fields = [
            Self.field("yes", "Yes", type: .checkbox, group: group),
            Self.field("no", "No", x: 80, type: .checkbox, group: group),
            Self.field("details", question + " (If yes, give its name and address)", y: 140),
        ]
        for key in [question, "Are you confined to a nursing home?", "Nursing home"] {
            #expect(try bind(fields, key, "No")["no"]?.content == .checked(true), "\(key)")
        }
        #expect(
            try bind(fields, "Are you confined to a nursing home?", "Elm Court")["details"]?.content
                == .text("Elm Court"))
    }

    @Test("an X is a mark where there is a box, or else the letter")
    func letterX() throws {
        let initial = Self.field("mi", "Middle initial of applicant")
        let box = Self.field("box", "Applicant is a minor", type: .checkbox)
        #expect(try bind([initial, box], "Middle initial", "X")["mi"]?.content == .text("X"))
        #expect(try bind([initial, box], "Minor", "X")["box"]?.content == .checked(true))
    }

    @Test("a question answered by the words of an option, and in other languages")
    func answered() throws {
        func choice(_ name: String, _ label: String, _ question: String) -> Field {
            Self.field(
                name, label, type: .checkbox, group: FieldGroup(name: question, label: question, exclusive: true))
        }
        let fields = [
            choice("s", "Single", "Filing status"), choice("j", "Married filing jointly", "Filing status"),
            choice("ja", "Ja", "Haben Sie Kinder?"), choice("nein", "Nein", "Haben Sie Kinder?"),
        ]
        let joint = try bind(fields, "Filing status", "married jointly")
        #expect(joint["j"]?.content == .checked(true) && joint["s"]?.content == .checked(false))
        #expect(try bind(fields, "Kinder", "ja")["ja"]?.content == .checked(true))
        #expect(failure(fields, "Filing status", "widowed") != nil)
    }

    @Test("two choices of a question that excludes the others are refused, and so is a wrong answer")
    func contradiction() throws {
        func choice(_ name: String, _ label: String) -> Field {
            Self.field(
                name, label, type: .checkbox, group: FieldGroup(name: "status", label: "Filing status", exclusive: true)
            )
        }
        let binder = Binder(fields: [
            choice("s", "Single"), choice("w", "Widowed"), Self.field("penalty", "Estimated penalty status", y: 200),
        ])
        func code(_ values: [(String, FieldValue)]) -> ErrorCode? {
            do {
                _ = try binder.bind(values.map { ValueEntry(key: $0.0, value: $0.1) })
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code([("Single", true), ("Widowed", true)]) == .duplicateValue)
        #expect(code([("Filing status", "Single"), ("Widowed", true)]) == .duplicateValue)
        #expect(code([("Single", true), ("Widowed", false)]) == nil)
        #expect(code([("Filing status", "Maybe")]) == .wrongType)
    }

    @Test("separate boxes under one question are answered by the name of one")
    func printedQuestion() throws {
        let names = PrintedNames(question: "Type of account")
        let fields = [
            Self.field("c", "Checking", type: .checkbox, names: names),
            Self.field("s", "Savings", x: 300, type: .checkbox, names: names),
        ]
        let bound = try bind(fields, "Type of account", "Savings")
        #expect(bound["s"]?.content == .checked(true))
        #expect(bound["c"]?.content != .checked(true))
    }

    // MARK: Parts and lines

    @Test(
        "a value is divided among the parts of one blank",
        arguments: [
            ("Phone", "(217) 555-0142", [3, 3, 4], ["217", "555", "0142"]),
            ("SSN", "123456789", [3, 2, 4], ["123", "45", "6789"]),
        ])
    func parts(_ label: String, _ value: String, _ lengths: [Int], _ expected: [String]) throws {
        let fields = lengths.enumerated().map { index, length in
            Self.field("p\(index)", label, x: 50 + 50 * Double(index), width: 40, maxLength: length)
        }
        let bound = try bind(fields, label, .text(value))
        #expect(expected.indices.map { bound["p\($0)"]?.content } == expected.map { .text($0) })
        #expect(failure(fields, label, "12")?.code == .ambiguousField)
    }

    @Test(
        "an amount is divided into the cell of its whole units and the cell of its cents",
        arguments: [("8400", "8400", "00"), ("$1,234.5", "1234", "50"), (".75", "0", "75")])
    func cents(_ value: String, _ whole: String, _ cents: String) throws {
        let fields = [
            Self.field("whole", "Amount", x: 50, width: 60, type: .number),
            Self.field("cents", "Amount", x: 112, width: 22, type: .number),
        ]
        let bound = try bind(fields, "Amount", .text(value))
        #expect(bound["whole"]?.content == .text(whole) && bound["cents"]?.content == .text(cents))
        #expect(failure(fields, "Amount", "-5")?.code == .ambiguousField)
        #expect(failure(fields, "Amount", "0.125")?.code == .ambiguousField)
    }

    @Test(
        "a date is divided as the parts say, also in French and German",
        arguments: [
            (["mm", "dd", "yyyy"], ["01", "31", "2026"]), (["jj", "mm", "aaaa"], ["31", "01", "2026"]),
            (["tt", "mm", "jj"], ["31", "01", "26"]),
        ])
    func dateParts(_ hints: [String], _ expected: [String]) throws {
        let fields = hints.enumerated().map { index, hint in
            Self.field("p\(index)", "Date", x: 50 + 50 * Double(index), width: 40, placeholder: hint)
        }
        let bound = try bind(fields, "Date", "2026-01-31")
        #expect(expected.indices.map { bound["p\($0)"]?.content } == expected.map { .text($0) })
    }

    @Test("a value is given to all lines of one blank, to be broken where they end")
    func lines() throws {
        let fields = (0..<3).map {
            Self.field("l\($0)", "Reason", x: $0 == 0 ? 100 : 50, y: 100 + 20 * Double($0), width: $0 == 0 ? 250 : 300)
        }
        for key in ["Reason", "Reasons"] {
            let bound = try bind(fields, key, "one\ntwo")
            let lines = (0..<3).map { bound["l\($0)"] }
            #expect(lines.map(\.?.content) == [.text("one\ntwo"), .text(""), .text("")], "\(key)")
            #expect(lines.map(\.?.continues) == [nil, fields[0].id, fields[0].id], "\(key)")
        }
        // A number counts the lines.
        #expect(try bind(fields, "Reason#2", "two").keys.sorted() == ["l1"])
    }

    @Test("lines with numbers of their own are rows of a list, not lines of one blank")
    func numberedLines() {
        let fields = (1...3).map {
            Self.field(
                "l\($0)", "Names", y: 100 + 20 * Double($0), names: PrintedNames(number: "\($0)"), evidence: .rule)
        }
        #expect(failure(fields, "Names")?.code == .ambiguousField)
    }

    @Test("lines without text beside them continue a value that is too long, unless they have their own")
    func continued() throws {
        func line(_ name: String, _ label: String, y: Double, evidence: Field.Evidence = .rule) -> Field {
            Self.field(
                name, label, y: y, width: 300, names: PrintedNames(nearby: "Town"), confidence: 0.9,
                evidence: evidence)
        }
        let fields = [line("a", "Reason", y: 100), line("b", "", y: 118), line("c", "Town", y: 136)]
        let long = FieldValue.text((1...20).map { "word\($0)" }.joined(separator: " "))
        let bound = try bind(fields, "Reason", long)
        #expect(bound.keys.sorted() == ["a", "b"] && bound["b"]?.continues == fields[0].id)
        #expect(try bind(fields, "Reason", "short").keys.sorted() == ["a"])
        let both = try Binder(fields: fields).bind([
            ValueEntry(key: "Reason", value: long), ValueEntry(key: "b", value: "own"),
        ])
        #expect(both.map(\.continues) == [nil, nil])
    }

    @Test("boxes that touch and have the same caption beside each of them are no lines of one blank")
    func repeatedCaption() throws {
        func fields(captions: [Double]) throws -> [Field] {
            try DetectedPage.fields { page in
                page.text("These are the people who live in the house.", x: 60, y: 60)
                for y in [100.0, 120] { page.box(x: 140, y: y, width: 300, height: 20) }
                for y in captions { page.text("Name", x: 60, y: y) }
            }
        }
        let two = try fields(captions: [114, 134])
        #expect(two.map(\.label) == ["Name", "Name"])
        #expect(failure(two, "Name")?.code == .ambiguousField)
        let one = try fields(captions: [114])
        #expect(one.count == 2 && one.allSatisfy { $0.printedNames?.row != "Name" })
    }

    @Test("\"no\" is not lost in the box for \"yes\", which goes by the question")
    func denials() throws {
        func box(_ name: String, _ label: String, x: Double, evidence: Field.Evidence) -> Field {
            var field = Self.field(name, label, x: x, width: 10)
            field.type = .checkbox
            field.evidence = evidence
            return field
        }
        let question = "Are you covered by a plan?"
        let paper = [
            box("y", question, x: 100, evidence: .square), box("n", "No", x: 140, evidence: .square),
            Self.field("name", "Name of the plan", x: 100, y: 140, width: 200),
        ]
        for key in [question, "Covered by a plan"] {
            #expect((try? bind(paper, key, "No"))?["y"] == nil, "\(key)")
            #expect(failure([paper[0], paper[2]], key, "No") != nil, "\(key)")
            #expect(try bind(paper, key, "Yes").keys.sorted() == ["y"], "\(key)")
        }
        #expect(throws: Never.self) { try bind(paper, question, .flag(false)) }
        // All that can be answered in a PDF's fields is this one box.
        #expect(throws: Never.self) { try bind([box("y", question, x: 100, evidence: .widget)], question, "No") }
        // A box that says no more than what it means can be left empty.
        #expect(throws: Never.self) { try bind([box("y", "I agree", x: 100, evidence: .square)], "I agree", "No") }
    }

    @Test("a number that software gave a box is no key of it")
    func numericOptions() throws {
        var box = Self.field("c1", "Change in accounting period", width: 10)
        box.type = .checkbox
        box.option = "3"
        var line = Self.field("l3", "Total income", y: 200)
        line.printedNames = PrintedNames(number: "3")
        #expect(try bind([box, line], "3", "12").keys.sorted() == ["l3"])
        #expect(failure([box], "3", "X")?.code == .unknownField)
    }

    @Test("a letter in front of a hyphen belongs to its word")
    func hyphens() throws {
        let fields = [
            Self.field("a", "Alien registration number (“A-Number”)"), Self.field("b", "Bar number", y: 140),
            Self.field("e", "E-MAIL", y: 180), Self.field("c", "Mailing address", y: 220),
        ]
        #expect(try bind(fields, "A-Number", "1").keys.sorted() == ["a"])
        for key in ["Email", "e-mail address", "E-Mails"] {
            #expect(try bind(fields, key, "x@example.org").keys.sorted() == ["e"], "\(key)")
        }
    }

    @Test("a name that the head of every page repeats is written on every page")
    func pageHeads() throws {
        let heads = (0..<3).map {
            Self.field("h\($0)", $0 == 2 ? "Case Number:" : "Case number", page: $0, y: $0 == 0 ? 300 : 30)
        }
        #expect(try bind(heads, "Case number").count == 3)
        let others = (0..<2).map { Self.field("h\($0)", "Case number", page: $0, y: 300) }
        #expect(failure(others, "Case number")?.code == .ambiguousField)
    }

    // MARK: How sure a match is

    @Test("a label that detection may have joined with the wrong blank is reported, that of an AcroForm field is not")
    func uncertainLabels() throws {
        let fields = [
            Self.field("sure", "Case number", confidence: 0.97),
            Self.field("doubtful", "Hearing date", y: 140, confidence: 0.8),
            Self.field("hint", "(City)", y: 180, confidence: 0.97),
            Self.field("sentence", "Judicial circuit,", y: 220, confidence: 0.97),
            Self.field("widget", "(State)", y: 260, confidence: 0.8, evidence: .widget),
            Self.field("box", "Jury", y: 300, type: .checkbox, confidence: 0.8),
        ]
        for (key, expected) in [
            ("case number", "sure by label"), ("Hearing Date", "doubtful by uncertain"), ("City", "hint by uncertain"),
            ("Judicial circuit", "sentence by uncertain"), ("State", "widget by label"),
        ] {
            #expect(try match(fields, key) == [expected], "\(key)")
        }
        #expect(try match(fields, "Jury", "x") == ["box by label"])
        #expect(BoundValue.Match.uncertain.note(key: "City")?.contains("\"City\"") == true)
    }

    // MARK: Proposals

    @Test("the number of an item is a name of every field in it, down to the letter of its part")
    func itemNumbers() throws {
        var fields: [Field] = []
        for (row, part) in ["a", "b"].enumerated() {
            let y = 100 + 60 * Double(row)
            fields += [
                Self.field("served\(part)", "4\(part). Person who was served", y: y),
                Self.field("address\(part)", "Address", y: y + 20), Self.field("city\(part)", "City", y: y + 40),
            ]
        }
        fields.append(Self.field("elsewhere", "City", page: 1, y: 100))
        for (key, name) in [("4a city", "citya"), ("4b City", "cityb"), ("4b address", "addressb")] {
            #expect(try match(fields, key) == ["\(name) by words"], "\(key)")
        }
        #expect(failure(fields, "4c city")?.code == .unknownField)
        #expect(failure(fields, "City")?.code == .ambiguousField)
    }

    @Test("a number that is printed in front of a label in the text around is that of the field")
    func numberInFrontOfLabel() throws {
        let fields = [
            Self.field(
                "code", "Relationship code", names: PrintedNames(nearby: "16. Sex 17. Relationship code M F 20. Other")),
            Self.field("other", "Marital status", y: 140, names: PrintedNames(nearby: "18. Sex Marital status")),
        ]
        #expect(try match(fields, "17", "01") == ["code by words"])
        let refused = try #require(failure(fields, "18", "01"))
        #expect(refused.code == .unknownField && refused.fields.first == "other")
    }

    @Test("words that only the page in front of a field has put it first among the proposals")
    func contextOfProposals() throws {
        let fields =
            ["Donor", "Appraiser", "Donee"].enumerated().flatMap { row, person in
                [
                    Self.field("\(person).name", "\(person)'s name", y: 100 + 60 * Double(row)),
                    Self.field("\(person).city", "City", y: 130 + 60 * Double(row)),
                ]
            }
            + [Self.field("last", "City", page: 1)]
        for person in ["Donor", "Appraiser", "Donee"] {
            #expect(failure(fields, "\(person) city")?.fields.first == "\(person).city", "\(person)")
        }
    }

    @Test("the kind of the value decides which fields are proposed first, and a question is proposed once")
    func kindsOfValues() throws {
        let group = FieldGroup(name: "g", label: "Covered by other insurance plan", exclusive: true)
        let fields = [
            Self.field("detail", "Other insurance policy"),
            Self.field("yes", "Yes", y: 140, type: .checkbox, group: group),
            Self.field("no", "No", x: 300, y: 140, type: .checkbox, group: group),
            Self.field("amount", "Other insurance premium", y: 180, type: .number),
        ]
        #expect(
            failure(fields, "Other insurance held abroad", "No")?.fields.first.map { ["yes", "no"].contains($0) }
                == true)
        #expect(failure(fields, "Other insurance held abroad", "250.00")?.fields.first == "amount")
        #expect(failure(fields, "Other insurance held abroad", "Atlas")?.fields.first == "detail")
        #expect(
            failure(fields, "Other insurance held abroad", "No")?.fields.filter { ["yes", "no"].contains($0) }.count
                == 1)
    }

    @Test("a tie of two fields names a third one that may be meant")
    func tieAndOthers() throws {
        let fields = [
            Self.field("a", "Net income of the year"), Self.field("b", "Net income of the month", y: 140),
            Self.field("c", "Income from rent", y: 180),
        ]
        let tie = try #require(failure(fields, "Net income"))
        #expect(tie.code == .ambiguousField && tie.fields.sorted() == ["a", "b"])
        #expect(tie.message.contains("near to it is also \"Income from rent\""))
    }

    @Test("a Greek beta that stands for a sharp s, and other names of e-mail")
    func spellings() throws {
        let fields = [
            Self.field("street", "Straβe"), Self.field("mail", "E-mail", y: 140), Self.field("beta", "β", y: 180),
        ]
        for (key, name) in [
            ("Straße", "street"), ("strasse", "street"), ("Correo electrónico", "mail"), ("Courriel", "mail"),
            ("β", "beta"),
        ] {
            #expect(try bind(fields, key, "x@example.org").keys.sorted() == [name], "\(key)")
        }
    }

    // MARK: Hostile keys

    @Test("absurd keys and labels are answered soon, by an error")
    func absurd() {
        let fields =
            [
                Self.field("a", String(repeating: "word ", count: 20_000)),
                Self.field("b", String(repeating: "9", count: 50_000)),
            ]
            + Self.tax
        for key in [
            "", " ", "#", "##", "/", " / ", "#99999999999", "a / / b", String(repeating: "x ", count: 500), "\u{0}",
        ] {
            #expect(failure(fields, key) != nil, "\(key.prefix(20))")
        }
    }
}
