import FormModel
import FormFilling
import Foundation
import Testing

@Suite("Dates are written as in the form's country") struct DateConventionTests {
    private static func field(_ name: String, _ label: String, type: FieldType = .text) -> Field {
        Field(
            id: UUID(), name: name, page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: type,
            label: label, confidence: 1, evidence: .box)
    }

    private func bound(_ labels: [String], _ change: (inout Field) -> Void = { _ in }) throws -> BoundValue {
        var date = Self.field("date", "Signed", type: .date)
        change(&date)
        let others = labels.enumerated().map { Self.field("f\($0)", $1) }
        return try Binder(fields: others + [date]).bind([ValueEntry(key: "date", value: "2026-03-09")])[0]
    }

    @Test(
        "dates follow the custom of the form's country, and the report gives the reason",
        arguments: [
            (["City", "ZIP code"], "03/09/2026", "zip"), (["Social Security Number"], "03/09/2026", "social security"),
            (["Postcode", "Town"], "09/03/2026", "postcode"),
            (["National Insurance number"], "09/03/2026", "insurance"),
            (["Vorname", "Straße und Hausnummer"], "09.03.2026", "German"),
            (["Nom et prénom", "Rue et ville"], "09/03/2026", "French"),
            (["Nombre y apellidos", "Domicilio"], "09/03/2026", "Spanish"),
            (["Cognome e nome", "Luogo di nascita"], "09/03/2026", "Italian"),
            (["Nombre y apellidos", "Código postal (ZIP)"], "03/09/2026", "zip"),
        ])
    func custom(_ labels: [String], _ date: String, _ reason: String) throws {
        let value = try bound(labels)
        #expect(value.content == .text(date))
        #expect(value.custom?.contains(reason) == true)
    }

    @Test(
        "nothing is concluded from a language of many countries, from two countries, or for a country of ISO dates",
        arguments: [
            ["First name", "City and state"], ["ZIP code", "Postcode"], ["Nom et prénom", "Adresse au Canada"],
            ["Zipper colour", "Name of the street"],
        ])
    func noCustom(_ labels: [String]) throws {
        let value = try bound(labels)
        #expect(value.content == .text("2026-03-09") && value.custom == nil)
    }

    @Test("what the form itself says, and a field that is too short, go before a custom")
    func form() throws {
        #expect(try bound(["ZIP code"]) { $0.placeholder = "YYYY-MM-DD" }.content == .text("2026-03-09"))
        #expect(try bound(["ZIP code"]) { $0.label = "Signed (DD.MM.YYYY)" }.content == .text("09.03.2026"))
        let format = FieldFormat(kind: .date, pattern: "yyyy-mm-dd")
        #expect(try bound(["ZIP code"]) { $0.format = format }.custom == nil)
        let digits = try bound(["ZIP code"]) { $0.maxLength = 8 }
        #expect(digits.content == .text("20260309") && digits.custom == nil)
    }

    @Test("a verbatim date stays as it was given")
    func verbatim() throws {
        let fields = [Self.field("zip", "ZIP code"), Self.field("date", "Signed", type: .date)]
        let entry = ValueEntry(key: "date", value: "2026-03-09", style: ValueStyle(isVerbatim: true))
        #expect(try Binder(fields: fields).bind([entry])[0].content == .text("2026-03-09"))
    }

    @Test(
        "months have the names of the form's language",
        arguments: [
            (["Vorname", "Straße"], "9. März 2026", "9. März 2026"),
            (["Nom et prénom"], "9. mars 2026", "9. mars 2026"),
            (["Nombre y apellidos"], "9. marzo 2026", "9. mar 2026"),
            (["Cognome e nome"], "9. marzo 2026", "9. mar 2026"), (["First name"], "9. March 2026", "9. Mar 2026"),
        ])
    func months(_ labels: [String], _ long: String, _ short: String) throws {
        func written(_ pattern: String) throws -> BoundValue.Content {
            try bound(labels) { $0.format = FieldFormat(kind: .date, pattern: pattern) }.content
        }
        #expect(try written("d. mmmm yyyy") == .text(long))
        #expect(try written("d. mmm yyyy") == .text(short))
    }
}
