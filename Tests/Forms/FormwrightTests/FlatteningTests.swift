import FailureModel
import FormModel
import Formwright
import Foundation
import TestSupport
import Testing

@Suite("Flattening") struct FlatteningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func flattened(_ data: Data) async throws -> Data {
        try await FlattenedForm(contentsOf: try folder.write(data, "form-\(UUID().uuidString).pdf")).data
    }

    /// A form XObject that fills a box of 10 by 10 with black.
    private func black(_ builder: inout PDFBuilder, matrix: String = "") -> Int {
        builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] \(matrix) /Length 22 >>\nstream\n0 g 2 2 8 4 re f      \nendstream"
        )
    }

    @Test("fields show what they showed, as parts of the page", arguments: [0, 90, 180, 270])
    func sameLook(_ rotation: Int) async throws {
        var builder = PDFBuilder()
        let (plain, turned) = (black(&builder), black(&builder, matrix: "/Matrix [0 2 -2 0 5 5]"))
        var page = PDFBuilder.Page(width: 400, height: 600)
        page.rotation = rotation
        page.text("Printed", x: 60, y: 40)
        builder.add(
            page,
            widgets: [
                .init(x: 60, y: 80, width: 100, height: 20, "/FT /Tx /T (a) /V (x) /AP << /N \(plain) 0 R >>"),
                .init(x: 60, y: 120, width: 30, height: 60, "/FT /Tx /T (b) /V (x) /AP << /N \(turned) 0 R >>"),
                .init(
                    x: 60, y: 200, width: 20, height: 20,
                    "/FT /Btn /T (c) /V /On /AS /On /AP << /N << /On \(plain) 0 R >> >>"),
                .init(
                    x: 60, y: 240, width: 20, height: 20, "/FT /Btn /T (d) /AS /Off /AP << /N << /On \(plain) 0 R >> >>"
                ),
            ],
            annotations: [
                "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>"
            ])
        let data = builder.data()
        let flat = try await flattened(data)
        #expect(difference(try RenderedPages(data).image(0), try RenderedPages(flat).image(0)) == nil)
        let url = try folder.write(flat, "flat.pdf")
        await #expect { try await ExistingValues(contentsOf: url) } throws: { ($0 as? Failure)?.code == .noFields }
        #expect(flat.range(of: Data("/AcroForm".utf8)) == nil && flat.range(of: Data("/Widget".utf8)) == nil)
        #expect(flat.range(of: Data("example.org".utf8)) != nil)
    }

    @Test("a value without an appearance, or with one that viewers are to regenerate, is drawn in its own script")
    func withoutAppearance() async throws {
        for entries in ["", "/NeedAppearances true"] {
            var builder = PDFBuilder()
            builder.formEntries = entries
            let old = entries.isEmpty ? "" : "/AP << /N \(black(&builder)) 0 R >>"
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    .init(x: 60, y: 80, width: 100, height: 20, "/FT /Tx /T (a) /V <FEFF041B04380437> \(old)"),
                    .init(
                        x: 60, y: 120, width: 100, height: 20,
                        "/FT /Ch /Ff 131072 /T (b) /V (ia) /Opt [[(oh) (Ohio)] [(ia) (Iowa)]]"),
                ])
            #expect(try RenderedPages(try await flattened(builder.data())).text(0) == "Лиз Iowa")
        }
    }

    @Test("hidden fields and push buttons are not drawn, fields for pictures are")
    func hidden() async throws {
        var builder = PDFBuilder()
        let look = "/AP << /N \(black(&builder)) 0 R >>"
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 100, height: 20, "/FT /Tx /T (a) /V (secret) \(look) /F 2"),
                .init(x: 60, y: 120, width: 100, height: 20, "/FT /Btn /Ff 65536 /T (b) \(look)"),
                .init(x: 60, y: 160, width: 100, height: 20, "/FT /Btn /Ff 65536 /T (c) \(look) /MK << /I 3 0 R >>"),
            ])
        // The builder writes /F before; a second one is an error of the file, so the flag is set in its place.
        var data = String(decoding: builder.data(), as: UTF8.self)
        if let flag = data.range(of: "/F 4 ") { data.replaceSubrange(flag, with: "/F 2 ") }
        data = data.replacing(" /F 2 >>", with: "      >>")
        let drawn = try RenderedPages(try await flattened(Data(data.utf8))).image(0)
        var blank = PDFBuilder()
        blank.add(PDFBuilder.Page())
        let changed = try #require(difference(try RenderedPages(blank.data()).image(0), drawn))
        #expect(changed.top > 155 && changed.bottom < 185)
    }

    @Test("a page without fields stays as it is, and the same form gives the same bytes")
    func unchanged() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Printed", x: 60, y: 40)
        builder.add(page)
        let flat = try await flattened(builder.data())
        #expect(try RenderedPages(flat).text(0) == "Printed")
        #expect(try await flattened(builder.data()) == flat)
    }

    /// Returns all records of a batch in one PDF.
    private func merged(_ data: Data, rows: String) async throws -> Data {
        let output = folder.file("merged-\(UUID().uuidString).pdf")
        let form = try await Form(data: data, fileName: "a.pdf")
        let rows = RowsFile(data: Data(rows.utf8), name: "rows.csv", folder: nil)
        _ = try await Batch(form: form, destination: .merged(output)).run(try rows.rows()) { _, _ in }
        return try Data(contentsOf: output)
    }

    @Test("an appearance is drawn without the keys by which a page knows a form, and in the fonts of the form's fields")
    func incompleteAppearance() async throws {
        var builder = PDFBuilder()
        builder.formEntries = "/DR << /Font << /Own 3 0 R >> >>"
        func stream(_ entries: String, _ content: String) -> Int {
            builder.add("<< \(entries) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        }
        let tick = stream("/BBox [0 0 10 10]", "0 g 1 1 8 8 re f")
        let boxless = stream("", "0 g 0 0 100 20 re f")
        let word = "BT /Own 10 Tf 2 6 Td (Word) Tj ET"
        let bare = stream("/BBox [0 0 100 20]", word)
        let partial = stream("/BBox [0 0 100 20] /Resources << /Font << /F9 3 0 R >> >>", word)
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(
                    x: 60, y: 80, width: 20, height: 20, "/FT /Btn /T (a) /AS /On /AP << /N << /On \(tick) 0 R >> >>"),
                .init(x: 60, y: 120, width: 100, height: 20, "/FT /Tx /T (b) /V (x) /AP << /N \(boxless) 0 R >>"),
                .init(x: 60, y: 160, width: 100, height: 20, "/FT /Tx /T (c) /V (Word) /AP << /N \(bare) 0 R >>"),
                .init(x: 60, y: 200, width: 100, height: 20, "/FT /Tx /T (d) /V (Word) /AP << /N \(partial) 0 R >>"),
                .init(x: 60, y: 240, width: 100, height: 20, "/FT /Tx /T (e) /TU (Free)"),
            ])
        let data = builder.data()
        for flat in [try await flattened(data), try await merged(data, rows: "Free\nAda\n")] {
            let pages = try RenderedPages(flat)
            #expect(try pages.words(0).count { $0.text == "Word" } == 2)
            let picture = try pages.image(0)
            #expect(picture[140, 180] < 50 && picture[220, 260] < 50)
        }
    }

    @Test("a layer that is hidden stays hidden")
    func hiddenLayer() async throws {
        var builder = PDFBuilder()
        let layer = builder.add("<< /Type /OCG /Name (Draft) >>")
        builder.catalogueEntries =
            "/OCProperties << /OCGs [\(layer) 0 R] /D << /OFF [\(layer) 0 R] >> >>"
        let look = "/AP << /N \(black(&builder)) 0 R >>"
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 100, height: 20, "/FT /Tx /T (a) /V (x) /OC \(layer) 0 R \(look)"),
                .init(x: 60, y: 120, width: 100, height: 20, "/FT /Tx /T (b) /V (x) \(look)"),
            ])
        let flat = try RenderedPages(try await flattened(builder.data()))
        let picture = try flat.image(0)
        #expect(picture[200, 180] > 200 && picture[200, 260] < 50)
    }

    @Test("so does a drawing with gradients, or a picture in a pattern, but not a gradient behind a caption")
    func patterns() async throws {
        var builder = PDFBuilder()
        let photo = builder.add(
            "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\u{0}\nendstream"
        )
        let tile = "q 20 0 0 20 0 0 cm /P Do Q"
        let pattern = builder.add(
            "<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources << /XObject << /P \(photo) 0 R >> >> /Length \(tile.count) >>\nstream\n\(tile)\nendstream"
        )
        let shading =
            "<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 40 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [0.1] /N 1 >> /Extend [true true] >>"
        func look(_ content: String) -> String {
            let form = builder.add(
                "<< /Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources << /Pattern << /T \(pattern) 0 R /G << /PatternType 2 /Shading \(shading) >> >> /Shading << /S \(shading) >> >> /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
            )
            return "/AP << /N \(form) 0 R >>"
        }
        let (tiled, drawn, shaded) = (
            look("/Pattern cs /T scn 0 0 20 20 re f"), look("/Pattern cs /G scn 0 0 20 20 re f"), look("/S sh")
        )
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 40, height: 40, "/FT /Btn /Ff 65536 /T (a) \(tiled)"),
                .init(x: 160, y: 80, width: 40, height: 40, "/FT /Btn /Ff 65536 /T (b) \(drawn)"),
                .init(x: 260, y: 80, width: 40, height: 40, "/FT /Btn /Ff 65536 /T (c) \(shaded)"),
                .init(x: 360, y: 80, width: 40, height: 40, "/FT /Btn /Ff 65536 /T (d) /MK << /CA (Send) >> \(shaded)"),
                .init(x: 60, y: 700, width: 100, height: 20, "/FT /Tx /T (h) /TU (Other)"),
            ])
        let data = builder.data()
        for flat in [try await flattened(data), try await merged(data, rows: "Other\nx\n")] {
            let picture = try RenderedPages(flat).image(0)
            #expect([160, 360, 560].allSatisfy { picture[$0, 200] < 80 })
            #expect(picture[760, 200] > 200)
        }
    }

    @Test("the picture of a button stays if only the appearance has it, as does the empty look of fields")
    func picturesAndLooks() async throws {
        var builder = PDFBuilder()
        let photo = builder.add(
            "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\u{0}\nendstream"
        )
        func look(_ content: String) -> String {
            let form = builder.add(
                "<< /Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources << /XObject << /P \(photo) 0 R >> >> /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
            )
            return "/AP << /N \(form) 0 R >>"
        }
        let (picture, caption) = (look("q 20 0 0 20 0 0 cm /P Do Q"), look("0 g 0 0 20 20 re f"))
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 40, height: 40, "/FT /Btn /Ff 65536 /T (a) \(picture)"),
                .init(x: 160, y: 80, width: 40, height: 40, "/FT /Btn /Ff 65536 /T (b) \(caption)"),
                .init(x: 60, y: 160, width: 40, height: 40, "/FT /Tx /T (c) /TU (Free) /MK << /BG [0] >>"),
                .init(x: 160, y: 160, width: 40, height: 40, "/FT /Btn /T (d) /MK << /BC [0] >> /BS << /W 6 >>"),
                .init(
                    x: 260, y: 160, width: 40, height: 40,
                    "/FT /Btn /Ff 32768 /T (e) /MK << /BC [0] >> /BS << /W 6 >>"),
                .init(
                    x: 360, y: 160, width: 40, height: 40,
                    "/FT /Tx /T (f) /MK << /BC [0] >> /BS << /W 6 /S /U >>"),
                .init(x: 460, y: 160, width: 40, height: 40, "/FT /Btn /T (g) /AS /Yes /V /Yes /MK << /CA (n) >>"),
                .init(x: 60, y: 700, width: 100, height: 20, "/FT /Tx /T (h) /TU (Other)"),
            ])
        let data = builder.data()
        for flat in [try await flattened(data), try await merged(data, rows: "Other\nx\n")] {
            let drawn = try RenderedPages(flat).image(0)
            #expect(drawn[160, 200] < 50, "the photo")
            #expect(drawn[360, 200] > 200, "a button that shows no picture")
            #expect(drawn[160, 360] < 50, "the background")
            #expect(drawn[324, 324] < 50 && drawn[360, 360] > 200, "a box")
            #expect(drawn[524, 324] > 200 && drawn[524, 360] < 50 && drawn[560, 360] > 200, "a circle")
            #expect(drawn[760, 396] < 50 && drawn[760, 324] > 200, "an underline")
            #expect(drawn[960, 360] < 50, "a tick without an appearance")
        }
    }
}
