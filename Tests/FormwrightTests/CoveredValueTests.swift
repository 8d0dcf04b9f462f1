import FormModel
import Formwright
import Foundation
import TestSupport
import Testing

/// Values over annotations that viewers draw above the page.
@Suite("Covered values") struct CoveredValueTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A form with an opaque rectangle below its fields, one beside them and one above the second of them.
    private func form(kind: String = "Square") -> Data {
        var builder = PDFBuilder()
        let white = builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 19 >>\nstream\n1 g 0 0 10 10 re f \nendstream")
        func rectangle(_ box: String, _ rest: String = "") -> String {
            "<< /Type /Annot /Subtype /\(kind) /F 4 /Rect [\(box)] /AP << /N \(white) 0 R >> \(rest) >>"
        }
        var page = PDFBuilder.Page(width: 400, height: 400)
        page.text("Hidden", x: 120, y: 75)
        builder.add(
            page, below: [rectangle("50 250 350 350", "/NM (below)"), rectangle("50 10 100 60", "/NM (beside)")],
            widgets: [
                .init(x: 60, y: 60, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                .init(x: 60, y: 100, width: 200, height: 20, "/FT /Tx /T (town) /TU (Town) /V (Turin)"),
            ],
            annotations: [rectangle("60 276 70 280", "/NM (above)")])
        return builder.data()
    }

    private func check(_ data: Data, _ words: Set<String>) throws {
        let place = Region(x: 60, y: 50, width: 200, height: 80)
        let plain = String(
            decoding: try Program.run(
                "qpdf", ["--qdf", "--object-streams=disable", try folder.write(data, "a.pdf").path, "-"]), as: UTF8.self
        )
        #expect(plain.contains("(beside)") && plain.contains("(above)") && !plain.contains("(below)"))
        // Annotations do not cover text for pdftotext, only ink for those who look at it.
        let pages = try RenderedPages(data)
        #expect(Set(try pages.words(0).filter { place.encloses($0.region) }.map(\.text)).isSuperset(of: words))
        let picture = try pages.image(0)
        for word in try pages.words(0) where words.contains(word.text) {
            let box = word.region
            let dark = (Int(box.left * 2)..<Int(box.right * 2)).contains { x in
                (Int(box.top * 2)..<Int(box.bottom * 2)).contains { picture[x, $0] < 100 }
            }
            #expect(dark, "\(word.text) can be seen")
        }
        // What the rectangle hid is still hidden.
        let hidden = (250..<300).allSatisfy { x in (130..<160).allSatisfy { picture[x, $0] > 200 } }
        #expect(hidden)
    }

    @Test("a value is seen on a rectangle that lies below its field")
    func filled() async throws {
        let form = try await Form(data: form(), fileName: "a.pdf")
        try check(try await form.fill(["name": "Ada", "town": "Rome"]).data, ["Ada", "Rome"])
    }

    @Test("so is what the fields of a flattened form show")
    func flattened() async throws {
        let flat = try await FlattenedForm(contentsOf: try folder.write(form(), "form.pdf")).data
        try check(flat, ["Turin"])
    }

    @Test("so are the values of a batch, in files of their own and in one", arguments: [false, true])
    func batch(isMerged: Bool) async throws {
        let form = try await Form(data: form(), fileName: "a.pdf")
        let rows = RowsFile(data: Data("name\nAda\n".utf8), name: "rows.csv", folder: nil)
        let output = folder.file("out.pdf")
        let destination: Batch.Destination =
            isMerged ? .merged(output) : .files(try NameTemplate(folder.file("{row}.pdf").path))
        _ = try await Batch(form: form, destination: destination).run(try rows.rows()) { _, _ in }
        let data = try Data(contentsOf: isMerged ? output : folder.file("1.pdf"))
        try check(data, isMerged ? ["Ada", "Turin"] : ["Ada"])
    }

    @Test("a value is seen that an annotation would cover on a form without fields")
    func withoutFields() async throws {
        var builder = PDFBuilder()
        let white = builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 19 >>\nstream\n1 g 0 0 10 10 re f \nendstream")
        var page = PDFBuilder.Page()
        page.text("Name", x: 60, y: 115)
        page.box(x: 130, y: 100, width: 220, height: 22)
        builder.add(
            page,
            annotations: [
                "<< /Type /Annot /Subtype /Square /F 4 /Rect [132 672 348 690] /AP << /N \(white) 0 R >> >>"
            ])
        let data = builder.data()
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["Name": "Ada"])
        let ink = try #require(difference(try RenderedPages(data).image(0), try RenderedPages(filled.data).image(0)))
        #expect(ink.left > 130 && ink.right < 350 && ink.width > 10)
    }

    @Test("comments that cover nothing stay comments")
    func comments() async throws {
        let form = try await Form(data: form(kind: "Highlight"), fileName: "a.pdf")
        let data = try await form.fill(["name": "Ada"]).data
        let plain = try Program.run(
            "qpdf", ["--qdf", "--object-streams=disable", try folder.write(data, "a.pdf").path, "-"])
        #expect(String(decoding: plain, as: UTF8.self).contains("(below)"))
    }
}
