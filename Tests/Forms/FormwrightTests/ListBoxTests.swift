import FailureModel
import FormModel
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

/// Widgets that are drawn as what they are: lists as lists, radio buttons as circles.
@Suite("List boxes and buttons", .blocking) struct ListBoxTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let list = Region(x: 60, y: 80, width: 120, height: 60)

    private func form(_ entries: String = "", formEntries: String = "") -> Data {
        var builder = PDFBuilder()
        builder.formEntries = formEntries
        let field = "/FT /Ch /T (town) /TU (Town) /DA (/Helv 10 Tf 0 g) /Opt [[(r) (Rome)] [(p) (Paris)] [(o) (Oslo)]]"
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: list.x, y: list.y, width: list.width, height: list.height, "\(field) \(entries)"),
                .init(x: 60, y: 200, width: 100, height: 20, "/FT /Tx /T (name) /TU (Name)"),
            ])
        return builder.data()
    }

    /// Checks that a page shows all towns, one below the other, and a mark behind one.
    private func check(_ data: Data, _ chosen: String?, of towns: [String] = ["Rome", "Paris", "Oslo"]) throws {
        let pages = try RenderedPages(data)
        let words = try pages.words(0).filter { towns.contains($0.text) }
        #expect(words.map(\.text) == towns)
        #expect(words.allSatisfy { list.encloses($0.region) })
        for (first, second) in zip(words, words.dropFirst()) {
            #expect(second.region.midY > first.region.midY + 8)
        }
        let picture = try pages.image(0)
        for word in words {
            // To the right of the words.
            let shade = picture[Int(list.right - 6) * 2, Int(word.region.midY * 2)]
            #expect((shade < 230) == (word.text == chosen), "behind \(word.text): \(shade)")
        }
    }

    /// The pages with what their fields show as text.
    private func shown(_ data: Data) throws -> Data {
        let (file, flat) = (try folder.write(data, "kept.pdf"), folder.file("shown.pdf"))
        try Program.run("qpdf", ["--flatten-annotations=all", file.path, flat.path])
        return try Data(contentsOf: flat)
    }

    @Test("a list shows all of its choices, and marks the chosen ones", arguments: ["", "/NeedAppearances true"])
    func flattened(_ formEntries: String) async throws {
        for (entries, chosen) in [("/V (p)", "Paris"), ("", nil)] as [(String, String?)] {
            let file = try folder.write(form(entries, formEntries: formEntries), "form.pdf")
            try check(try await FlattenedForm(contentsOf: file).data, chosen)
        }
    }

    @Test("so does a list that is filled, whether it stays a field or not", arguments: [false, true])
    func filled(keepsFields: Bool) async throws {
        let filled = try await Form(data: form(), fileName: "a.pdf")
            .fill(["town": "Oslo"], options: ComposeOptions(keepsFields: keepsFields))
        try check(keepsFields ? try shown(filled.data) : filled.data, "Oslo")
    }

    @Test("so does a list beside a field that is filled, if viewers were asked to draw it")
    func beside() async throws {
        let filled = try await Form(data: form("/V (r)", formEntries: "/NeedAppearances true"), fileName: "a.pdf")
            .fill(["name": "Ada"], options: ComposeOptions(keepsFields: true))
        try check(try shown(filled.data), "Rome")
    }

    @Test("a list that is too low shows the chosen choice")
    func low() async throws {
        var data = String(decoding: form("/V (o)"), as: UTF8.self)
        // The same number of characters, so that the offsets stay.
        data = data.replacing("[60.0000 652.0000 180.0000 712.0000]", with: "[60.0000 682.0000 180.0000 712.0000]")
        let flat = try await FlattenedForm(contentsOf: try folder.write(Data(data.utf8), "form.pdf")).data
        try check(flat, "Oslo", of: ["Paris", "Oslo"])
    }

    /// The shades to the right of the words in a list, from top to bottom.
    private func shades(_ data: Data, rows: Int = 3) throws -> [Bool] {
        let picture = try RenderedPages(data).image(0)
        return (0..<rows).map {
            picture[Int(list.right - 6) * 2, Int((list.top + 11.6 * (Double($0) + 0.5)) * 2)] < 230
        }
    }

    @Test("of choices that are shown alike, only the chosen one is marked")
    func alike() async throws {
        let options = "/Opt [[(a) (Same)] [(b) (Same)] [(c) (Other)]]"
        func form(_ entries: String = "") -> Data {
            var builder = PDFBuilder()
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    .init(
                        x: list.x, y: list.y, width: list.width, height: list.height,
                        "/FT /Ch /T (l) /TU (List) /DA (/Helv 10 Tf 0 g) \(options) \(entries)")
                ])
            return builder.data()
        }
        for keepsFields in [false, true] {
            let filled = try await Form(data: form(), fileName: "a.pdf")
                .fill(["l": "b"], options: ComposeOptions(keepsFields: keepsFields)).data
            #expect(try shades(keepsFields ? try shown(filled) : filled) == [false, true, false])
        }
        let held = [("/V (b)", [false, true, false]), ("/Ff 2097152 /V [(b) (c)]", [false, true, true])]
        for (entries, marked) in held {
            let file = try folder.write(form(entries), "form.pdf")
            #expect(try shades(try await FlattenedForm(contentsOf: file).data) == marked)
        }
    }

    @Test("a chosen text that is wider than its list is fitted like that of any field")
    func narrow() async throws {
        let long = "A very long choice of many words for which there is no room at all"
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(
                    x: list.x, y: list.y, width: 30, height: list.height,
                    "/FT /Ch /T (l) /TU (List) /DA (/Helv 10 Tf 0 g) /Opt [(\(long)) (Short)]")
            ])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        for keepsFields in [false, true] {
            await #expect {
                try await form.fill(["l": .text(long)], options: ComposeOptions(keepsFields: keepsFields))
            } throws: { ($0 as? Failure)?.code == .valueOverflow }
        }
        let cut = try await form.fill(["l": .text(long)], options: ComposeOptions(overflow: .truncate))
        #expect(cut.report.filled[0].warnings.contains { $0.contains("cut to fit") })
        #expect(try RenderedPages(cut.data).words(0).allSatisfy { $0.region.right <= 90.5 })
        let shrunk = try await form.fill(["l": .text(long)], options: ComposeOptions(overflow: .shrink))
        #expect(shrunk.report.filled[0].warnings.count == 1)
        #expect(try RenderedPages(shrunk.data).words(0).allSatisfy { $0.region.right <= 90.5 })
        let added = try await form.fill(["l": .text(long)], options: ComposeOptions(overflow: .addendum))
        #expect(added.report.filled[0].addendum == 1)
        #expect(try RenderedPages(added.data).text(1).contains("no room at all"))
        // The other choice fits.
        #expect(try await form.fill(["l": "Short"]).report.filled[0].warnings.isEmpty)
    }

    @Test("a list that is too low begins with the choice that the form scrolls to")
    func scrolled() async throws {
        var data = String(decoding: form("/TI 1"), as: UTF8.self)
        data = data.replacing("[60.0000 652.0000 180.0000 712.0000]", with: "[60.0000 682.0000 180.0000 712.0000]")
        let flat = try await FlattenedForm(contentsOf: try folder.write(Data(data.utf8), "form.pdf")).data
        try check(flat, nil, of: ["Paris", "Oslo"])
    }

    @Test("the choices of a list whose size the form leaves open are in the page's own unit")
    func unit() async throws {
        var sizes: [Double] = []
        for unit in [1.0, 3] {
            var builder = PDFBuilder()
            var page = PDFBuilder.Page(width: 612 * unit, height: 792 * unit)
            page.userUnit = unit
            let field = "/FT /Ch /T (town) /TU (Town) /DA (/Helv 0 Tf 0 g) /Opt [(Rome) (Paris) (Oslo)]"
            builder.add(
                page,
                widgets: [
                    .init(
                        x: list.x * unit, y: list.y * unit, width: list.width * unit, height: list.height * unit, field)
                ])
            let filled = try await Form(data: builder.data(), fileName: "a.pdf").fill(["town": "Oslo"])
            sizes.append(try #require(filled.report.filled[0].fontSize))
        }
        #expect(abs(sizes[1] - 3 * sizes[0]) < 0.1)
    }

    @Test("a radio button without an appearance is a circle, on and off, whether viewers were asked to draw it or not")
    func radio() async throws {
        for formEntries in ["", "/NeedAppearances true"] {
            var builder = PDFBuilder()
            builder.formEntries = formEntries
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    .init(
                        x: 60, y: 80, width: 40, height: 40,
                        "/FT /Btn /Ff 32768 /T (q) /TU (Question) /MK << /BC [0] >> /BS << /W 3 >>"),
                    .init(x: 160, y: 80, width: 90, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                ])
            let form = try await Form(data: builder.data(), fileName: "a.pdf")
            let given: [([String: FieldValue], Bool)] = [
                (["q": true], true), (["q": false], false), (["name": "Ada"], false),
            ]
            for (values, isOn) in given {
                for keepsFields in [false, true] {
                    // Without the request, a viewer draws the fields that nobody filled.
                    let filled = try await form.fill(values, options: ComposeOptions(keepsFields: keepsFields))
                    let picture = try RenderedPages(filled.data).image(0)
                    #expect(picture[121, 161] > 200, "no corner")
                    #expect(picture[122, 200] < 80, "a circle")
                    #expect((picture[160, 200] < 80) == isOn)
                }
            }
        }
    }

    /// Ways to draw a box of 20 by 20 points with a frame: the content, and the resources that it needs.
    private static let boxes = [
        ("2 w 1 1 18 18 re S", ""),
        ("/A Do", "/XObject << /A 4 0 R >>"),
        ("q 20 0 0 20 0 0 cm BI /W 3 /H 3 /BPC 8 /CS /G /F /AHx ID 00000000FF00000000> EI Q", ""),
        ("BT /Z 27 Tf 0 0.6 Td (n) Tj ET", "/Font << /Z 5 0 R >>"),
    ]

    private func button(_ box: (content: String, resources: String), _ entries: (Int) -> String) -> Data {
        var builder = PDFBuilder()
        func form(_ content: String, _ resources: String) -> Int {
            builder.add(
                "<< /Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources << \(resources) >> "
                    + "/Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        }
        _ = form(Self.boxes[0].0, "")
        builder.add("<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>")
        let off = form(box.content, box.resources)
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 20, height: 20, "/FT /Btn /T (a) /TU (Agree) /AS /Off \(entries(off))")
            ]
        )
        return builder.data()
    }

    @Test("a button with no appearance but that of a box keeps it, on and off", arguments: [true, false])
    func offOnly(isOn: Bool) async throws {
        let data = button(Self.boxes[0]) { "/AP << /N << /Off \($0) 0 R >> >>" }
        let filled = try await Form(data: data, fileName: "a.pdf")
            .fill(["Agree": .flag(isOn)], options: ComposeOptions(keepsFields: true))
        let picture = try RenderedPages(filled.data).image(0)
        #expect(picture[122, 180] < 80 && picture[158, 180] < 80, "the box")
        #expect((picture[140, 180] < 80) == isOn, "the mark")
    }

    @Test("words that a button shows when it is off are no box")
    func words() async throws {
        let data = button(("BT /H 10 Tf 2 5 Td (No) Tj ET", "/Font << /H 3 0 R >>")) {
            "/AP << /N << /On \($0) 0 R /Off \($0) 0 R >> >>"
        }
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["Agree": true])
        #expect(try !RenderedPages(filled.data).text(0).contains("No"))
    }

    @Test(
        "a box that only the appearance of a button has stays when the button is filled", arguments: boxes.indices,
        [false, true])
    func outline(box: Int, isMerged: Bool) async throws {
        let data = button(Self.boxes[box]) {
            "/MK << /BC [0] >> /BS << /W 0 >> /AP << /N << /On \($0) 0 R /Off \($0) 0 R >> >>"
        }
        let form = try await Form(data: data, fileName: "a.pdf")
        let output = folder.file("1.pdf")
        let destination: Batch.Destination =
            isMerged ? .merged(output) : .files(try NameTemplate(folder.file("{row}.pdf").path))
        let rows = RowsFile(data: Data("Agree\ntrue\n".utf8), name: "rows.csv", folder: nil)
        _ = try await Batch(form: form, destination: destination).run(try rows.rows()) { _, _ in }
        for data in [try await form.fill(["Agree": true]).data, try Data(contentsOf: output)] {
            let picture = try RenderedPages(data).image(0)
            #expect(picture[122, 180] < 80 && picture[158, 180] < 80, "the box")
            #expect(picture[140, 180] < 80, "the mark")
        }
    }
}
