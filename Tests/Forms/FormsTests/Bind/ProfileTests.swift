import FormImport
import FailureModel
import FormModel
import FormFilling
import Foundation
import Testing

@Suite("Profiles") struct ProfileTests {
    private static let ada = Profile([
        .givenName: "Ada", .additionalName: "Maria", .familyName: "Byron", .streetAddress: "12 High St\nUnit 4",
        .addressLevel2: "Springfield", .addressLevel1: "IL", .postalCode: "62704", .country: "US",
        .bday: "1985-12-10", .tel: "+1 217-555-0142", .telNational: "217-555-0142", .email: "ada@example.org",
    ])

    /// Returns fields, each in its own row unless a place is given.
    private static func fields(
        _ labels: [String], section: String? = nil, column: String? = nil, from row: Int = 0, x: Double = 50,
        width: Double = 300
    ) -> [Field] {
        labels.enumerated().map { index, label in
            Field(
                id: UUID(), name: "f\(row + index)x\(Int(x))", page: 0,
                region: Region(x: x, y: 50 + 60 * Double(row + index), width: width, height: 16), type: .text,
                label: label, confidence: 1, evidence: .box, section: section,
                printedNames: column.map { PrintedNames(column: $0) })
        }
    }

    private func filled(
        _ fields: [Field], _ profile: Profile = ada, entries: [ValueEntry] = []
    ) throws -> [String?] {
        let bound = try Binder(fields: fields).filling(from: profile).bind(entries)
        return fields.map { field in
            guard case .text(let text)? = bound.first(where: { $0.field.id == field.id })?.content else { return nil }
            return text
        }
    }

    // MARK: Questions

    @Test(
        "labels in four languages ask for what the profile has",
        arguments: [
            ("Your name", "Ada Maria Byron"), ("Name (Last, First, Middle)", "Byron, Ada Maria"),
            ("Your first name and middle initial", "Ada M."), ("2A. Date of birth (MM/DD/YYYY)", "12/10/1985"),
            ("Year of birth", "1985"), ("Name, Vorname", "Byron, Ada"), ("Antragsteller (Name, Vorname)", "Byron, Ada"),
            ("Nom et prénom", "Byron, Ada"), ("Nombre y apellidos", "Ada Byron"), ("Apellidos", "Byron"),
        ])
    func labels(_ label: String, _ text: String) throws {
        // A date is about the person whose name was asked for; a name can come first.
        let fields = Self.fields(label.contains("birth") ? ["Your name", label] : [label])
        #expect(try filled(fields).last == text)
    }

    @Test("what a profile knows can be kept as values, for fields that have none")
    func asEntries() throws {
        let fields = Self.fields(["Your name", "Date of birth (MM/DD/YYYY)"])
        let given = [ValueEntry(key: "Your name", value: "Grace")]
        let entries = try Binder(fields: fields).entries(from: Self.ada, besides: given)
        #expect(entries.map(\.key) == [fields[1].id.uuidString] && entries.map(\.source) == [.autofill])
        #expect(entries.map(\.value) == [.text("12/10/1985")])
        let bound = try Binder(fields: fields).bind(given + entries)
        #expect(bound.map(\.content) == [.text("Grace"), .text("12/10/1985")])
    }

    @Test("dates follow the custom of the form's country, as given ones do")
    func dateCustom() throws {
        var fields = Self.fields(["Your name", "Date of birth", "ZIP code"])
        fields[1].type = .date
        #expect(try filled(fields)[1] == "12/10/1985")
    }

    @Test("what lies below the name is filled in as far as each field asks")
    func address() throws {
        let fields = Self.fields([
            "Your name", "Mailing address", "Apt. no.", "City", "State", "ZIP code", "Country", "Telefon", "E-Mail",
        ])
        #expect(
            try filled(fields) == [
                "Ada Maria Byron", "12 High St", "Unit 4", "Springfield", "IL", "62704", "United States",
                "217-555-0142", "ada@example.org",
            ])
    }

    @Test("an address that no other field completes is written as a whole")
    func wholeAddress() throws {
        #expect(try filled(Self.fields(["Name", "Address"]))[1] == "12 High St, Unit 4, Springfield, IL 62704")
        let german = Profile([
            .name: "Ada Byron", .addressLine1: "Hauptstr. 1", .postalCode: "10115", .addressLevel2: "Berlin",
        ])
        #expect(
            try filled(Self.fields(["Name", "Anschrift (Straße, Postleitzahl, Ort)"]), german)[1]
                == "Hauptstr. 1, 10115 Berlin")
    }

    @Test("a telephone number is divided among its boxes")
    func parts() throws {
        let boxes = [60.0, 110, 160].flatMap { Self.fields(["Telephone number"], from: 1, x: $0, width: 40) }
        #expect(try filled(Self.fields(["Your name"]) + boxes) == ["Ada Maria Byron", "217", "555", "0142"])
    }

    @Test(
        "labels that only sound alike are left empty",
        arguments: [
            "Name of course", "Place of birth", "Maiden name", "Fax number", "County", "Date", "Other names used",
        ])
    func strangers(_ label: String) throws {
        #expect(try filled(Self.fields(["Your email", label, "Your email"]))[1] == nil)
    }

    // MARK: People

    @Test(
        "another person's fields stay empty",
        arguments: [
            "Spouse’s first name", "Name of employer", "Landlord's name", "Physician's telephone number",
            "Name of your lawyer", "Child's date of birth", "Co-owner last name", "Witness address",
            "Name des Ehegatten",
            "Nom du conjoint", "Nombre del testigo", "Debtor 2 last name", "Second party's name",
            "Preparer's name", "Name of person (if other than applicant)",
        ])
    func others(_ label: String) throws {
        #expect(try filled(Self.fields(["Your name", label]))[1] == nil)
    }

    @Test("an address belongs to the last name that was asked for, but a couple has one")
    func order() throws {
        let employer = Self.fields(["Your name", "Name of employer", "Address", "City", "Telephone"])
        #expect(try filled(employer) == ["Ada Maria Byron", nil, nil, nil, nil])
        let couple = Self.fields(["Your name", "Spouse's name", "Address", "City", "State", "ZIP code"])
        #expect(try filled(couple).dropFirst(2).allSatisfy { $0 != nil })
    }

    @Test("the second person of two who are asked the same is somebody else")
    func repeated() throws {
        let fields = Self.fields(["Last name", "First name", "City", "Last name", "First name", "City"])
        #expect(try filled(fields) == ["Byron", "Ada", "Springfield", nil, nil, nil])
    }

    @Test("headings of sections and columns say whom fields are about")
    func headings() throws {
        let child = Self.fields(["First name", "Last name"], section: "Part II: Child's information")
        let parent = Self.fields(["First name", "Last name"], section: "Part I: Applicant", from: 2)
        #expect(try filled(child + parent) == [nil, nil, "Ada", "Byron"])
        let columns =
            Self.fields(["First name"], column: "For Debtor 2:", x: 300, width: 200)
            + Self.fields(["First name"], column: "For Debtor 1:", width: 200)
        #expect(try filled(columns) == [nil, "Ada"])
    }

    @Test("a veteran is the person of the form, unless an applicant is another one")
    func principals() throws {
        #expect(try filled(Self.fields(["Veteran's name", "Student's name"])) == ["Ada Maria Byron", nil])
        #expect(try filled(Self.fields(["Veteran's name", "Applicant's name"])) == [nil, "Ada Maria Byron"])
    }

    @Test("a name that stands first without a role is not the person's if the page says who that is")
    func received() throws {
        let fields = Self.fields(["Name", "Taxpayer's name", "Name of your bank", "Address"])
        #expect(try filled(fields) == [nil, "Ada Maria Byron", nil, nil])
    }

    // MARK: Values

    @Test("given values go first, and every value keeps its source")
    func sources() throws {
        let fields = Self.fields(["Your name", "Your email", "Your telephone"])
        let bound = try Binder(fields: fields).filling(from: Self.ada).bind([
            ValueEntry(key: "Your name", value: "A. Byron"), ValueEntry(key: "Your telephone", value: .none),
        ])
        #expect(bound.map(\.content) == [.text("A. Byron"), .text("ada@example.org")])
        #expect(bound.map(\.source) == [.manual, .autofill])
        #expect(bound.map(\.match) == [.label, .profile])
        #expect(bound[1].key == "email")
    }

    @Test("a value that a field does not take is left out, and what the form already holds is kept")
    func unsuitable() throws {
        var fields = Self.fields(["Your name", "Your email", "State"])
        fields[1].defaultValue = "old@example.org"
        fields[2].options = ["Ohio", "Iowa"]
        #expect(try filled(fields) == ["Ada Maria Byron", nil, nil])
    }

    @Test("a profile is read from YAML and JSON; unknown names are errors with the nearest, cards are refused")
    func reading() throws {
        let yaml = try Profile(data: Data("given-name: Ada\npostal-code: 02139\nsex:\n".utf8), name: "p")
        #expect(yaml.values == [.givenName: "Ada", .postalCode: "02139"])
        #expect(try Profile(data: Data(#"{"given-name": "Ada"}"#.utf8), name: "p").values == [.givenName: "Ada"])
        for (text, part) in [
            ("givenname: x", "\"given-name\""), ("firstname: x", "the nearest are"),
            ("cc-number: 4111", "payment cards"),
            ("email: [a]", "must be text"),
        ] {
            let failure = #expect(throws: Failure.self) { try Profile(data: Data(text.utf8), name: "p") }
            #expect(failure?.code == .malformedValues)
            #expect(failure?.message.contains(part) == true, "\(text)")
        }
    }
}
