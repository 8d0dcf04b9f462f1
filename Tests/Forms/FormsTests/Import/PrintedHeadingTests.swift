import FormImport
import FormModel
import Foundation
import TestSupport
import Testing

/// The name that a form prints.
struct PrintedHeadingTests {
    /// Returns the title of a page with lines at heights and sizes above thirty lines of small text.
    private func title(
        _ lines: [(text: String, y: Double, size: Double)], info: String = "", bodySize: Double = 9,
        content: String = ""
    ) throws -> String? {
        var page = PDFBuilder.Page()
        page.content = content
        for line in lines { page.text(line.text, x: 60, y: line.y, size: line.size) }
        for line in 0..<30 {
            page.text(
                "\(line). what the applicant writes on this line", x: 60, y: 300 + 14 * Double(line), size: bodySize)
        }
        var builder = PDFBuilder()
        builder.info = info
        builder.add(page)
        return try PageSource(Importer().document(builder.data(), fileName: "form.pdf")).printedTitle
    }

    @Test("the largest text of at most two lines names a form")
    func heading() throws {
        #expect(try title([("Application for Housing Benefit", 80, 16)]) == "Application for Housing Benefit")
        #expect(
            try title([("Application for Housing", 80, 16), ("Benefit of Families", 98, 16), ("Some more", 120, 11)])
                == "Application for Housing Benefit of Families")
        // The first line of a heading may be somewhat smaller than a part's.
        #expect(try title([("Receipt for Gifts", 60, 13), ("Payee", 150, 14)]) == "Receipt for Gifts")
        #expect(try title([("Mandate", 60, 14)]) == "Mandate")
    }

    @Test("the title of the PDF comes first if it is printed")
    func information() throws {
        let lines = [("Application for Housing Benefit", 80.0, 16.0), ("Form 77-B", 60.0, 9.0)]
        #expect(try title(lines, info: "/Title (Form 77-B, Housing Benefit)") == "Form 77-B, Housing Benefit")
        #expect(try title(lines, info: "/Title (Microsoft Word - doc1.doc)") == "Application for Housing Benefit")
        #expect(
            try title(lines, info: "/Title (\(String(repeating: "Housing ", count: 40)))")
                == "Application for Housing Benefit")
    }

    @Test(
        "numbers, authorities, greetings, parts, captions and addresses name no form",
        arguments: [
            "Form 1040-V", "SCHEDULE A (Form 77)", "77-B", "IN THE CIRCUIT COURT", "Department of Revenue",
            "Dear Applicant",
            "To the Director", "Part I Personal Details", "Case number: ______", "Number of the case:",
            "Please write in capitals.", "www.example.org", "1. Personal details", "OK",
        ])
    func others(_ text: String) throws {
        #expect(try title([(text, 80, 16)]) == nil)
        #expect(try title([(text, 60, 18), ("Request for a Waiver", 110, 13)]) == "Request for a Waiver")
    }

    @Test("an authority in the name of a document is part of the name")
    func authority() throws {
        #expect(try title([("Family Court Information Sheet", 80, 16)]) == "Family Court Information Sheet")
    }

    @Test("in doubt a form has no name")
    func doubt() throws {
        let heading = "Application for Housing Benefit"
        #expect(try title([(heading, 80, 9)]) == nil)
        #expect(try title([(heading, 80, 10)]) == nil)
        #expect(try title([(heading, 290, 16)]) == nil)
        #expect(try title([(heading, 60, 14), ("and More of It", 76, 14), ("and Still More", 92, 14)]) == nil)
        #expect(try title([("Application for the Modified,", 60, 14)]) == nil)
        #expect(try title([("Instructions for the", 60, 14), (heading, 76, 14)]) == nil)
        #expect(try title([(String(repeating: "Application ", count: 7), 60, 12)]) == nil)
        // As many lines of one size are captions.
        #expect(try title((0..<5).map { ("Name of person", 60 + 40 * Double($0), 14) }) == nil)
        #expect(try title([]) == nil)
    }

    @Test("text on its side is no heading")
    func onSide() throws {
        let content = "BT /F1 16 Tf 0 1 -1 0 40 500 Tm (Application for Housing Benefit) Tj ET\n"
        #expect(try title([], content: content) == nil)
    }

    @Test("columns beside a heading are no part of it, and a larger initial is")
    func columns() throws {
        let right = "BT /F1 16 Tf 400 712 Td (Year 2026) Tj ET\n"
        #expect(try title([("Housing Benefit", 80, 16)], content: right) == "Housing Benefit")
        let initial = "BT /F1 20 Tf 60 712 Td (H) Tj /F1 15 Tf (OUSING) Tj /F1 20 Tf ( B) Tj /F1 15 Tf (ENEFIT) Tj ET\n"
        #expect(try title([], content: initial)?.replacing(" ", with: "") == "HOUSINGBENEFIT")
    }
}
