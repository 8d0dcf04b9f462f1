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
        await #expect { try await HeldValues(contentsOf: url) } throws: { ($0 as? Failure)?.code == .noFields }
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
}
