import FailureModel
import FormModel
import FormImport
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Merged batch", .blocking) struct MergedBatchTests {
    private let fixture: BatchFixture
    private var output: URL { fixture.folder.file("all.pdf") }

    init() async throws { fixture = try await BatchFixture() }

    private func table(_ count: Int) -> String {
        "First name,Last name,ZIP\n"
            + (1...count).map { "First \($0),Last \($0),\($0 % 3 == 0 ? "" : "\($0)")\n" }.joined()
    }

    @Test("all records are in one PDF, in order, and look like ones filled separately")
    func merges() async throws {
        let count = 150
        let summary = try await Batch(form: fixture.form, destination: .merged(output)).run(
            try fixture.rows(table(count)))
        #expect((summary.filled, summary.failed) == (count, 0))
        let pages = try RenderedPages(Data(contentsOf: output))
        #expect(pages.count == count)
        for number in [1, 2, 3, 32, 33, 64, 65, 149, 150] {
            let row: [String: FieldValue] = [
                "First name": .text("First \(number)"), "Last name": .text("Last \(number)"),
            ]
            let zip: [String: FieldValue] = number % 3 == 0 ? [:] : ["ZIP": .text("\(number)")]
            let alone = try await fixture.form.fill(row.merging(zip) { $1 }).data
            #expect(difference(try pages.image(number - 1), try RenderedPages(alone).image(0)) == nil, "row \(number)")
        }
        try Program.run("qpdf", ["--check", output.path])
        #expect(fixture.folder.names == ["all.pdf"])
    }

    @Test(
        "real forms, with fields left empty",
        arguments: ["uscourts-b121.acro.pdf", "irs-8888.acro.pdf", "irs-1040v.pdf", "va-21-22.pdf"])
    func realForms(_ name: String) async throws {
        let form = try await Form(contentsOf: TestData.url("forms/\(name)"))
        let fields = form.fields.filter { !$0.readOnly && $0.options == nil && $0.group == nil && $0.type != .checkbox }
        var batch = Batch(form: form, destination: .merged(output))
        batch.composing.overflow = .shrink
        let records = [Array(fields.prefix(9)), Array(fields.suffix(3)), Array(fields.prefix(1))].map { fields in
            Dictionary(
                fields.map { field -> (String, String) in
                    let limit = min(field.maxLength ?? 9, field.combEdges.map { $0.count - 1 } ?? 9)
                    return (field.name, String("12345 Ada".prefix(limit)))
                }, uniquingKeysWith: { first, _ in first })
        }
        let lines = try records.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        #expect(try await batch.run(fixture.rows(lines.joined(separator: "\n"))).filled == 3)
        try Program.run("qpdf", ["--check", output.path])
        let merged = try RenderedPages(Data(contentsOf: output), scale: 1)
        let count = form.document.pages.count
        #expect(merged.count == 3 * count)
        for (place, record) in records.enumerated() {
            let alone = try await form.fill(record.mapValues { .text($0) }, options: batch.composing).data
            let pages = try RenderedPages(alone, scale: 1)
            for page in 0..<count {
                let ink = difference(try merged.image(place * count + page), try pages.image(page), scale: 1)
                // One form has push buttons at the bottom, which a merged PDF does not have.
                let hasButtons = name.hasPrefix("uscourts-b121")
                #expect(ink.map { hasButtons && $0.top > 770 } ?? true, "record \(place + 1), page \(page + 1)")
            }
        }
    }

    @Test("rotated, cropped and shifted pages, and the appearance of unfilled fields", arguments: GeometryTests.cases)
    func geometry(_ c: GeometryTests.Case) async throws {
        var builder = PDFBuilder()
        var page = c.page
        page.text("Here", x: 40, y: 60)
        let content = "0.5 g 0 0 10 5 re f"
        let appearance = builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Matrix [0 1 -1 0 3 4] /Length \(content.utf8.count) >>\n"
                + "stream\n\(content)\nendstream")
        builder.add(
            page,
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (first) /TU (First)"),
                .init(
                    x: 60, y: 120, width: 90, height: 40,
                    "/FT /Tx /T (shown) /TU (Shown) /V (x) /AP << /N \(appearance) 0 R >>"),
                .init(
                    x: 60, y: 180, width: 20, height: 20,
                    "/FT /Btn /T (on) /TU (On) /AS /Yes /V /Yes /AP << /N << /Yes \(appearance) 0 R >> >>"),
                .init(
                    x: 60, y: 220, width: 20, height: 20,
                    "/FT /Btn /T (off) /TU (Off) /AS /Off /AP << /N << /Yes \(appearance) 0 R >> >>"),
            ])
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        _ = try await Batch(form: form, destination: .merged(output)).run(try fixture.rows("First\nAda\n"))
        let merged = try Data(contentsOf: output)
        let alone = try await form.fill(["First": "Ada"]).data
        let unit = c.userUnit
        #expect(
            difference(
                try RenderedPages(merged).image(0, userUnit: unit), try RenderedPages(alone).image(0, userUnit: unit))
                == nil)
        #expect(try Importer().document(merged, fileName: "a.pdf").widgets.isEmpty)
    }

    @Test("each record has an outline entry and page labels; links lead out, not to the first record")
    func navigation() async throws {
        var builder = PDFBuilder()
        builder.catalogueEntries =
            "/Outlines << >> /Names << /JavaScript << >> >> /OpenAction [3 0 R /Fit] /Lang (en-GB)"
        builder.add(
            PDFBuilder.Page(), widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (first) /TU (First)")],
            annotations: [
                "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/) >> >>",
                "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [4 0 R /Fit] >>",
            ])
        builder.add(PDFBuilder.Page())
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        _ = try await Batch(form: form, destination: .merged(output)).run(
            try fixture.rows("First\nAda\nbad,row\nGrace\n"))
        let json = try Program.run("qpdf", ["--json=2", "--json-key=outlines", "--json-key=pages", output.path])
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let outlines = try #require(object["outlines"] as? [[String: Any]])
        #expect(outlines.map { $0["title"] as? String } == ["1", "3"])
        #expect(outlines.map { $0["destpageposfrom1"] as? Int } == [1, 3])
        let pages = try #require(object["pages"] as? [[String: Any]])
        let labels = pages.map { ($0["label"] as? [String: Any])?["/P"] as? String }
        #expect(pages.count == 4 && labels == ["u:1-", "u:1-", "u:3-", "u:3-"])
        let links = try Program.run("qpdf", ["--qdf", "--object-streams=disable", output.path, "-"])
        let text = String(decoding: links, as: Unicode.ASCII.self)
        #expect(text.ranges(of: "(https://example.org/)").count == 2)
        #expect(!text.contains("/OpenAction") && !text.contains("/JavaScript") && text.contains("(en-GB)"))
    }

    @Test("the number of workers does not affect the file, and bad rows do not affect the others")
    func deterministic() async throws {
        var batch = Batch(form: fixture.form, destination: .merged(output))
        let rows = table(70) + "too,few\nA,B,1234567\nC,D,\u{10FFFD}\nE,F,1\n"
        let results = Results()
        let summary = try await batch.run(try fixture.rows(rows), handler: results.handler)
        #expect((summary.filled, summary.failed) == (71, 3))
        #expect(results.failures.map(\.line) == [72, 73, 74])
        #expect(results.failures.map(\.code) == [.malformedValues, .valueTooLong, .missingGlyph])
        let bytes = try Data(contentsOf: output)
        batch.workers = 1
        _ = try await batch.run(try fixture.rows(rows))
        #expect(try Data(contentsOf: output) == bytes)
        #expect(try RenderedPages(bytes).text(70).contains("E"))
    }

    @Test("a batch that fails or has no records writes no file")
    func nothing() async throws {
        var batch = Batch(form: fixture.form, destination: .merged(output))
        let empty = try await batch.run(try fixture.rows("Last name\n"))
        #expect(empty.rows == 0)
        batch.isStrict = true
        let bad = table(200) + "too,few\n" + table(200).split(separator: "\n").dropFirst().joined(separator: "\n")
        let error = await #expect(throws: Failure.self) { try await batch.run(try fixture.rows(bad)) }
        #expect(error?.message.hasPrefix("Line 202:") == true)
        await #expect(throws: Failure.self) { try await batch.run(try fixture.rows("Shoe size\n1\n")) }
        #expect(fixture.folder.names.isEmpty)
        batch.destination = .merged(URL(fileURLWithPath: "/nowhere/all.pdf"))
        let unwritable = await #expect(throws: Failure.self) {
            try await batch.run(try fixture.rows(table(1)))
        }
        #expect(unwritable?.code == .outputUnwritable)
    }

    @Test("an encrypted form is refused, since its copies would not be encrypted")
    func encrypted() async throws {
        let data = try Program.encrypted(BatchFixture.formData(), user: "", owner: "owner", in: fixture.folder)
        let form = try await Form(data: data, fileName: "form.pdf")
        let error = await #expect(throws: Failure.self) {
            try await Batch(form: form, destination: .merged(output)).run(try fixture.rows(table(1)))
        }
        #expect(error?.code == .encrypted)
        #expect(fixture.folder.names.isEmpty)
    }
}
