import FormModel
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("Detection: sections") struct SectionTests {
    private func fields(_ draw: (inout PDFBuilder.Page) -> Void) throws -> [Field] {
        try DetectedPage.fields(draw)
    }

    /// Draws three captions with a blank behind each, one below the other.
    private func lines(_ page: inout PDFBuilder.Page, x: Double = 60, y: Double, _ names: [String]) {
        for (i, name) in names.enumerated() {
            let y = y + 24 * Double(i)
            page.text(name, x: x, y: y)
            page.rule(x: x + 70, y: y + 2, width: 120)
        }
    }

    private func sections(_ fields: [Field]) -> [String: String] {
        Dictionary(
            fields.compactMap { field in field.section.map { (field.label, $0) } }, uniquingKeysWith: { "\($0)|\($1)" })
    }

    private static let person = ["Surname", "Given name", "Citizenship"]
    private static let work = ["Employer", "Occupation", "Supervisor"]

    @Test("numbered headings hold up to the next one, and fields above the first have no section")
    func numbered() throws {
        let found = try fields { page in
            page.text("File", x: 60, y: 60)
            page.rule(x: 130, y: 62, width: 120)
            page.text("Part I: About yourself", x: 60, y: 100)
            lines(&page, y: 130, Self.person)
            page.text("SECTION B", x: 60, y: 240)
            lines(&page, y: 270, Self.work)
        }
        #expect(
            sections(found) == [
                "Surname": "Part I: About yourself", "Given name": "Part I: About yourself",
                "Citizenship": "Part I: About yourself", "Employer": "SECTION B", "Occupation": "SECTION B",
                "Supervisor": "SECTION B",
            ])
    }

    @Test("a sentence that begins with a reference is no heading")
    func reference() throws {
        let found = try fields { page in
            page.text("Part II, line 5 of the return shows the income.", x: 60, y: 100)
            page.text("Section 7 of the act applies to all of them", x: 60, y: 120)
            lines(&page, y: 150, Self.person)
        }
        #expect(found.count == 3)
        #expect(sections(found).isEmpty)
    }

    @Test("headings in larger type that recur are those of sections, the title of the form is none")
    func large() throws {
        let found = try fields { page in
            page.text("Application for a Permit", x: 200, y: 60, size: 20)
            page.text("Your Person", x: 60, y: 100, size: 14)
            lines(&page, y: 130, Self.person)
            page.text("Your Work", x: 60, y: 240, size: 14)
            lines(&page, y: 270, Self.work)
        }
        let found2 = try fields { page in
            page.text("Application for a Permit", x: 200, y: 60, size: 20)
            lines(&page, y: 130, Self.person)
        }
        #expect(Set(found.prefix(3).map(\.section)) == ["Your Person"])
        #expect(Set(found.suffix(3).map(\.section)) == ["Your Work"])
        #expect(sections(found2).isEmpty)
    }

    @Test("white text on a dark bar heads the fields below it")
    func bar() throws {
        let found = try fields { page in
            for (y, title, names) in [(90.0, "Owner", Self.person), (240, "Vehicle", Self.work)] {
                page.content += "0 g 54 \(page.height - y - 16) 400 16 re f 1 g\n"
                page.text(title, x: 60, y: y + 12)
                page.content += "0 g\n"
                lines(&page, y: y + 40, names)
            }
        }
        #expect(Set(found.prefix(3).map(\.section)) == ["Owner"])
        #expect(Set(found.suffix(3).map(\.section)) == ["Vehicle"])
    }

    @Test("two headings side by side head a column each")
    func columns() throws {
        let found = try fields { page in
            page.text("About Debtor 1:", x: 60, y: 100, size: 14)
            page.text("About Debtor 2:", x: 330, y: 100, size: 14)
            lines(&page, y: 130, Self.person)
            lines(&page, x: 330, y: 130, Self.work)
        }
        let (left, right) = (found.filter { $0.region.left < 300 }, found.filter { $0.region.left > 300 })
        #expect(left.count == 3 && left.allSatisfy { $0.section == "About Debtor 1" })
        #expect(right.count == 3 && right.allSatisfy { $0.section == "About Debtor 2" })
    }

    @Test("heads of a table are no sections")
    func tableHeads() throws {
        let found = try fields { page in
            for (i, head) in ["Creditor", "Purpose", "Amount"].enumerated() {
                page.text(head, x: 60 + 160 * Double(i), y: 100, size: 14)
                for row in 0..<4 {
                    page.box(x: 55 + 160 * Double(i), y: 108 + 24 * Double(row), width: 160, height: 24)
                }
            }
        }
        #expect(found.count == 12)
        #expect(sections(found).isEmpty)
    }

    @Test("a section continues on the next pages, up to their first heading")
    func continued() {
        func page(_ index: Int, _ sections: [String?]) -> PageFields {
            PageFields(
                page: index, skew: 0,
                fields: sections.enumerated().map { i, section in
                    Field(
                        id: UUID(), name: "p\(index)f\(i)", page: index,
                        region: Region(x: 0, y: 0, width: 9, height: 9),
                        type: .text, label: "", confidence: 1, evidence: .rule, section: section)
                })
        }
        let fields = Sections.continued([
            page(0, [nil, "A", "B"]), page(1, [nil, nil]), page(2, [nil, "C", nil]), page(3, [nil]),
        ])
        #expect(fields.map(\.section) == [nil, "A", "B", "B", "B", "B", "C", nil, "C"])
    }

    @Test("the section is a key of a field in JSON only if there is one")
    func json() throws {
        var field = Field(
            id: UUID(), name: "f", page: 0, region: Region(x: 0, y: 0, width: 9, height: 9), type: .text, label: "",
            confidence: 1, evidence: .rule)
        #expect(!String(decoding: try JSONEncoder().encode(field), as: UTF8.self).contains("section"))
        field.section = "Part II"
        #expect(try JSONDecoder().decode(Field.self, from: JSONEncoder().encode(field)) == field)
    }
}
