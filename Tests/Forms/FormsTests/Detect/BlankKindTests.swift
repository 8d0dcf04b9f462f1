import FormModel
import TestSupport
import Testing

/// One page for each kind of blank that is rare on the forms of American authorities.
@Suite("Detection: kinds of blanks") struct BlankKindTests {
    /// Expects one field at each place and no other.
    private func expect(
        _ fields: [Field], at places: [Region], _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(fields.count == places.count, sourceLocation: location)
        for place in places {
            #expect(fields.contains { $0.region.serves(place) }, "\(place)", sourceLocation: location)
        }
    }

    /// Fills a rectangle with a colour, given as an operator.
    private func fill(_ r: Region, _ colour: String, on page: inout PDFBuilder.Page) {
        page.content += "\(colour) \(r.x) \(page.height - r.bottom) \(r.width) \(r.height) re f 0 g\n"
    }

    @Test("dots in sentences are blanks")
    func dotsInSentences() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Il sottoscritto", x: 60, y: 120)
            page.text(String(repeating: ".", count: 80), x: 130, y: 120)
            page.text("nato a", x: 60, y: 144)
            page.text(String(repeating: ".", count: 50), x: 96, y: 144)
            page.text("il", x: 242, y: 144)
            page.text(String(repeating: ".", count: 30), x: 254, y: 144)
            page.text("chiede di essere ammesso alla mensa scolastica per l'anno in corso.", x: 60, y: 168)
        }
        expect(
            fields,
            at: [
                Region(x: 130, y: 108, width: 222, height: 13), Region(x: 96, y: 132, width: 139, height: 13),
                Region(x: 254, y: 132, width: 83, height: 13),
            ])
    }

    @Test("all blank cells of a table are fields, and none of its heads")
    func table() throws {
        var cells: [Region] = []
        let fields = try DetectedPage.fields { page in
            page.text("Timesheet", x: 60, y: 80, size: 14)
            for row in 0..<8 {
                for column in 0..<5 {
                    let cell = Region(x: 60 + 96 * Double(column), y: 100 + 18 * Double(row), width: 96, height: 18)
                    page.box(x: cell.x, y: cell.y, width: cell.width, height: cell.height)
                    if row == 0 || column == 0 {
                        let days = [
                            "Day", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
                        ]
                        let heads = ["Day", "From", "To", "Break", "Hours"]
                        page.text(row == 0 ? heads[column] : days[row], x: cell.x + 4, y: cell.y + 13, size: 9)
                    } else {
                        cells.append(cell)
                    }
                }
            }
        }
        expect(fields, at: cells)
    }

    @Test("white boxes without outlines on a tint are fields")
    func whiteBoxes() throws {
        var boxes: [Region] = []
        let fields = try DetectedPage.fields { page in
            fill(Region(x: 50, y: 100, width: 500, height: 300), "0.98 0.85 0.78 rg", on: &page)
            for (row, caption) in ["Nachname", "Vorname", "Ort", "Telefon"].enumerated() {
                let y = 130 + 50 * Double(row)
                let box = Region(x: 180, y: y, width: 320, height: 20)
                fill(box, "1 g", on: &page)
                page.text(caption, x: 70, y: y + 14)
                boxes.append(box)
            }
        }
        expect(fields, at: boxes)
    }

    @Test("flat boxes below their captions in a panel are fields, and the free space of the panel is none")
    func panel() throws {
        var boxes: [Region] = []
        let fields = try DetectedPage.fields { page in
            fill(Region(x: 50, y: 100, width: 500, height: 300), "0.96 g", on: &page)
            page.box(x: 50, y: 100, width: 500, height: 300)
            page.text("Angaben zur Person", x: 62, y: 118, size: 12)
            for (number, caption) in ["Name", "Geburtsdatum", "Vorname", "Geburtsort", "Beruf", "Telefon"].enumerated()
            {
                let box = Region(
                    x: number % 2 == 0 ? 62 : 315, y: 150 + 34 * Double(number / 2), width: 217, height: 10.7)
                page.text(caption, x: box.x, y: box.y - 7, size: 9)
                fill(box, "1 g", on: &page)
                page.box(x: box.x, y: box.y, width: box.width, height: box.height)
                boxes.append(box)
            }
        }
        expect(fields, at: boxes)
    }

    @Test("leaders end at amounts, which are the fields")
    func leaders() throws {
        var amounts: [Region] = []
        let fields = try DetectedPage.fields { page in
            let items = [
                "Fees of the clerk", "Fees for service of summons", "Fees for printing", "Docket fees", "Other costs",
            ]
            for (row, item) in items.enumerated() {
                let y = 120 + 28 * Double(row)
                page.text(item, x: 60, y: y)
                // Helvetica's letters are about 4.6 points wide, a dot and a space 5.6.
                let start = 64 + 4.6 * Double(item.count)
                page.text(String(repeating: ". ", count: Int((450 - start) / 5.6)), x: start, y: y)
                page.text("$", x: 462, y: y)
                page.rule(x: 470, y: y + 2, width: 80)
                amounts.append(Region(x: 470, y: y - 12, width: 80, height: 14))
            }
        }
        expect(fields, at: amounts)
    }
}
