import FormImport
import FormModel
import TestSupport
import Testing

@Suite("Detection: dates whose separators are printed") struct SeparatedDateTests {
    private static let blanks = [
        "__/__/____", "__.__.____", "____-__-__", "__ / __ / ____", "____/____/________", "__/__/__",
    ]

    @Test("underscores between equal signs are one field, which names the places of its signs", arguments: blanks)
    func underscores(_ blank: String) throws {
        let fields = try DetectedPage.fields { page in
            page.text("Application for a place", x: 60, y: 70, size: 14)
            page.text("Name: ______________________________", x: 60, y: 110)
            page.text("Date of issue: \(blank)", x: 60, y: 150)
            page.text("Town: ______________________________", x: 60, y: 190)
        }
        #expect(fields.map(\.label) == ["Name:", "Date of issue:", "Town:"])
        let date = try #require(fields.dropFirst().first)
        #expect(date.type == .date)
        let signs = try #require(date.printedWords)
        #expect(signs.count == 2)
        #expect(signs.allSatisfy { $0.left > date.region.left + 4 && $0.right < date.region.right - 4 })
        #expect(fields.first?.printedWords == nil && fields.last?.printedWords == nil)
    }

    @Test("a box and a line with two slashes in them are one field each")
    func slashes() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Employment application", x: 60, y: 70, size: 14)
            page.text("Date of issue", x: 60, y: 124)
            page.box(x: 150, y: 110, width: 130, height: 20)
            page.text("Expiry date", x: 60, y: 164)
            page.rule(x: 150, y: 167, width: 130)
            for y in [124.0, 164] {
                page.text("/", x: 185, y: y)
                page.text("/", x: 222, y: y)
            }
        }
        #expect(fields.map(\.label) == ["Date of issue", "Expiry date"])
        for field in fields {
            #expect(field.region.left < 152 && field.region.right > 278)
            #expect(field.printedWords?.count == 2)
        }
    }

    @Test("the signs of a scan are known by their ink")
    func scan() throws {
        let page = try DetectedPage.content { page in
            page.text("Application for a place", x: 60, y: 70, size: 14)
            for line in 0..<6 {
                page.text(
                    "Please answer every question in full and return the form to the office.", x: 60,
                    y: 100 + Double(line) * 15)
            }
            page.text("Date of issue: ____/____/________", x: 60, y: 230, size: 11)
            page.text("Expiry date", x: 60, y: 274, size: 11)
            page.box(x: 150, y: 260, width: 130, height: 20)
            page.text("/", x: 185, y: 274, size: 11)
            page.text("/", x: 222, y: 274, size: 11)
        }
        let fields = try DetectedPage.found(try DetectedPage.scan(page, degrees: 0.3)).fields
        #expect(fields.map(\.type) == [.date, .date])
        #expect(fields.allSatisfy { $0.printedWords?.count == 2 })
    }

    @Test("three blanks with other signs between them stay what they are")
    func otherSigns() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Application for a place", x: 60, y: 70, size: 14)
            page.text("Date of issue", x: 60, y: 124)
            page.rule(x: 150, y: 127, width: 130)
            page.text("No", x: 205, y: 124)
        }
        #expect(fields.allSatisfy { ($0.printedWords ?? []).count < 2 })
    }
}
