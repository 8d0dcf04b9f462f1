import FormImport
import FailureModel
import FormModel
import FormFilling
import Foundation
import Testing

@Suite("Signing") struct SigningTests {
    private static func field(
        _ name: String, _ label: String, x: Double = 50, y: Double, height: Double = 16, type: FieldType = .text,
        column: String? = nil
    ) -> Field {
        Field(
            id: UUID(), name: name, page: 0, region: Region(x: x, y: y, width: 150, height: height), type: type,
            label: label, confidence: 1, evidence: .rule,
            printedNames: column.map { PrintedNames(column: $0) })
    }

    private static let fields = [
        field("name", "Employee's name", y: 100), field("born", "Date of birth", y: 130, type: .date),
        field("sign", "Employee's signature", y: 200, type: .signature),
        field("signed", "Date (month, day, year)", x: 250, y: 202, type: .date),
        field("received", "Date received", y: 230, type: .date),
        field("widget", "Signature of the claimant", y: 300),
        field("day", "Day", x: 250, y: 296, height: 24), field("year", "Year", x: 410, y: 300),
        field("initials", "Initials of the supervisor", y: 350), field("middle", "Middle initial", y: 380),
        field("numbered", "15. SIGNATURE OF WITNESS (Do Not Print)", y: 440, type: .signature),
        field("printed", "Print or type the applicant, not sign", y: 410),
        field("given", "First name or initials", y: 470),
    ]

    private func bound(_ key: String, _ value: FieldValue = "Ada") -> Result<[BoundValue], Failure> {
        do throws(Failure) {
            return .success(try Binder(fields: Self.fields).bind([ValueEntry(key: key, value: value)]))
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ key: String, _ value: FieldValue = "Ada") -> Failure? {
        if case .failure(let failure) = bound(key, value) { failure } else { nil }
    }

    @Test(
        "a signature, initials and a date on the line of a signature are never guessed",
        arguments: [
            ("Employee signature", "sign"), ("Employes signature", "sign"), ("Claimant signature", "widget"),
            ("Supervisor initials", "initials"), ("Initials of", "initials"), ("Date month", "signed"),
        ])
    func guesses(_ key: String, _ name: String) {
        let failure = failure(key)
        #expect(failure?.code == .unknownField)
        #expect(failure?.fields == [name])
        #expect(failure?.message.contains("only by id, name, number or whole label") == true)
    }

    @Test("brackets that alone say that a person signs are a part of the whole label")
    func bracketed() throws {
        let binder = Binder(fields: [
            Self.field("owner", "Owner (signature)", y: 100), Self.field("other", "Address", y: 140),
        ])
        #expect { try binder.bind([ValueEntry(key: "Owner", value: "Ada")]) } throws: {
            ($0 as? Failure)?.code == .unknownField
        }
        #expect(try binder.bind([ValueEntry(key: "Owner (signature)", value: "Ada")]).count == 1)
    }

    @Test(
        "id, name, number and whole label sign",
        arguments: [
            ("sign", "sign"), ("#3", "sign"), ("EMPLOYEE'S SIGNATURE:", "sign"), ("Employee's signature#1", "sign"),
            ("p1:Employee's signature", "sign"), ("Date", "signed"), ("#4", "signed"),
            ("Signature of the claimant", "widget"), ("Initials of the supervisor", "initials"), ("Day", "day"),
            ("15. Signature of witness", "numbered"), ("Signature of witness", "numbered"),
        ])
    func labels(_ key: String, _ name: String) throws {
        let value: FieldValue = name == "signed" ? "2026-01-31" : "Ada"
        #expect(try bound(key, value).get().map(\.field.name) == [name])
        let id = try #require(Self.fields.first { $0.name == name }).id.uuidString
        #expect(try bound(id, value).get().map(\.field.name) == [name])
    }

    @Test(
        "other fields are still found by the words of their labels",
        arguments: [
            ("Name of employee", "name"), ("Birth date", "born"), ("Received date", "received"),
            ("Initial, middle", "middle"), ("Print the applicant", "printed"), ("Initials or first name", "given"),
        ])
    func others(_ key: String, _ name: String) throws {
        let bound = try bound(key, "2026").get()
        #expect(bound.map(\.field.name) == [name])
        #expect(bound[0].match == .words)
    }

    @Test("a record whose column is a guess at a signature leaves it out where unknown columns are skipped")
    func skipped() {
        let entries = [
            ValueEntry(key: "Claimant signature", value: "Ada"), ValueEntry(key: "Employee's name", value: "Ada"),
        ]
        let (known, skipped) = Binder(fields: Self.fields).skippingUnknown(entries)
        #expect(known.map(\.key) == ["Employee's name"] && skipped == ["Claimant signature"])
        #expect(throws: Failure.self) { try Binder(fields: Self.fields).knowing(["Claimant signature"]) }
    }

    @Test("the rows of a list do not sign")
    func tables() throws {
        let fields = (0..<2).flatMap { row in
            let y = 100 + 20 * Double(row)
            return [
                Self.field("witness\(row)", "Witness", y: y), Self.field("sign\(row)", "Signature", x: 200, y: y),
                Self.field("date\(row)", "Date", x: 360, y: y, type: .date),
            ]
        }
        func bind(_ column: String, _ value: FieldValue) throws -> [BoundValue] {
            let cell = TableCell(table: "Witnesses", row: 2, column: column)
            return try Binder(fields: fields).bind([ValueEntry(key: "Witnesses 2 \(column)", value: value, cell: cell)])
        }
        #expect(try bind("Witness", "Ada").map(\.field.name) == ["witness1"])
        #expect(throws: Failure.self) { try bind("Signature", "Ada") }
        #expect(throws: Failure.self) { try bind("Date", "2026-01-31") }
    }

    @Test("a long value does not run on into a signature")
    func running() throws {
        let fields = [
            Self.field("notes", "Please explain", y: 100), Self.field("sign", "Signature", y: 118, type: .signature),
            Self.field("initials", "Initials", y: 118),
        ]
        let long = String(repeating: "The overpayment was made while I was away. ", count: 3)
        for under in fields.dropFirst() {
            let bound = try Binder(fields: [fields[0], under]).bind([ValueEntry(key: "notes", value: .text(long))])
            #expect(bound.map(\.field.name) == ["notes"])
        }
    }

    @Test(
        "whatever speaks of signing or initials is no guess, in any place and language",
        arguments: [
            ("Buyer signatory", "Buyer"), ("Seller countersignature", "Seller"), ("Signed by tenant", "Signed tenant"),
            ("Agent e-signature", "Agent"), ("Signature of witness Date", "Witness"),
            ("Authorized signer", "Authorized"),
            ("Physician's signature / Date signed", "Physician"), ("Broker's sig.", "Broker"),
            ("Parent signature (required) print clearly", "Parent"), ("Name of the person signing", "Person name"),
            ("Landlord's initial", "Landlord"), ("Guardian initial box", "Guardian"),
            ("Clerk: initial each page", "Clerk"),
            ("Initialed by clerk", "Clerk"), ("Sponsor initials", "Sponsor"), ("Handtekening huurder", "Huurder"),
            ("Paraaf verhuurder", "Verhuurder"), ("Unterschriftenfeld Vermieter", "Vermieter"),
            ("Signataire du contrat", "Contrat"), ("Firmante del contrato", "Contrato"),
            ("Assinatura do locador", "Locador"), ("Podpis najemcy", "Najemcy"), ("Kiracının imzası", "Kiracının"),
            (
                "If the claimant cannot write, a witness must write the name of the claimant and sign below it",
                "Witness"
            ),
        ])
    func words(_ label: String, _ key: String) throws {
        for type in [FieldType.text, .multiline, .date] {
            let binder = Binder(fields: [
                Self.field("it", label, y: 100, type: type), Self.field("other", "Town", y: 400),
            ])
            let value: FieldValue = type == .date ? "2026-01-31" : "Ada"
            let failure = #expect(throws: Failure.self, "\(label)") {
                try binder.bind([ValueEntry(key: key, value: value)])
            }
            #expect(failure?.code == .unknownField && failure?.fields == ["it"], "\(label)")
            for key in ["it", "#1", label] {
                #expect(try binder.bind([ValueEntry(key: key, value: value)]).count == 1, "\(label)")
                guard type != .date else { continue }
                let failure = #expect(throws: Failure.self) {
                    try binder.bind([ValueEntry(key: key, value: "sig.webp")])
                }
                #expect(failure?.code == .pictureName, "\(label)")
            }
        }
    }

    @Test(
        "words that only look like signing or initials guard nothing",
        arguments: [
            ("Initial deposit in dollars", "Deposit"), ("Initials of your first name", "First name"),
            ("Designated beneficiary", "Beneficiary"), ("Assigned case worker", "Worker"),
            ("Print the witness, do not sign", "Witness"), ("Name der Firma und Anschrift", "Firma"),
        ])
    func alike(_ label: String, _ key: String) throws {
        let binder = Binder(fields: [Self.field("it", label, y: 100), Self.field("other", "Ort und Datum", y: 400)])
        #expect(try binder.bind([ValueEntry(key: key, value: "Ada")]).map(\.field.name) == ["it"])
    }

    @Test(
        "the name of a picture file is not written as a signature",
        arguments: [
            "sig.png", "Scans/Ada.JPG", "ada.jpeg ", "ada.svg", "signed.PDF", "ada.webp", "ada.gif", "Ada.TIF",
            "ada.tiff",
            "ada.bmp", "ada.heic", "ada.avif", #"{"image": "s/ada.png"}"#, "“ada.png”",
        ])
    func pictureNames(_ text: String) throws {
        for key in ["#3", "sign", "Employee's signature", "widget", "initials", "signed"] {
            let failure = failure(key, .text(text))
            #expect(failure?.code == .pictureName, "\(key)")
            #expect(failure?.message.contains(text) == false)
        }
        #expect(failure("sign", .text(text))?.message.contains(#"{"image": "FILE.png"}"#) == true)
        #expect(try bound("name", .text(text)).get().count == 1)
        #expect(try bound("sign", "Ada P. Png").get().count == 1)
    }
}
