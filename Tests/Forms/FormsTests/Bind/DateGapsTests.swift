import FormFilling
import FormModel
import Foundation
import Testing

@Suite("Dates stand in the gaps of their blanks") struct DateGapsTests {
    /// A field whose parts have these widths, with signs of five points between them.
    private static func field(_ widths: [Double], _ label: String = "Date", type: FieldType = .date) -> Field {
        var x = 100.0
        var signs: [Region] = []
        for width in widths.dropLast() {
            x += width
            signs.append(Region(x: x, y: 100, width: 5, height: 14))
            x += 5
        }
        return Field(
            id: UUID(), name: "date", page: 0,
            region: Region(x: 100, y: 100, width: x + (widths.last ?? 0) - 100, height: 14), type: type, label: label,
            confidence: 1, evidence: .rule, printedWords: signs)
    }

    private static let letter = [FormDescription.Page(width: 612, height: 792)]
    private static let a4 = [FormDescription.Page(width: 595, height: 842)]

    private func bound(
        _ text: String, _ field: Field, words: [String] = [], pages: [FormDescription.Page] = []
    ) throws -> BoundValue {
        let others = words.enumerated().map { place, word in
            Field(
                id: UUID(), name: "f\(place)", page: 0, region: Region(x: 0, y: 0, width: 90, height: 14), type: .text,
                label: word, confidence: 1, evidence: .rule)
        }
        let entry = ValueEntry(key: "date", value: .text(text))
        return try #require(try Binder(fields: others + [field], pages: pages).bind([entry]).first)
    }

    @Test("a hint without the year tells the order, and a date between points has its day first")
    func hints() throws {
        var field = Self.field([13, 13, 26])
        field.placeholder = "DD/MM"
        #expect(try bound("2026-03-01", field, pages: Self.letter).content == .text("01/03/2026"))
        field.placeholder = nil
        let value = try bound("01.03.2026", field, words: ["Name of the parent"], pages: Self.letter)
        #expect(value.content == .text("03/01/2026") && value.isOrderAssumed == true)
        let unpadded = try bound("2026-3-1", field, words: ["Name of the parent"], pages: Self.letter)
        #expect(unpadded.content == .text("03/01/2026") && unpadded.isOrderAssumed == true)
    }

    @Test(
        "an ISO date has the order of the caption, the widths, the country or the paper",
        arguments: [
            ([13, 13, 26], "Date (MM/DD/YYYY)", ["Postcode"], "03/01/2026"),
            ([13, 13, 26], "Date (TT.MM.JJJJ)", [], "01.03.2026"),
            ([26, 13, 13], "Date", ["Canada"], "2026/03/01"), ([26, 13, 15], "Date", ["ZIP code"], "03/01/26"),
            ([13, 13, 26], "Date", ["ZIP code"], "03/01/2026"), ([26, 13, 13], "Date", ["ZIP code"], "2026/03/01"),
            ([13, 13, 26], "Datum", ["Vorname", "Straße und Hausnummer"], "01.03.2026"),
            ([13, 13, 13], "Date", ["Postcode"], "01/03/26"), ([24, 24, 24], "Date", ["Postcode"], "01/03/2026"),
        ] as [([Double], String, [String], String)])
    func order(_ widths: [Double], _ label: String, _ words: [String], _ written: String) throws {
        let value = try bound("2026-03-01", Self.field(widths, label), words: words)
        #expect(value.content == .text(written))
        #expect(value.isOrderAssumed == nil)
    }

    @Test("where nothing tells the order, the paper does, and a person is to check it")
    func paper() throws {
        let field = Self.field([13, 13, 26])
        let american = try bound("2026-03-01", field, pages: Self.letter)
        #expect(american.content == .text("03/01/2026") && american.isOrderAssumed == true)
        let other = try bound("2026-03-01", field, pages: Self.a4)
        #expect(other.content == .text("01/03/2026") && other.isOrderAssumed == true)
        // The 31st cannot be a month.
        #expect(try bound("2026-03-31", field, pages: Self.a4).isOrderAssumed == nil)
    }

    @Test(
        "a date that is given in another order or with a month's name is put into the form's",
        arguments: [
            ("29.02.1984", "02/29/1984"), ("29/02/1984", "02/29/1984"), ("1984/02/29", "02/29/1984"),
            ("29 February 1984", "02/29/1984"), ("02/29/1984", "02/29/1984"), ("3/1/2026", "03/01/2026"),
        ])
    func otherOrders(_ text: String, _ written: String) throws {
        #expect(try bound(text, Self.field([13, 13, 26]), words: ["ZIP code"]).content == .text(written))
    }

    @Test(
        "what is no date, or has no four digits of a year, stays as it is given", arguments: ["n/a", "3/1/26", "2026"])
    func others(_ text: String) throws {
        #expect(try bound(text, Self.field([13, 13, 26]), words: ["ZIP code"]).content == .text(text))
    }

    @Test("a number with other parts is no date")
    func numbers() throws {
        let field = Self.field([19, 13, 26], "Number", type: .text)
        #expect(try bound("123-45-6789", field, words: ["ZIP code"]).content == .text("123-45-6789"))
    }
}
