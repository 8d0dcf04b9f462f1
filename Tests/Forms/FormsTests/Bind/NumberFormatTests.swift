import FormModel
import FormFilling
import Foundation
import Testing

@Suite("Numbers are written as the form says") struct NumberFormatTests {
    private func written(_ value: String, _ format: FieldFormat, maxLength: Int? = nil) throws -> String? {
        let field = Field(
            id: UUID(), name: "a", page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: .text, label: "a",
            confidence: 1, evidence: .widget, format: format, maxLength: maxLength)
        let bound = try Binder(fields: [field]).bind([ValueEntry(key: "a", value: .text(value))])
        guard case .text(let text)? = bound.first?.content else { return nil }
        return text
    }

    @Test(
        "plain numbers get the separators of the field",
        arguments: [
            (FieldFormat.Separators.commaPoint, "1,234,567.50"), (.point, "1234567.50"), (.pointComma, "1.234.567,50"),
            (.comma, "1234567,50"), (.apostrophePoint, "1'234'567.50"),
        ])
    func separators(_ separators: FieldFormat.Separators, _ text: String) throws {
        #expect(try written("1234567.5", FieldFormat(kind: .number, decimals: 2, separators: separators)) == text)
    }

    @Test("decimals, currency and brackets are those of the field")
    func amounts() throws {
        let dollars = FieldFormat(kind: .number, decimals: 2, currency: "$", isCurrencyFirst: true, hasBrackets: true)
        #expect(try written("1234.565", dollars) == "$1,234.57")
        #expect(try written("-12", dollars) == "($12.00)")
        #expect(try written("-0.001", dollars) == "$0.00")
        let euros = FieldFormat(
            kind: .number, decimals: 2, separators: .pointComma, currency: " €", isCurrencyFirst: false)
        #expect(try written("-1234.5", euros) == "-1.234,50 €")
        #expect(try written("999.6", FieldFormat(kind: .number, decimals: 0)) == "1,000")
        #expect(try written("0.125", FieldFormat(kind: .percent, decimals: 1)) == "12.5%")
    }

    @Test("what is no plain number stays as it is", arguments: ["1,234.5", "1.2.3", "", "12-"])
    func otherNumbers(_ value: String) throws {
        #expect(try written(value, FieldFormat(kind: .number, decimals: 2)) == value)
    }

    @Test("the digits of telephone, social security and ZIP codes are parted")
    func special() throws {
        #expect(try written("8045550142", FieldFormat(kind: .phone)) == "(804) 555-0142")
        #expect(try written("123456789", FieldFormat(kind: .ssn)) == "123-45-6789")
        #expect(try written("232201234", FieldFormat(kind: .zipPlus4)) == "23220-1234")
        #expect(try written("02139", FieldFormat(kind: .zip)) == "02139")
        #expect(try written("555-0142", FieldFormat(kind: .phone)) == "555-0142")
    }

    @Test("a format that would make the value too long is not used")
    func tooLong() throws {
        #expect(try written("1234.5", FieldFormat(kind: .number, decimals: 2), maxLength: 6) == "1234.5")
        #expect(try written("123456789", FieldFormat(kind: .ssn), maxLength: 9) == "123456789")
    }
}
