import FailureModel
import FormFilling
import FormImport
import FormModel
import Foundation
import Testing

@Suite("Dates that do not exist are refused") struct ImpossibleDateTests {
    private static func field(_ type: FieldType = .date, placeholder: String? = nil, format: FieldFormat? = nil)
        -> Field
    {
        Field(
            id: UUID(), name: "a", page: 0, region: Region(x: 0, y: 0, width: 200, height: 20), type: type,
            label: "Date", confidence: 1, evidence: .box, placeholder: placeholder, format: format)
    }

    private func content(_ text: String, _ field: Field = field(), isVerbatim: Bool = false) throws -> BoundValue
        .Content?
    {
        let entry = ValueEntry(key: "a", value: .text(text), style: isVerbatim ? ValueStyle(isVerbatim: true) : nil)
        return try Binder(fields: [field]).bind([entry]).first?.content
    }

    private static let impossible = [
        "2026-02-31", "31.02.1990", "31. 2. 1990", "99/99/9999", "1990/02/30", "31 02 1990", "31-Feb-1990",
        "31 February 2026", "February 30, 2026", "Feb. 31st, 2026", "31. Februar 2026", "le 31 février 2026",
        "31 de febrero de 2026", "31 febbraio 2026", "31 februari 2026", "31 de fevereiro de 2026",
        "Tuesday, 31 June 2026",
        "20260231", "99999999", "31 April", "13/2026", "29.2.2023", "2026-02-31 10:00", "2026-02-31T10:00:00Z",
        "1.2.2026 - 31.2.2026",
    ]

    @Test("whatever their notation", arguments: impossible)
    func impossibleDates(_ text: String) {
        #expect { try content(text) } throws: { ($0 as? Failure)?.code == .wrongType }
    }

    @Test("unless the text is to be written as it is", arguments: impossible)
    func verbatim(_ text: String) throws {
        #expect(try content(text, isVerbatim: true) == .text(text))
    }

    @Test(
        "while all others are accepted",
        arguments: [
            "2026-02-28", "28.02.1990", "02/28/1990", "12/31/26", "31/12/26", "26/12/31", "29.2.2024", "29 Feb 2000",
            "February 29, 2024", "Feb 2026", "2/2026", "20261231", "31122026", "12312026", "1.2.2026 - 28.2.2026",
            "2026-02-28T23:30:00+01:00",
            "n/a", "none", "-", "2026", "about 31 days before 30 June", "Section 45, 2026", "Spring 2026",
        ])
    func possibleDates(_ text: String) throws {
        #expect(try content(text) == .text(text))
    }

    @Test(
        "and so are dates that run into other letters",
        arguments: ["31.1.2026x", "x 31.1.2026x", "20260131x", "31/1/26abc"])
    func strayLetters(_ text: String) throws {
        #expect { try content(text) } throws: {
            ($0 as? Failure)?.message == "\"Date\" (a) takes a date such as 2026-01-31, “none”, “n/a” or “-”."
        }
        #expect(try content(text, isVerbatim: true) == .text(text))
    }

    @Test("the message names a field once, whose name is its label")
    func title() {
        let field = Field(
            id: UUID(), name: "Date", page: 0, region: Region(x: 0, y: 0, width: 200, height: 20), type: .date,
            label: "Date", confidence: 1, evidence: .box)
        for (text, message) in [
            ("soon", "\"Date\" takes a date such as 2026-01-31, “none”, “n/a” or “-”."),
            ("31.2.2026", "The date for \"Date\" has a month or a day that does not exist."),
        ] {
            #expect {
                try Binder(fields: [field]).bind([ValueEntry(key: "Date", value: .text(text))])
            } throws: {
                ($0 as? Failure)?.message == message
            }
        }
    }

    @Test("in a text field that asks for a date, too, but not in any other text")
    func otherTypes() throws {
        #expect(throws: Failure.self) { try content("31.02.2026", Self.field(.text, placeholder: "DD.MM.YYYY")) }
        let format = FieldFormat(kind: .date, pattern: "dd.mm.yyyy")
        #expect(throws: Failure.self) { try content("31.02.2026", Self.field(.text, format: format)) }
        #expect(try content("31.02.2026", Self.field(.text)) == .text("31.02.2026"))
    }

    @Test("in boxes for day, month and year, too")
    func parts() throws {
        let boxes = ["DD", "MM", "YYYY"].enumerated().map { place, hint in
            Field(
                id: UUID(), name: "d\(place)", page: 0,
                region: Region(x: 50 * Double(place), y: 0, width: 40, height: 20), type: .text, label: "Date of birth",
                confidence: 1, evidence: .widget, placeholder: hint, maxLength: hint.count)
        }
        let binder = Binder(fields: boxes)
        let right = try binder.bind([ValueEntry(key: "Date of birth", value: .text("28.02.2026"))])
        #expect(right.map(\.content) == [.text("28"), .text("02"), .text("2026")])
        #expect { try binder.bind([ValueEntry(key: "Date of birth", value: .text("31.02.2026"))]) } throws: {
            ($0 as? Failure)?.code == .wrongType
        }
    }
}
