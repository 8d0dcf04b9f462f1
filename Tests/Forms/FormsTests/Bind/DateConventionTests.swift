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
            (["Voornaam en achternaam", "Straat en huisnummer"], "09-03-2026", "Dutch"),
            (["Voornaam en achternaam", "Postcode en woonplaats"], "09-03-2026", "Dutch"),
            (["Número e data de nascimento", "Assinatura"], "09/03/2026", "Portuguese"),
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

    @Test("a form in English on Letter paper has American dates, with a warning where the month is assumed")
    func letter() throws {
        func bound(_ label: String, _ date: FieldValue, on page: FormDescription.Page) throws -> BoundValue {
            let fields = [Self.field("name", label), Self.field("date", "Signed", type: .date)]
            return try Binder(fields: fields, pages: [page]).bind([ValueEntry(key: "date", value: date)])[0]
        }
        let letter = FormDescription.Page(width: 612, height: 792, skew: 0)
        let a4 = FormDescription.Page(width: 595, height: 842, skew: 0)
        let value = try bound("Name of the parent", "2026-03-09", on: letter)
        #expect(value.content == .text("03/09/2026") && value.isOrderAssumed == true)
        #expect(value.custom?.contains("Letter paper") == true)
        let clear = try bound("Name of the parent", "2026-03-31", on: letter)
        #expect(clear.content == .text("03/31/2026") && clear.isOrderAssumed == nil)
        // A date in figures may be in the order of another country.
        #expect(try bound("Name of the parent", "31/03/2026", on: letter).content == .text("31/03/2026"))
        #expect(try bound("Name of the parent", "2026-03-09", on: a4).content == .text("2026-03-09"))
        #expect(try bound("City and province", "2026-03-09", on: letter).content == .text("2026-03-09"))
        #expect(try bound("Nom et prénom au Canada", "2026-03-09", on: letter).content == .text("2026-03-09"))
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

    @Test("an ISO date is one in a field for text, too, if the label mentions a date")
    func text() throws {
        func bound(_ label: String, _ text: String, _ type: FieldType) throws -> BoundValue.Content {
            let fields = [Self.field("zip", "ZIP code"), Self.field("text", label, type: type)]
            return try Binder(fields: fields).bind([ValueEntry(key: "text", value: .text(text))])[0].content
        }
        #expect(try bound("B. Date of decision", "2026-03-09", .multiline) == .text("03/09/2026"))
        #expect(try bound("Place and date", "2026-03-09", .text) == .text("03/09/2026"))
        #expect(try bound("Place and date", "Salem, 2026-03-09", .text) == .text("Salem, 2026-03-09"))
        #expect(try bound("Case number", "2026-03-09", .text) == .text("2026-03-09"))
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
            (["Voornaam en achternaam"], "9. maart 2026", "9. mrt 2026"),
            (["Número e data de nascimento"], "9. março 2026", "9. mar 2026"),
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
