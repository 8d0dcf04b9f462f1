import FormImport
import FormModel
import Formwright
import Foundation
import Geometry
import TestSupport

/// A printed form with known fields, and copies of it with values.
struct AnswerSample {
    /// The revision in the margin.
    var revision = "Form 12-C (Rev. 04-2024)"
    /// What is written, by the name of the field; ticked boxes are there with any text.
    var values: [String: String] = [:]

    /// A word in a corner of the page, and whether it can be seen.
    var note: (text: String, isVisible: Bool)?

    static let lines = ["name", "street", "town", "county", "telephone"]
    static let comb = "card"
    static let boxes = ["letters", "children"]
    private static let cells = 8

    static func region(_ name: String) -> Region {
        if let line = lines.firstIndex(of: name) {
            return Region(x: 200, y: 130 + 34 * Double(line), width: 300, height: 18)
        }
        if let box = boxes.firstIndex(of: name) {
            return Region(x: 62, y: 380 + 26 * Double(box), width: 11, height: 11)
        }
        return Region(x: 200, y: 316, width: 24 * Double(cells), height: 20)
    }

    static var fields: [Field] {
        (lines + [comb] + boxes).map { name in
            let region = region(name)
            return Field(
                id: FieldIdentity.id(document: "sample", name), name: name, page: 0, region: region,
                type: boxes.contains(name) ? .checkbox : .text, label: name, confidence: 1, evidence: .rule,
                combEdges: name == comb ? (0...cells).map { region.left + 24 * Double($0) } : nil)
        }
    }

    /// The page, with values set in Helvetica.
    var pdf: Data { pdf(adding: "") }

    /// Returns the page with something drawn on it.
    func pdf(adding content: String) -> Data {
        var page = PDFBuilder.Page()
        page.text("Application for a library card of the town of Ashford", x: 60, y: 60, size: 14)
        page.text(revision, x: 430, y: 30, size: 8)
        page.text("Print clearly and hand in the completed sheet at the desk on the ground floor.", x: 60, y: 84)
        page.text("Parents sign for children below the age of fourteen years.", x: 60, y: 100)
        for (line, label) in ["Full name of the reader", "Street address", "Town", "County", "Telephone"].enumerated() {
            let region = Self.region(Self.lines[line])
            page.text("\(line + 1). \(label)", x: 60, y: region.bottom - 4)
            page.rule(x: region.x, y: region.bottom, width: region.width)
        }
        page.text("6. Number of your card", x: 60, y: 330)
        for cell in 0..<Self.cells { page.box(x: 200 + 24 * Double(cell), y: 316, width: 24, height: 20) }
        for (box, label) in ["I want to receive letters about new books", "I have children of school age"].enumerated()
        {
            let region = Self.region(Self.boxes[box])
            page.box(x: region.x, y: region.y, width: region.width, height: region.height)
            page.text(label, x: 80, y: region.bottom - 2)
        }
        page.text("The card is free of charge. A lost card is replaced once a year without a fee.", x: 60, y: 470)
        page.text("Opening hours: Monday to Friday, from nine to five, except on public holidays.", x: 60, y: 490)
        page.text("Books may be kept for four weeks, films and records for one week.", x: 60, y: 510)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { write(value, in: name, on: &page) }
        if let note {
            page.content += "BT \(note.isVisible ? 0 : 3) Tr /F1 9 Tf 420 240 Td (\(note.text)) Tj 0 Tr ET\n"
        }
        page.content += content
        var builder = PDFBuilder()
        builder.add(page)
        return builder.data()
    }

    private func write(_ value: String, in name: String, on page: inout PDFBuilder.Page) {
        let region = Self.region(name)
        if Self.boxes.contains(name) {
            page.text("X", x: region.x + 2.2, y: region.bottom - 2, size: 10)
        } else if name == Self.comb {
            for (cell, character) in value.enumerated() where character != " " {
                page.text(String(character), x: region.x + 24 * Double(cell) + 8.5, y: region.bottom - 5, size: 12)
            }
        } else {
            page.text(value, x: region.x + 4, y: region.bottom - 4, size: 12)
        }
    }

    /// The page as a scanner gives it: a gray picture at 200 dpi with noise, black not quite black.
    func scan() throws -> Data {
        var image = try RenderedPages(pdf, scale: 200.0 / 72).image(0)
        var state: UInt64 = 99
        for index in image.pixels.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let level = Int(image.pixels[index]) * 215 / 255 + 30 + Int(state >> 60) - 8
            image.pixels[index] = UInt8(max(0, min(255, level)))
        }
        return try Pictures.file(image, .png, resolution: 200)
    }

    /// The form with its known fields.
    func form() throws -> Form {
        let document = try Importer().document(pdf, fileName: "blank.pdf")
        return try Form(
            document,
            known: FormDescription(
                document: .init(
                    fileName: "blank.pdf", mimeType: "application/pdf", sha256: document.sha256, pageCount: 1),
                pages: [], fields: Self.fields))
    }
}
