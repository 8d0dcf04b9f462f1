import FormModel
import TestSupport
import Testing

@Suite("Detection: on which side of their lines captions stand") struct CaptionSideTests {
    private func labels(_ draw: (inout PDFBuilder.Page) -> Void) throws -> [String] {
        try DetectedPage.fields { page in
            page.text("Application for a permit", x: 60, y: 40, size: 14)
            draw(&page)
        }.map(\.label)
    }

    private let captions = ["Name of applicant", "Street and number", "Town", "Telephone"]

    @Test("captions between lines are those of the lines below them, if the first line has one above it")
    func above() throws {
        let labels = try labels { page in
            for (row, caption) in captions.enumerated() {
                page.text(caption, x: 60, y: 100 + 34 * Double(row), size: 9)
                page.rule(x: 60, y: 122 + 34 * Double(row), width: 300)
            }
        }
        #expect(labels == captions)
    }

    @Test("captions between lines are those of the lines above them, if the last line has one under it")
    func under() throws {
        let labels = try labels { page in
            for (row, caption) in captions.enumerated() {
                page.rule(x: 60, y: 100 + 34 * Double(row), width: 300)
                page.text(caption, x: 60, y: 110 + 34 * Double(row), size: 9)
            }
        }
        #expect(labels == captions)
    }

    @Test("a column of lines under their captions has them also on a page where others stand under their lines")
    func both() throws {
        let labels = try labels { page in
            for row in 0..<6 {
                page.rule(x: 60, y: 100 + 34 * Double(row), width: 220)
                page.text(
                    ["Child", "School", "Class", "Teacher", "Doctor", "Allergies"][row], x: 60,
                    y: 108 + 34 * Double(row), size: 7)
            }
            for (row, caption) in captions.enumerated() {
                page.text(caption, x: 330, y: 100 + 34 * Double(row), size: 7)
                page.rule(x: 330, y: 122 + 34 * Double(row), width: 220)
            }
            page.text("The undersigned agrees to the rules of the school as printed overleaf", x: 60, y: 340)
            page.text("and will tell the office of all that changes before the term begins.", x: 60, y: 354)
        }
        #expect(Set(labels).isSuperset(of: captions), "\(labels)")
        #expect(labels.count { $0 == "Child" || $0 == "School" || $0 == "Allergies" } == 3, "\(labels)")
    }

    @Test("text under the last line of a blank is not its caption where captions stand beside lines")
    func continued() throws {
        let labels = try labels { page in
            for (row, caption) in captions.enumerated() {
                page.text(caption + ":", x: 60, y: 100 + 24 * Double(row))
                page.rule(x: 160, y: 102 + 24 * Double(row), width: 200)
            }
            page.text("Reasons:", x: 60, y: 220)
            page.rule(x: 110, y: 222, width: 450)
            page.rule(x: 60, y: 246, width: 500)
            page.text("Please see the other side of this sheet", x: 60, y: 256, size: 8)
        }
        #expect(labels.prefix(5) == (captions.map { $0 + ":" } + ["Reasons:"])[...])
        #expect(labels.dropFirst(5).allSatisfy { $0 == "Reasons:" || $0.isEmpty })
    }

    @Test("a caption under a single line is its own also where others stand beside lines")
    func single() throws {
        let labels = try labels { page in
            for (row, caption) in captions.enumerated() {
                page.text(caption + ":", x: 60, y: 100 + 24 * Double(row))
                page.rule(x: 160, y: 102 + 24 * Double(row), width: 200)
            }
            page.rule(x: 60, y: 300, width: 200)
            page.text("Place and country", x: 60, y: 310, size: 8)
        }
        #expect(labels.last == "Place and country")
    }
}
