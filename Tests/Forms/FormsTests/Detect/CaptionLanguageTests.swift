import FormModel
import TestSupport
import Testing

/// Labels do not depend on the language of a form.
@Suite("Detection: captions in ten languages") struct CaptionLanguageTests {
    /// A line of text and three captions of a language.
    struct Form: Sendable, CustomTestStringConvertible {
        var language: String
        var text: String
        var captions: [String]

        var testDescription: String { language }
    }

    private static let forms = [
        Form(
            language: "English", text: "Please return this form to the address of your office.",
            captions: ["Family name", "Place of birth", "Postcode"]),
        Form(
            language: "German", text: "Bitte senden Sie das Formular an die Anschrift der Stelle.",
            captions: ["Familienname", "Geburtsort", "Postleitzahl"]),
        Form(
            language: "Dutch", text: "Het formulier wordt niet door ons bij u opgehaald.",
            captions: ["Achternaam", "Geboorteplaats", "Postcode"]),
        Form(
            language: "French", text: "Merci de renvoyer ce formulaire avec vos pages dans les lieux.",
            captions: ["Nom de famille", "Lieu de naissance", "Code postal"]),
        Form(
            language: "Spanish", text: "Para el nombre y los apellidos con su domicilio.",
            captions: ["Primer apellido", "Lugar de nacimiento", "Provincia"]),
        Form(
            language: "Italian", text: "Il sottoscritto residente nel comune che presenta la domanda.",
            captions: ["Cognome", "Luogo di nascita", "Codice fiscale"]),
        Form(
            language: "Portuguese", text: "O abaixo assinado com morada em seu nome.",
            captions: ["Nome completo", "Local de nascimento", "Morada"]),
        Form(
            language: "Danish", text: "Jeg er ikke bosat i landet og har det som navn.",
            captions: ["Efternavn", "Stilling", "Postnummer"]),
        Form(
            language: "Norwegian", text: "Jeg har ikke det som etternavn og sender det med skjemaet.",
            captions: ["Etternavn", "Yrke og stilling", "Postnummer"]),
        Form(
            language: "Swedish", text: "Jag har inte det som efternamn och skickar det med blanketten.",
            captions: ["Efternamn", "Yrke", "Postnummer"]),
    ]

    /// Expects one field for each caption, whose label is the whole caption.
    private func expect(
        _ form: Form, _ suffix: String = "", _ draw: (inout PDFBuilder.Page, String, Int) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let fields = try DetectedPage.fields { page in
            page.text(form.text, x: 60, y: 60)
            for (row, caption) in form.captions.enumerated() { draw(&page, caption + suffix, row) }
        }
        #expect(fields.map(\.label) == form.captions.map { $0 + suffix }, sourceLocation: sourceLocation)
    }

    @Test("in front of a rule", arguments: forms)
    func inFront(_ form: Form) throws {
        try expect(form, ":") { page, caption, row in
            page.text(caption, x: 60, y: 120 + 30 * Double(row))
            page.rule(x: 170, y: 122 + 30 * Double(row), width: 220)
        }
    }

    @Test("above a box", arguments: forms)
    func above(_ form: Form) throws {
        try expect(form) { page, caption, row in
            page.text(caption, x: 60, y: 120 + 45 * Double(row))
            page.box(x: 60, y: 124 + 45 * Double(row), width: 260, height: 20)
        }
    }

    @Test("at the top of its cell", arguments: forms)
    func inCell(_ form: Form) throws {
        try expect(form) { page, caption, row in
            page.box(x: 60, y: 100 + 34 * Double(row), width: 300, height: 34)
            page.text(caption, x: 63, y: 109 + 34 * Double(row), size: 7)
        }
    }

    @Test("under a rule", arguments: forms)
    func under(_ form: Form) throws {
        try expect(form) { page, caption, row in
            page.rule(x: 60, y: 122 + 50 * Double(row), width: 220)
            page.text(caption, x: 60, y: 131 + 50 * Double(row), size: 8)
        }
    }

    @Test("in front of typed dots", arguments: forms)
    func dots(_ form: Form) throws {
        try expect(form, ":") { page, caption, row in
            page.text(caption + " " + String(repeating: ".", count: 60), x: 60, y: 120 + 30 * Double(row))
        }
    }
}
