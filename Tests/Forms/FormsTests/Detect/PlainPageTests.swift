import FormModel
import FormImport
import TestSupport
import Testing

/// Pages without anything to fill in.
@Suite("Detection: pages without fields") struct PlainPageTests {
    private static let prose =
        "The applicant is told of the decision in writing and may ask for another hearing within thirty"

    @Test("a letter with a heading, separators and a footer")
    func letter() throws {
        let fields = try DetectedPage.fields { page in
            page.text("Notice of decision", x: 60, y: 80, size: 16)
            page.rule(x: 60, y: 90, width: 490)
            for line in 0..<30 { page.text(Self.prose, x: 60, y: 120 + Double(line) * 15) }
            page.rule(x: 60, y: 740, width: 490)
            page.text("Page 1 of 1", x: 60, y: 752, size: 8)
        }
        #expect(fields.isEmpty)
    }

    @Test("prose in a frame, and a word underlined")
    func frame() throws {
        let fields = try DetectedPage.fields { page in
            page.box(x: 50, y: 100, width: 510, height: 80)
            for line in 0..<4 { page.text(Self.prose, x: 60, y: 118 + Double(line) * 15) }
            for line in 0..<20 { page.text(Self.prose, x: 60, y: 220 + Double(line) * 15) }
            page.rule(x: 60, y: 222, width: 80)
        }
        #expect(fields.isEmpty)
    }

    @Test("a table that is filled already")
    func filledTable() throws {
        let fields = try DetectedPage.fields { page in
            for row in 0..<5 {
                for column in 0..<3 {
                    page.box(x: 60 + Double(column) * 150, y: 100 + Double(row) * 20, width: 150, height: 20)
                    page.text("entry \(row) \(column)", x: 64 + Double(column) * 150, y: 114 + Double(row) * 20)
                }
            }
        }
        #expect(fields.isEmpty)
    }

    @Test("a blank page")
    func blank() throws {
        #expect(try DetectedPage.fields { _ in }.isEmpty)
    }
}
