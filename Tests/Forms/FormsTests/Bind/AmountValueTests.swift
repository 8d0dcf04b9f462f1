import FailureModel
import FormFilling
import FormImport
import FormModel
import Foundation
import Testing

@Suite("Values of amounts") struct AmountValueTests {
    private static func field(confidence: Double = 1, currency: String? = nil) -> Field {
        Field(
            id: UUID(), name: "a", page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: .number,
            label: "Rent", confidence: confidence, evidence: .rule, printedNames: PrintedNames(currency: currency))
    }

    private func content(_ text: String, _ field: Field = field(), isVerbatim: Bool = false) throws -> BoundValue
        .Content?
    {
        let entry = ValueEntry(key: "a", value: .text(text), style: isVerbatim ? ValueStyle(isVerbatim: true) : nil)
        return try Binder(fields: [field]).bind([entry]).first?.content
    }

    @Test(
        "are numbers in any notation, or say that there is none",
        arguments: [
            "1,234.50", "1.234,50", "1'234.50", "1 234,50", "$5", "US$ 5", "5 €", "EUR 20", "20 euros", "CHF 20.-",
            "R$ 5", "R 5",
            "(300)",
            "-75", "−75 €", "12%", "0", "none", "None", "n/a", "N.A.", "-", "—", "keine", "néant", "½",
        ])
    func accepted(_ text: String) throws {
        #expect(try content(text) == .text(text))
    }

    @Test(
        "have no other words, also in a field that only the detector takes for an amount",
        arguments: ["lots of money", "12 months", "see attachment", "about 500", "1O0", "five", "?", "5 a"],
        [1, 0.97])
    func refused(_ text: String, _ confidence: Double) throws {
        #expect { try content(text, Self.field(confidence: confidence)) } throws: {
            ($0 as? Failure)?.code == .wrongType && !"\($0)".contains(text)
        }
        #expect(try content(text, Self.field(confidence: confidence), isVerbatim: true) == .text(text))
    }

    @Test(
        "that were read from paper have groups of three digits",
        arguments: [
            ("1,250.75", true), ("1.250,75 €", true), ("1,234,567.5", true), ("12", true), ("-", true),
            ("1.250.75", false), ("1234.567.890", false), ("1,25,000", false), ("l2", false),
        ])
    func recognised(_ text: String, _ mayBe: Bool) {
        #expect(AmountText.mayBeAmount(text) == mayBe)
    }

    @Test(
        "do not repeat the currency that the form prints",
        arguments: [
            ("$", "$1,850", "1,850"), ("$", "$ 1,850.00", "1,850.00"), ("$", "1,850 USD", "1,850"),
            ("$", "US$1,850", "1,850"),
            ("$", "($300)", "(300)"), ("€", "1.850 €", "1.850"), ("€", "EUR 20", "20"), ("EUR", "20 €", "20"),
            ("£", "£20", "20"), ("$", "€20", "€20"), ("$", "1,850", "1,850"), ("$", "none", "none"),
        ])
    func currencies(_ printed: String, _ given: String, _ written: String) throws {
        #expect(try content(given, Self.field(currency: printed)) == .text(written))
        #expect(try content(given, Self.field(currency: printed), isVerbatim: true) == .text(given))
    }
}
