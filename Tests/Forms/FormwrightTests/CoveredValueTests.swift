import FormModel
import Formwright
import Foundation
import QPDF
import TestSupport
import TestTraits
import Testing

/// Values over annotations that viewers draw above the page.
@Suite("Covered values", .blocking) struct CoveredValueTests {
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
        let names = try PDFFile(data: data).page(0)["/Annots"].items.compactMap { $0["/NM"].text }
        #expect(names.contains("beside") && names.contains("above") && !names.contains("below"))
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

    /// Annotations and widgets that viewers fill with light gray, by their appearance or by themselves.
    ///
    /// A widget has no `/Subtype` of its own here.
    private static let gray = "/AP << /N 4 0 R >>"
    private static let covers = [
        "/Subtype /Link /NM (kept) /A << /S /URI /URI (https://example.org) >> \(gray)",
        "/Subtype /Text /NM (kept) /Contents (Note) \(gray)",
        "/FT /Btn /Ff 65536 /T (kept) \(gray)",
        "/FT /Tx /T (kept) \(gray)",
        "/FT /Btn /T (kept) /AS /Off /AP << /N << /Off 4 0 R /On 4 0 R >> >>",
        "/FT /Tx /T (kept) /MK << /BG [0.8] >>",
        "/Subtype /Square /NM (kept) /IC [0.8 0.8 0.8] /C [0 0 0]",
        "/Subtype /Circle /NM (kept) /IC [0.8] /RD [1 1 1 1]",
        "/Subtype /Polygon /NM (kept) /IC [0 0 0 0.2] /Vertices [50 300 350 300 350 360 50 360]",
        "/Subtype /FreeText /NM (kept) /C [0.8] /DA (/Helv 5 Tf 0 g) /Contents (x)",
    ]

    /// A form with something that fills the rectangle below its field, and a smaller one below it.
    private func form(on cover: String) -> Data {
        var builder = PDFBuilder()
        builder.add("<< /BBox [0 0 10 10] /Length 21 >>\nstream\n0.8 g 0 0 10 10 re f \nendstream")
        let field = PDFBuilder.Widget(x: 100, y: 60, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)")
        let other = PDFBuilder.Widget(x: 100, y: 200, width: 200, height: 20, "/FT /Tx /T (other) /TU (Other)")
        let page = PDFBuilder.Page(width: 400, height: 400)
        if cover.contains("/FT") {
            builder.add(
                page, widgets: [.init(x: 50, y: 40, width: 300, height: 60, cover + " /TU (Back)"), field, other])
        } else {
            builder.add(
                page, below: ["<< /Type /Annot /F 4 /Rect [50 300 350 360] \(cover) >>"], widgets: [field, other])
        }
        return builder.data()
    }

    @Test(
        "a value is seen whatever lies below its field, which keeps its colour and, apart from that, stays",
        arguments: covers)
    func onWhatever(cover: String) async throws {
        let data = form(on: cover)
        let form = try await Form(data: data, fileName: "a.pdf")
        func flat(_ data: Data) async throws -> Data {
            try await FlattenedForm(contentsOf: try folder.write(data, "\(UUID().uuidString).pdf")).data
        }
        let filled = try await form.fill(["name": "Ada"]).data
        let appended = try await form.fill(["name": "Ada"], options: ComposeOptions(isIncremental: true)).data
        let kept = try await form.fill(["name": "Ada"], options: ComposeOptions(keepsFields: true)).data
        let merged = folder.file("out.pdf")
        let rows = RowsFile(data: Data("name\nAda\n".utf8), name: "rows.csv", folder: nil)
        _ = try await Batch(form: form, destination: .merged(merged)).run(try rows.rows()) { _, _ in }
        for data in [filled, appended, try await flat(filled), try await flat(kept), try Data(contentsOf: merged)] {
            let pages = try RenderedPages(data)
            let picture = try pages.image(0)
            let word = try #require(try pages.words(0).first { $0.text == "Ada" }).region
            let dark = (Int(word.left * 2)..<Int(word.right * 2)).contains { x in
                (Int(word.top * 2)..<Int(word.bottom * 2)).contains { picture[x, $0] < 100 }
            }
            #expect(dark)
        }
        for data in [filled, appended] {
            let picture = try RenderedPages(data).image(0)
            #expect([(150, 140), (550, 140), (400, 90)].allSatisfy { (190..<215).contains(picture[$0.0, $0.1]) })
            let plain = try Program.run(
                "qpdf", ["--qdf", "--object-streams=disable", try folder.write(data, "a.pdf").path, "-"])
            #expect(String(decoding: plain, as: UTF8.self).contains("(kept)"))
        }
    }

    @Test("what is hidden, blended with the print below it, or overlaps a field by its edge only, stays as it is")
    func harmless() async throws {
        for cover in [
            "/Subtype /Square /NM (kept) /IC [0.8] /F 2",
            "/Subtype /Square /NM (kept) /AP << /N 5 0 R >>",
            "/Subtype /Highlight /NM (kept) \(Self.gray)",
        ] {
            var builder = PDFBuilder()
            builder.add("<< /BBox [0 0 10 10] /Length 21 >>\nstream\n0.8 g 0 0 10 10 re f \nendstream")
            builder.add(
                "<< /BBox [0 0 10 10] /Resources << /ExtGState << /M << /BM /Multiply >> >> /XObject << /A 4 0 R >> >> "
                    + "/Length 11 >>\nstream\n/M gs /A Do\nendstream")
            let rectangle = "/Rect [50 300 350 360] \(cover.contains("/F 2") ? "" : "/F 4")"
            builder.add(
                PDFBuilder.Page(width: 400, height: 400), below: ["<< /Type /Annot \(rectangle) \(cover) >>"],
                widgets: [
                    .init(x: 100, y: 60, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                    .init(x: 100, y: 78, width: 200, height: 20, "/FT /Tx /T (town) /TU (Town) \(Self.gray)"),
                    .init(x: 100, y: 96, width: 200, height: 20, "/FT /Tx /T (land) /TU (Land)"),
                ])
            let data = try await Form(data: builder.data(), fileName: "a.pdf").fill(["name": "Ada", "land": "Italy"])
                .data
            let plain = String(
                decoding: try Program.run(
                    "qpdf", ["--qdf", "--object-streams=disable", try folder.write(data, "a.pdf").path, "-"]),
                as: UTF8.self)
            let content = plain.components(separatedBy: "stream\n").filter { $0.contains(" Do Q") }
            #expect(plain.contains("(kept)"))
            // Each of the values, and nothing else, is drawn on the page.
            #expect(content.joined().components(separatedBy: " Do Q").count == 2, "\(cover)")
        }
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
