import FormModel
import FormDetection
import Foundation
import TestSupport
import Testing

@Suite("Detection: what fields are called") struct FieldLabelTests {
    private func labels(_ draw: (inout PDFBuilder.Page) -> Void) throws -> [String] {
        try DetectedPage.fields(draw).map(\.label)
    }

    private func box(_ page: inout PDFBuilder.Page, _ option: String, x: Double, y: Double) {
        page.box(x: x, y: y - 8, width: 9, height: 9)
        page.text(option, x: x + 14, y: y)
    }

    @Test("how to write a date is no part of its caption")
    func dateHint() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Executed on", x: 60, y: 115)
            page.rule(x: 130, y: 117, width: 120)
            page.text("MM / DD / YYYY", x: 140, y: 127, size: 7)
            page.text("Birth date (MM/DD/YYYY)", x: 60, y: 215)
            page.rule(x: 205, y: 217, width: 120)
        }
        #expect(fields.map(\.label) == ["Executed on", "Birth date"])
        #expect(fields.map(\.placeholder) == ["MM/DD/YYYY", "MM/DD/YYYY"])
        #expect(fields.allSatisfy { $0.type == .date })
    }

    @Test("a label that is cut says so")
    func longOption() throws {
        let lines = [
            "I authorize the organization to act for me in all matters before the",
            "department, to see my records as far as they are needed for this claim,",
            "and to receive copies of all decisions, letters and notices that are",
            "sent to me, until I withdraw this consent in writing or the claim ends,",
            "whichever of these comes first, without any further notice to me.",
        ]
        let found = try labels { page in
            page.box(x: 60, y: 92, width: 9, height: 9)
            for (i, line) in lines.enumerated() { page.text(line, x: 74, y: 100 + 11 * Double(i), size: 9) }
        }
        let label = try #require(found.first)
        #expect(found.count == 1)
        #expect(label.hasSuffix(" …") && (200...242).contains(label.count))
        #expect(lines.joined(separator: " ").hasPrefix(label.dropLast(2)))
    }

    @Test("an amount in a column is called by its row and the column's head")
    func rowAndHead() throws {
        let found = try labels { page in
            page.text("Amount claimed", x: 400, y: 90)
            for (i, name) in ["Rent of the last month", "Repairs of the roof", "Costs of moving out"].enumerated() {
                let y = 115 + 26 * Double(i)
                page.text(name, x: 60, y: y)
                page.rule(x: 400, y: y + 2, width: 90)
            }
        }
        #expect(
            found == [
                "Rent of the last month, Amount claimed", "Repairs of the roof, Amount claimed",
                "Costs of moving out, Amount claimed",
            ])
    }

    @Test("what is already printed of a number is no caption")
    func mask() throws {
        let found = try labels { page in
            page.text("Last four digits of your", x: 60, y: 105)
            page.text("Social Security number", x: 60, y: 117)
            page.text("xxx - xx -", x: 230, y: 115)
            page.rule(x: 280, y: 117, width: 90)
        }
        #expect(found == ["Last four digits of your Social Security number"])
    }

    @Test("a caption under a line belongs to that line, and further lines share it")
    func captionUnder() throws {
        let found = try labels { page in
            page.rule(x: 60, y: 120, width: 300)
            page.text("Address of the landlord", x: 60, y: 130, size: 8)
            page.rule(x: 60, y: 154, width: 300)
        }
        #expect(found == ["Address of the landlord", "Address of the landlord"])
    }

    @Test("a question of several lines beside its options asks all of them")
    func questionBeside() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Have you lived here for more", x: 60, y: 108)
            page.text("than a year without a break?", x: 60, y: 120)
            box(&page, "No", x: 300, y: 108)
            box(&page, "Yes, since", x: 300, y: 124)
        }
        #expect(fields.map(\.label) == ["No", "Yes, since"])
        let groups = fields.map(\.group?.label)
        #expect(groups.allSatisfy { $0 == "Have you lived here for more than a year without a break?" }, "\(groups)")
        #expect(Set(fields.map(\.group?.name)).count == 1)
    }

    @Test("boxes in two columns answer the heads of their columns")
    func columnsOfQuestions() throws {
        let fields = try DetectedPage.fields { page in
            page.text("What will you do with the property?", x: 60, y: 90)
            page.text("Is it exempt?", x: 380, y: 90)
            for row in 0..<2 {
                let y = 120 + 70 * Double(row)
                page.rule(x: 50, y: y - 18, width: 480)
                box(&page, "Give it back", x: 60, y: y)
                box(&page, "Keep it and pay the debt", x: 60, y: y + 16)
                box(&page, "No", x: 380, y: y)
                box(&page, "Yes", x: 380, y: y + 16)
            }
        }
        let questions = Dictionary(
            grouping: fields, by: { $0.label == "No" || $0.label == "Yes" }
        ).mapValues { Set($0.map(\.group?.label)) }
        #expect(questions[true] == ["Is it exempt?"])
        #expect(questions[false] == ["What will you do with the property?"])
        #expect(Set(fields.compactMap(\.group?.name)).count == 4)
    }

    @Test("options under an option that ends in a colon answer that one")
    func suboptions() throws {
        let fields = try DetectedPage.fields { page in
            box(&page, "I was not able to come because of:", x: 60, y: 110)
            box(&page, "Illness", x: 76, y: 126)
            box(&page, "Military service", x: 76, y: 142)
        }
        #expect(fields.map(\.label) == ["I was not able to come because of:", "Illness", "Military service"])
        #expect(fields.last?.group?.label == "I was not able to come because of:")
    }

    @Test("an option that says little by itself is called by its question too")
    func qualified() {
        func option(_ label: String, _ question: String) -> Field {
            Field(
                id: .init(), name: label + question, page: 0, region: Region(x: 0, y: 0, width: 9, height: 9),
                type: .checkbox, label: label, confidence: 1, evidence: .square,
                group: FieldGroup(name: question, label: question, exclusive: true))
        }
        let fields = OptionNames.qualified([
            option("Yes", "Are you married?"), option("Cash", "Paid by"), option("Cash", "Refund by:"),
            option("Bank transfer", "Refund by:"),
        ])
        #expect(fields.map(\.label) == ["Are you married? Yes", "Paid by: Cash", "Refund by: Cash", "Bank transfer"])
        #expect(fields.map(\.option) == ["Yes", "Cash", "Cash", nil])
    }
}
