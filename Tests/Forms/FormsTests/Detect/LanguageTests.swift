import FormModel
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("Detection: dates and signatures in several languages") struct LanguageTests {
    private static let german = "Bitte nicht mit dem Vermieter und den Nachbarn"
    private static let french = "Pour vous avec votre adresse et les autres"
    private static let spanish = "Para el nombre y los apellidos con su domicilio"
    private static let dutch = "Het formulier van de ondergetekende wordt niet door ons bij u opgehaald"
    private static let italian = "Il sottoscritto residente nella città di Roma presso il comune che"
    private static let portuguese = "O abaixo assinado não tem uma morada em seu nome com telefone"
    private static let danish = "Jeg er ikke bosat på adressen og har det som navn til brug af kommunen"
    private static let norwegian = "Jeg har ikke det som etternavn og sender med skjemaet til kommunen på"
    private static let swedish = "Jag har inte det som efternamn och skickar med blanketten till kommunen på"
    private static let english = "Please return this form to the address of your office"

    /// Returns the type of the field behind a caption on a page with another line of text.
    private func type(_ caption: String, _ text: String) throws -> FieldType? {
        let found = try DetectedPage.fields { page in
            page.text(text, x: 60, y: 60)
            page.text(caption, x: 60, y: 115)
            page.rule(x: 64 + 5.2 * Double(caption.count), y: 117, width: 150)
        }
        #expect(found.count == 1, "\(caption)")
        return found.first?.type
    }

    @Test(
        "dates",
        arguments: [
            ("Date", english), ("Date of birth", english), ("Date", german), ("Datum", german),
            ("Geburtsdatum", german), ("Eingangsdatum", german), ("geboren am", german), ("Stuttgart, den", german),
            ("Date de naissance", french), ("Fait le", french), ("Fecha", spanish), ("Fecha de nacimiento", spanish),
            ("Datum", dutch), ("Geboortedatum", dutch), ("Ingangsdatum", dutch), ("Data", italian),
            ("Data di nascita", italian), ("nato il", italian), ("Data", portuguese),
            ("Data de nascimento", portuguese),
            ("Dato", danish), ("Slutdato", danish), ("Dato", norwegian), ("Sluttdato", norwegian), ("Datum", swedish),
            ("Slutdatum", swedish),
        ])
    func dates(caption: String, text: String) throws {
        #expect(try type(caption, text) == .date)
    }

    @Test(
        "signatures",
        arguments: [
            ("Signature", english), ("Unterschrift", german), ("Unterschrift des Antragstellers", german),
            ("Signature du demandeur", french), ("Firma del solicitante", spanish), ("Fdo.:", spanish),
            ("Handtekening", dutch), ("Handtekening huurder", dutch), ("Firma del dichiarante", italian),
            ("Assinatura do requerente", portuguese), ("Underskrift", danish), ("Underskrift", norwegian),
            ("Namnteckning", swedish), ("Underskrift", swedish),
        ])
    func signatures(caption: String, text: String) throws {
        #expect(try type(caption, text) == .signature)
    }

    @Test(
        "words that only look like them",
        arguments: [
            // A company.
            ("Firma", german), ("Name der Firma", german),
            // A place and a date.
            ("Ort, Datum", german), ("Lieu et date", french), ("Lugar y fecha", spanish),
            ("Lieu de naissance", french), ("I am", english), ("Unterschrift in Druckbuchstaben", german),
            ("Firma", dutch), ("Plaats, datum", dutch), ("Firma", danish), ("Firma", swedish),
            ("Luogo e data", italian), ("Local e data", portuguese), ("Sted, dato", danish), ("Data", english),
        ])
    func others(caption: String, text: String) throws {
        #expect(try type(caption, text) == .text)
    }

    @Test("without other text the caption itself tells the language")
    func captionAlone() throws {
        #expect(try type("Datum", "") == .date)
        #expect(try type("Fecha", "") == .date)
        #expect(try type("Unterschrift", "") == .signature)
        #expect(try type("Date", "") == .date)
    }
}
