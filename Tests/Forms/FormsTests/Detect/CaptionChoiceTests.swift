import FormImport
import FormModel
import FormDetection
import TestSupport
import Testing

@Suite("Detection: which of the texts around a field is its caption") struct CaptionChoiceTests {
    private func labels(_ draw: (inout PDFBuilder.Page) -> Void) throws -> [String] {
        try DetectedPage.fields(draw).map(\.label)
    }

    /// Returns the caption that a place known to be a field gets.
    private func caption(
        of place: Region, among others: [Region] = [], boxes: [Region] = [],
        _ draw: (inout PDFBuilder.Page) -> Void
    ) throws -> String {
        let places: [(Region, FieldType, String?)] =
            ([place] + others).map { ($0, .text, nil) } + boxes.map { ($0, .checkbox, nil) }
        return Detector.captions(for: places, on: try DetectedPage.content(draw)).first?.label ?? ""
    }

    private func frame(_ page: inout PDFBuilder.Page, _ r: Region) {
        page.box(x: r.left, y: r.top, width: r.width, height: r.height)
    }

    @Test("a caption as large as the rest of the text can be under its line")
    func largeCaptionUnder() throws {
        let found = try caption(of: Region(x: 60, y: 100, width: 200, height: 14)) { page in
            page.text("I swear that all of this is true to the best of my knowledge.", x: 60, y: 80, size: 12)
            page.rule(x: 60, y: 114, width: 200)
            page.text("Printed name", x: 60, y: 128, size: 12)
        }
        #expect(found == "Printed name")
    }

    @Test("the caption in front of the field above is not that of the field below it")
    func captionOfOtherField() throws {
        let found = try caption(
            of: Region(x: 60, y: 130, width: 240, height: 14), among: [Region(x: 96, y: 103, width: 120, height: 14)]
        ) { page in
            page.text("Date:", x: 60, y: 115)
            page.rule(x: 96, y: 117, width: 120)
            page.rule(x: 60, y: 144, width: 240)
            page.text("Name of the witness", x: 100, y: 159)
        }
        #expect(found == "Name of the witness")
    }

    @Test("a line under a caption that its first line follows shares the caption")
    func continuedLine() throws {
        let found = try caption(
            of: Region(x: 60, y: 120, width: 300, height: 14), among: [Region(x: 140, y: 103, width: 220, height: 14)]
        ) { page in
            page.text("Name of the case:", x: 60, y: 115)
            page.rule(x: 148, y: 117, width: 212)
            page.rule(x: 60, y: 134, width: 300)
        }
        #expect(found == "Name of the case:")
    }

    @Test("the caption of the next item is not that of the line above it")
    func nextItem() throws {
        let found = try caption(
            of: Region(x: 36, y: 104, width: 400, height: 12), among: [Region(x: 165, y: 117, width: 271, height: 14)]
        ) { page in
            page.text("15. Name and address of the carrier", x: 36, y: 100)
            page.rule(x: 36, y: 117, width: 400)
            page.text("16. Insurance policy number", x: 36, y: 129)
            page.rule(x: 165, y: 131, width: 271)
        }
        #expect(found == "15. Name and address of the carrier")
    }

    @Test("options in a cell are not part of its caption")
    func optionsInCell() throws {
        let cell = Region(x: 60, y: 100, width: 300, height: 60)
        let boxes = [Region(x: 66, y: 122, width: 9, height: 9), Region(x: 126, y: 122, width: 9, height: 9)]
        let found = try caption(of: Region(x: 61, y: 136, width: 298, height: 23), boxes: boxes) { page in
            frame(&page, cell)
            page.text("Where did it happen?", x: 64, y: 112)
            for (box, option) in zip(boxes, ["Home", "Elsewhere"]) {
                frame(&page, box)
                page.text(option, x: box.right + 4, y: box.bottom - 1)
            }
        }
        #expect(found == "Where did it happen?")
    }

    @Test("each option of a list is an item of its own to the amounts behind the list")
    func optionsInFront() throws {
        let names = ["Pensions", "Unemployment", "Child support", "Money from others", "Rents", "Gifts"]
        let found = try labels { page in
            for (i, name) in names.enumerated() {
                let y = 115 + 24 * Double(i)
                page.box(x: 60, y: y - 8, width: 9, height: 9)
                page.text(name, x: 74, y: y)
                page.text("$", x: 290, y: y)
                page.rule(x: 300, y: y + 2, width: 80)
            }
        }
        for name in names { #expect(found.filter { $0 == name }.count == 2) }
    }

    @Test("lines of a row's caption that are centred belong together")
    func centredRow() throws {
        let found = try caption(of: Region(x: 201, y: 101, width: 98, height: 28)) { page in
            for x in [60.0, 200] { page.box(x: x, y: 100, width: x == 60 ? 140 : 100, height: 30) }
            page.text("U.S. RAILROAD", x: 98, y: 113, size: 8)
            page.text("RETIREMENT", x: 101.3, y: 122, size: 8)
        }
        #expect(found == "U.S. RAILROAD RETIREMENT")
    }

    @Test("two rows of amounts under one caption in their cell both have it")
    func twoRowsUnderCaption() throws {
        let rows = [Region(x: 61, y: 113, width: 113, height: 12), Region(x: 61, y: 126, width: 113, height: 12)]
        let found = try caption(of: rows[1], among: [rows[0]]) { page in
            page.text("9 Your share of the total", x: 62, y: 92, size: 7)
            page.box(x: 60, y: 100, width: 115, height: 38)
            page.rule(x: 60, y: 125, width: 115)
            page.text("12 State tax withheld", x: 62, y: 108, size: 7)
        }
        #expect(found == "12 State tax withheld")
    }

    @Test("after a mere yes, the small print at the bottom of the cell tells what to write")
    func remarkAfterYes() throws {
        let found = try caption(of: Region(x: 100, y: 102, width: 258, height: 14)) { page in
            page.box(x: 60, y: 100, width: 300, height: 48)
            page.text("Yes:", x: 66, y: 112)
            page.text("Owner of the account, bank", x: 104, y: 144, size: 6)
        }
        #expect(found == "Owner of the account, bank")
    }

    @Test("the heads of columns of boxes are their options, and the rows are the questions")
    func yesAndNoColumns() throws {
        let questions = ["Do you own a house or land?", "Do you own a car?", "Do you have savings?"]
        let fields = try DetectedPage.fields { page in
            for (x, width) in [(60.0, 240.0), (300, 30), (330, 30)] {
                for i in 0...3 { page.box(x: x, y: 100 + 20 * Double(i), width: width, height: 20) }
            }
            page.text("Question", x: 64, y: 114, size: 8)
            page.text("YES", x: 306, y: 114, size: 8)
            page.text("NO", x: 338, y: 114, size: 8)
            for (i, question) in questions.enumerated() {
                let y = 120 + 20 * Double(i)
                page.text(question, x: 64, y: y + 14, size: 8)
                for x in [310.0, 340] { page.box(x: x, y: y + 5, width: 10, height: 10) }
            }
        }
        #expect(fields.map(\.label) == questions.flatMap { _ in ["YES", "NO"] })
        #expect(fields.map(\.group?.label) == questions.flatMap { [$0, $0] })
    }

    @Test("text that runs up the margin is in no caption")
    func turnedMargin() throws {
        let found = try caption(of: Region(x: 60, y: 100, width: 200, height: 14)) { page in
            page.rule(x: 60, y: 114, width: 200)
            // Without it, this is the text in front of the line.
            page.content += "BT /F1 8 Tf 0 1 -1 0 52 \(page.height - 122) Tm (Instructions) Tj ET\n"
        }
        #expect(found.isEmpty)
    }

    @Test("a watermark across the page is in no caption")
    func watermark() throws {
        let found = try caption(of: Region(x: 60, y: 130, width: 300, height: 14)) { page in
            for (y, line) in [(90.0, "Tell us in your own words what"), (102, "happened on that day and why")] {
                page.text(line, x: 60, y: y)
            }
            page.text("SPECIMEN", x: 62, y: 118, size: 48)
            page.rule(x: 60, y: 144, width: 300)
        }
        #expect(!found.contains("SPECIMEN"))
    }
}
