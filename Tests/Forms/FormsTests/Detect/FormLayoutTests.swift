import FormModel
import FormImport
import TestSupport
import Testing

/// One page for each kind of layout.
@Suite("Detection: kinds of layout") struct FormLayoutTests {
    @Test("a box with its caption to the left")
    func boxes() throws {
        let fields = try DetectedPage.fields { page in
            for (row, caption) in ["First name", "Last name", "Town"].enumerated() {
                page.text(caption, x: 60, y: 115 + Double(row) * 40)
                page.box(x: 150, y: 100 + Double(row) * 40, width: 220, height: 22)
            }
        }
        #expect(fields.map(\.label) == ["First name", "Last name", "Town"])
        for (row, field) in fields.enumerated() {
            #expect(field.region.serves(Region(x: 150, y: 100 + Double(row) * 40, width: 220, height: 22)))
            #expect(field.confidence > 0.5)
        }
        #expect(fields.map(\.name) == ["p1f1", "p1f2", "p1f3"])
    }

    @Test("a rule behind a caption: the writing space stands on it")
    func rules() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Full name:", x: 60, y: 120)
            page.rule(x: 115, y: 122, width: 250)
            page.text("City:", x: 60, y: 150)
            page.rule(x: 90, y: 152, width: 120)
            page.text("State:", x: 220, y: 150)
            page.rule(x: 252, y: 152, width: 110)
        }
        #expect(fields.map(\.label) == ["Full name:", "City:", "State:"])
        let name = try #require(fields.first)
        #expect(name.region.serves(Region(x: 115, y: 108, width: 250, height: 14)))
        #expect(abs(name.region.bottom - 122) < 2)
        #expect(name.region.height > 9)
        let baseline = try #require(name.baseline)
        #expect(baseline < 122 && baseline > 116)
    }

    @Test("white areas without an outline on dark ground are cells")
    func darkGround() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Details of the applicant", x: 60, y: 60, size: 14)
            page.content += "0.1 0.2 0.5 rg 50 500 500 200 re f\n"
            for (row, caption) in ["First name", "Last name", "Town"].enumerated() {
                page.content += "1 1 1 rg\n"
                page.text(caption, x: 60, y: 135 + Double(row) * 50)
                page.content += "150 \(792 - 142 - Double(row) * 50) 320 22 re f\n"
            }
        }
        #expect(fields.map(\.label) == ["First name", "Last name", "Town"])
        for (row, field) in fields.enumerated() {
            let place = Region(x: 150, y: 120 + Double(row) * 50, width: 320, height: 22)
            #expect(field.region.intersectionOverUnion(place) > 0.6)
        }
    }

    @Test("typed underscores are rules")
    func underscores() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Name: ______________________________", x: 60, y: 120)
            page.text("Address: ____________________________________", x: 60, y: 150)
        }
        #expect(fields.map(\.label) == ["Name:", "Address:"])
    }

    @Test("captions under their rules")
    func captionsUnder() throws {
        let fields = try DetectedPage.fields { page in
            for (row, caption) in ["First name", "Middle name", "Last name"].enumerated() {
                page.rule(x: 60, y: 120 + Double(row) * 34, width: 230)
                page.text(caption, x: 60, y: 129 + Double(row) * 34, size: 8)
            }
        }
        #expect(fields.map(\.label) == ["First name", "Middle name", "Last name"])
    }

    @Test("cells with a caption in their corner")
    func cells() throws {
        let fields = try DetectedPage.fields { page in
            for (row, captions) in [["1. Name of veteran", "2. File number"], ["3. Email address", "4. Town"]]
                .enumerated()
            {
                for (column, caption) in captions.enumerated() {
                    let x = 60 + Double(column) * 240
                    let y = 100 + Double(row) * 30
                    page.box(x: x, y: y, width: 240, height: 30)
                    page.text(caption, x: x + 3, y: y + 9, size: 8)
                }
            }
        }
        #expect(fields.map(\.label) == ["1. Name of veteran", "2. File number", "3. Email address", "4. Town"])
        for field in fields { #expect(field.region.height < 24 && field.region.width > 220) }
    }

    @Test("a table's cells are called after their row and column")
    func table() throws {
        let fields = try DetectedPage.fields { page in
            let heads = ["Item", "Amount", "Remarks"]
            for row in 0..<4 {
                for column in 0..<3 {
                    let x = 60 + Double(column) * 150
                    let y = 100 + Double(row) * 20
                    page.box(x: x, y: y, width: 150, height: 20)
                    if row == 0 { page.text(heads[column], x: x + 4, y: y + 14) }
                    if row > 0, column == 0 { page.text(["Rent", "Food", "Travel"][row - 1], x: x + 4, y: y + 14) }
                }
            }
        }
        #expect(fields.count == 6)
        #expect(fields.first?.label == "Rent Amount")
        #expect(fields.last?.label == "Travel Remarks")
    }

    @Test("check boxes carry their option, and their question as the group's")
    func checkBoxes() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Are you a resident?", x: 60, y: 118)
            for (column, option) in ["Yes", "No"].enumerated() {
                page.box(x: 170 + Double(column) * 60, y: 110, width: 9, height: 9)
                page.text(option, x: 183 + Double(column) * 60, y: 118)
            }
            page.text("Which languages do you speak?", x: 60, y: 160)
            for (row, option) in ["English", "Spanish", "French"].enumerated() {
                page.box(x: 70, y: 170 + Double(row) * 16, width: 9, height: 9)
                page.text(option, x: 84, y: 178 + Double(row) * 16)
            }
        }
        #expect(fields.map(\.type) == [FieldType](repeating: .checkbox, count: 5))
        #expect(fields.map(\.label) == ["Yes", "No", "English", "Spanish", "French"])
        #expect(fields[0].group?.label == "Are you a resident?")
        #expect(fields[0].group?.exclusive == true)
        #expect(fields[0].group?.name == fields[1].group?.name)
        #expect(fields[2].group?.label == "Which languages do you speak?")
        #expect(fields[2].group?.exclusive == false)
        #expect(fields[2].group?.name != fields[0].group?.name)
    }

    @Test("cells for one character each are one field with its edges")
    func comb() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Routing number", x: 60, y: 114)
            for cell in 0..<9 { page.box(x: 150 + Double(cell) * 15, y: 102, width: 15, height: 16) }
            page.text("Name", x: 60, y: 154)
            page.box(x: 150, y: 142, width: 200, height: 18)
        }
        let comb = try #require(fields.first { $0.label == "Routing number" })
        #expect(comb.evidence == .comb)
        #expect(comb.combEdges?.count == 10)
        #expect(comb.maxLength == 9)
        #expect(comb.region.serves(Region(x: 150, y: 102, width: 135, height: 16)))
    }

    @Test("signature and date lines")
    func signature() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Name:", x: 60, y: 120)
            page.rule(x: 95, y: 122, width: 200)
            page.rule(x: 60, y: 180, width: 250)
            page.text("Signature of applicant", x: 60, y: 190, size: 8)
            page.rule(x: 340, y: 180, width: 120)
            page.text("Date", x: 340, y: 190, size: 8)
        }
        #expect(fields.map(\.type) == [.text, .signature, .date])
    }

    @Test("a tall box takes several lines")
    func tall() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Name", x: 60, y: 96)
            page.box(x: 130, y: 82, width: 250, height: 22)
            page.text("Remarks", x: 60, y: 130)
            page.box(x: 60, y: 136, width: 480, height: 110)
        }
        let remarks = try #require(fields.last)
        #expect(remarks.type == .multiline)
        #expect(remarks.region.height > 80)
    }
}
