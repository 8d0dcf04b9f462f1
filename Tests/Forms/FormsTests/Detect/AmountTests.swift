import FormModel
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("Detection: amounts of money") struct AmountTests {
    private func fields(_ draw: (inout PDFBuilder.Page) -> Void) throws -> [Field] {
        try DetectedPage.fields(draw)
    }

    /// Returns the type of the only field on a line behind a caption.
    private func type(_ caption: String, behind: String = "", besides: [String] = []) throws -> FieldType? {
        let found = try fields { page in
            let end = 64 + 5.2 * Double(caption.count)
            page.text(caption.replacing("(", with: "\\(").replacing(")", with: "\\)"), x: 60, y: 115)
            page.rule(x: end, y: 117, width: 90)
            page.text(behind, x: end + 93, y: 115)
            for (i, text) in besides.enumerated() { page.text(text, x: 60, y: 200 + 14 * Double(i)) }
        }
        #expect(found.count == 1, "\(caption)")
        return found.first?.type
    }

    @Test("a currency sign makes the field behind it an amount, and no other of its row")
    func sign() throws {
        let found = try fields { page in
            page.text("Paid to", x: 60, y: 115)
            page.rule(x: 100, y: 117, width: 120)
            page.text("$", x: 228, y: 115)
            page.rule(x: 236, y: 117, width: 80)
        }
        #expect(found.map(\.type) == [.text, .number])
        #expect(found.map(\.alignment) == [nil, .right])
    }

    @Test("an abbreviation behind a blank is that blank's, even if another follows close")
    func abbreviationBehind() throws {
        let found = try fields { page in
            page.text("Ich bewohne die Wohnung und zahle", x: 60, y: 115)
            page.rule(x: 240, y: 117, width: 80)
            page.text("EUR,", x: 323, y: 115)
            page.rule(x: 350, y: 117, width: 120)
        }
        #expect(found.map(\.type) == [.number, .text])
    }

    @Test("printed cents make the field in front of them an amount")
    func cents() throws {
        #expect(try type("Line 7", behind: ".00") == .number)
        #expect(try type("Line 7", behind: "00") == .number)
        #expect(try type("Line 7", behind: "2000") == .text)
    }

    @Test(
        "captions that name an amount are those of amounts",
        arguments: ["Monthly rent", "Gross wages", "Balance", "Total amount claimed", "Income (dollars)", "Total $"])
    func words(caption: String) throws {
        #expect(try type(caption) == .number)
    }

    @Test(
        "captions with something else about money, or with a part of such a word, are not",
        arguments: [
            "Parental consent", "Name of person who pays the rent", "Source of income", "Number of payments",
            "Interest rate on balance (%)", "Describe the expense",
        ])
    func otherWords(caption: String) throws {
        #expect(try type(caption) == .text)
    }

    @Test("the column's head makes all of its fields amounts, unless it names something else")
    func head() throws {
        let found = try fields { page in
            page.text("Creditor", x: 200, y: 90)
            page.text("Amount owed", x: 400, y: 90)
            for (i, name) in ["Rent of the last month", "Repairs of the roof", "Costs of moving out"].enumerated() {
                let y = 115 + 26 * Double(i)
                page.text(name, x: 60, y: y)
                page.rule(x: 200, y: y + 2, width: 150)
                page.rule(x: 400, y: y + 2, width: 90)
            }
        }
        #expect(found.map(\.type) == [.text, .number, .text, .number, .text, .number])
    }

    @Test("dates, signatures and boxes are no amounts, whatever money they are about")
    func otherTypes() throws {
        #expect(try type("Date of payment") == .date)
        #expect(try type("Signature of the person who receives the rent") == .signature)
        let found = try fields { page in
            page.box(x: 60, y: 92, width: 9, height: 9)
            page.text("Rent", x: 74, y: 100)
        }
        #expect(found.map(\.type) == [.checkbox])
    }

    @Test(
        "captions in German, French and Spanish name amounts on pages in these languages",
        arguments: [
            ("Nettoeinkommen", "Bitte nicht mit dem Vermieter und den Nachbarn"),
            ("Monatsmiete", "Bitte nicht mit dem Vermieter und den Nachbarn"),
            ("Montant", "pour vous avec votre adresse"), ("Loyer mensuel", "pour vous avec votre adresse"),
            ("Importe", "para el nombre y los apellidos"), ("Sueldo neto", "para el nombre y los apellidos"),
        ])
    func languages(caption: String, text: String) throws {
        #expect(try type(caption, besides: [text]) == .number)
    }
}
