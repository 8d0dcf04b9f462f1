import FailureModel
import FormModel
import FormFilling
import Foundation
import TestSupport
import Testing

@Suite("Dates are written as the form says") struct DateStyleTests {
    private func written(
        _ value: String, type: FieldType = .date, label: String = "Date", _ change: (inout Field) -> Void = { _ in }
    )
        throws -> String?
    {
        var field = Field(
            id: UUID(), name: "a", page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: type,
            label: label,
            confidence: 1, evidence: .box)
        change(&field)
        let bound = try Binder(fields: [field]).bind([ValueEntry(key: "a", value: .text(value))])
        guard case .text(let text)? = bound.first?.content else { return nil }
        return text
    }

    @Test(
        "a printed hint is followed, in the languages of the forms",
        arguments: [
            ("MM/DD/YYYY", "01/31/2026"), ("mm-dd-yy", "01-31-26"), ("dd.mm.yyyy", "31.01.2026"),
            ("TT.MM.JJJJ", "31.01.2026"), ("JJ/MM/AAAA", "31/01/2026"), ("DD/MM/AAAA", "31/01/2026"),
            ("GG/MM/AAAA", "31/01/2026"), ("tt.mm.jj", "31.01.26"), ("YYYY-MM-DD", "2026-01-31"),
            ("Date of birth (month/day/year)", "01/31/2026"), ("Born (day month year)", "31/01/2026"),
            ("Date signed (mo./day/yr.)", "01/31/2026"), ("Geboren (Tag/Monat/Jahr)", "31/01/2026"),
            ("Date (Month, Day, Year)", "01/31/2026"), ("MM / DD / YYYY", "01/31/2026"), ("MMDDYYYY", "01312026"),
            ("DD-MMM-YYYY", "31-Jan-2026"), ("dd mmm yyyy", "31 Jan 2026"), ("d/m/yyyy", "31/1/2026"),
            ("MM/YYYY", "01/2026"), ("Date acquired (Mo., day, yr.)", "01/31/2026"), ("Mo. Day Yr.", "01/31/2026"),
            ("mo./day", "2026-01-31"), ("dd-mm-jjjj", "31-01-2026"), ("dd.mm.åååå", "31.01.2026"),
            ("dag/maand/jaar", "31/01/2026"), ("dia/mês/ano", "31/01/2026"),
        ])
    func hints(_ hint: String, _ date: String) throws {
        #expect(try written("2026-01-31", label: hint) == date)
        #expect(try written("2026-01-31") { $0.placeholder = hint } == date)
        // A text field that asks for a date gets one.
        #expect(try written("2026-01-31", type: .text, label: hint) == date)
    }

    @Test(
        "what is no hint changes nothing",
        arguments: [
            "Date", "Day of the month", "Month and year of marriage", "D. M. Young", "Years at address", "DD/MM",
        ])
    func noHints(_ label: String) throws {
        #expect(try written("2026-01-31", label: label) == "2026-01-31")
    }

    @Test("what is no ISO date stays as it is", arguments: ["31 January 2026", "1/31/26", "2026"])
    func otherDates(_ value: String) throws {
        #expect(try written(value, label: "Date (MM/DD/YYYY)") == value)
    }

    @Test(
        "Acrobat's patterns are followed",
        arguments: [
            ("mm/dd/yyyy", "02/03/2026"), ("m/d/yy", "2/3/26"), ("d-mmm-yy", "3-Feb-26"),
            ("mmmm d, yyyy", "February 3, 2026"),
            ("dddd, d mmmm yyyy", "Tuesday, 3 February 2026"), ("ddd d", "Tue 3"), ("yyyymmdd", "20260203"),
            ("m/d/yy h:MM tt", "2/3/26"), ("mmm-yy", "Feb-26"), ("dd.mm.yyyy HH:MM", "03.02.2026"),
        ])
    func patterns(_ pattern: String, _ date: String) throws {
        #expect(
            try written("2026-02-03", type: .text) { $0.format = FieldFormat(kind: .date, pattern: pattern) } == date)
    }

    @Test("a verbatim value is not rewritten")
    func verbatim() throws {
        let field = Field(
            id: UUID(), name: "a", page: 0, region: Region(x: 0, y: 0, width: 100, height: 20), type: .date,
            label: "Date (MM/DD/YYYY)", confidence: 1, evidence: .box)
        let values = try ValuesFile(
            data: Data(#"{"a": {"value": "2026-01-31", "verbatim": true}}"#.utf8), name: "v.json", folder: nil)
        #expect(try Binder(fields: [field]).bind(values.entries)[0].content == .text("2026-01-31"))
    }

    @Test(
        "days that no calendar has are refused, in whichever order they are written",
        arguments: [
            "2026-02-30", "2026-13-45", "2025-02-29", "2026-00-10", "31.02.1990", "02/31/1990", "99/99/9999",
            "0.0.2026", "2026-1-32",
            "1990/02/31", "32-1-2026", "29.2.2025", "31.2.90", "99/99/99", "13/13/26",
        ])
    func impossible(_ date: String) throws {
        #expect(throws: Failure.self) { try written(date) }
        #expect(try written("2024-02-29", label: "MM/DD/YYYY") == "02/29/2024")
    }

    @Test(
        "days that a calendar has in some order are written, and so is what is no date in numbers",
        arguments: [
            "31.12.1990", "12/31/1990", "29.2.24", "29.2.00", "90/12/31", "12/34", "1990", "1.2.3.4", "12-34567-89",
            "Q4/2026",
        ])
    func possible(_ date: String) throws {
        #expect(try written(date) == date)
    }
}
