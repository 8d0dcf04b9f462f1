import FormImport
import FormModel
import Formwright
import Foundation
import TestSupport
import Testing

/// Public forms of the US federal government, filled by label from end to end.
///
/// The expected position of each value is that of the form's original field, from `testdata/forms/NAME.truth.json`.
@Suite("Real forms") struct RealFormsTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var form: String
        var values: [Value]
        var knownIssues: [KnownIssue] = []

        var testDescription: String { form }
    }

    /// A key, its value, and the name of the original field in which the value must be drawn.
    typealias Value = (key: String, value: String, field: String)

    /// A value that is not drawn there yet.
    typealias KnownIssue = (value: Value, reason: Comment)

    private struct TrueField: Decodable {
        var page: Int
        var x, y, width, height: Double
        var name: String

        var region: Region { Region(x: x, y: y, width: width, height: height) }
    }

    static let cases = [
        Case(
            form: "irs-8888",
            values: [
                ("Name(s) shown on return", "Lovelace", "f1_2[0]"),
                ("Your social security number", "987654321", "f1_3[0]"),
                ("Routing number#2", "021000021", "f1_8[0]"),
                ("Amount to be deposited in first account (see instructions)#1", "1250.00", "f1_4[0]"),
            ]),
        Case(
            form: "irs-4547",
            values: [
                ("Middle name", "Augusta", "f1_02[0]"), ("Social security number", "987654321", "f1_04[0]"),
                ("Home address (number and street)", "Marylebone", "f1_05[0]"),
                ("Email address", "ada@example.org", "f1_16[0]"),
            ]),
        Case(
            form: "irs-1040-schedule-a",
            values: [
                ("Name(s) shown on Form 1040 or 1040-SR", "Lovelace", "f1_1[0]"),
                ("State and local personal property taxes", "412", "f1_9[0]"),
                ("Add lines 5a through 5c", "1933", "f1_10[0]"),
            ]),
        Case(
            form: "irs-1040v",
            values: [
                ("Your first name and middle initial", "Ada", "f1_5[0]"), ("Apt. no.", "7B", "f1_10[0]"),
                ("ZIP code", "10001", "f1_13[0]"), ("Foreign country name", "England", "f1_14[0]"),
            ]),
        Case(
            form: "uscourts-b121",
            values: [
                ("Case number", "26-10042", "case_number"), ("Middle name#1", "Augusta", "debtor1_middle_name"),
                ("Last name#2", "Babbage", "debtor2_last_name"),
            ]),
        Case(
            form: "uscourts-b106dec",
            values: [("Case number", "26-10042", "Case number"), ("Date#1", "01/31/2026", "Executed on")]),
        Case(
            form: "uscourts-b101a",
            values: [
                ("Landlord’s name", "Byron", "landlord_name"), ("City", "Nottingham", "landlord_city"),
                ("ZIP Code", "10001", "landlord_zip"),
            ]),
        Case(
            form: "va-21-22",
            values: [
                ("Last-first-middle name of veteran", "Hopper", "nameofvet[0]"),
                ("VA file number", "C1234567", "filenumber[0]"),
                ("Relationship to veteran", "Sister", "relationship[0]"),
            ],
            knownIssues: [
                (
                    ("Date of this appointment", "01/31/2026", "Dateappt[0]"),
                    "The issuer's field is the right half of the printed cell; the value stands at the cell's left edge."
                )
            ]),
        Case(
            form: "va-10182",
            values: [
                ("Veteran's name", "Hopper", "VeteransFirstName[0]"),
                ("Veteran's date of birth", "12/09/1906", "DateSigned[0]"),
            ]),
        Case(
            form: "uscourts-b101a.scan",
            values: [("Case number", "26-10042", "case_number"), ("Landlord’s name", "Byron", "landlord_name")]),
        Case(form: "irs-4547.scan", values: [("Email address", "ada@example.org", "f1_16[0]")]),
    ]

    @Test("values given by label can be read in the intended fields", arguments: cases)
    func filledByLabel(_ c: Case) async throws {
        let truth = try JSONDecoder().decode([TrueField].self, from: TestData.data("forms/\(c.form).truth.json"))
        let form = try await Form(contentsOf: TestData.url("forms/\(c.form).pdf"))
        try await check(c.values, in: form, truth)
        for issue in c.knownIssues {
            await withKnownIssue(issue.reason) { try await check([issue.value], in: form, truth) }
        }
    }

    private func check(_ values: [Value], in form: Form, _ truth: [TrueField]) async throws {
        let filled = try await form.fill(Dictionary(uniqueKeysWithValues: values.map { ($0.key, .text($0.value)) }))
        // Also a form without values gets the words of its scan.
        let before = try RenderedPages(try await form.fill([ValueEntry]()).data)
        let after = try RenderedPages(filled.data)
        for (key, value, field) in values {
            let landed = try truth.filter { $0.name.hasSuffix(field) }.contains { place in
                let area = place.region.insetBy(dx: -2, dy: -4)
                return try after.text(within: area, page: place.page, besides: before) == value
            }
            #expect(landed, "\(key)")
        }
    }

    @Test("a real AcroForm is filled by the captions beside its fields, and its other widgets are kept")
    func acroForm() async throws {
        let form = try await Form(contentsOf: TestData.url("forms/uscourts-b121.acro.pdf"))
        #expect(form.fields.allSatisfy { $0.evidence == .widget })
        let field = try #require(form.fields.first { $0.name == "case_number" })
        let filled = try await form.fill(["case_number": "26-10042"])
        let word = try #require(try RenderedPages(filled.data).words(0).first { $0.text == "26-10042" })
        #expect(field.region.contains(x: word.region.midX, y: word.region.midY))
        let left = try await Form(Importer().document(filled.data, fileName: "left.pdf"))
        #expect(left.fields.count == form.fields.count - 1)
    }
}
