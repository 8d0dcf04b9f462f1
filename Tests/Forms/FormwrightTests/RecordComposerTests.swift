import FailureModel
import FormModel
import FormFilling
import FormImport
import Formwright
import Foundation
import QPDF
import TestSupport
import TestTraits
import Testing

/// Compares filling by appending to a document that was written once with filling it separately.
@Suite("Composing records", .blocking) struct RecordComposerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func values(for fields: [Field], record: Int) -> [ValueEntry] {
        var seen: Set<String> = []
        return fields.enumerated().compactMap { place, field in
            guard !field.readOnly, field.group == nil, seen.insert(field.name).inserted else { return nil }
            if let option = field.options?.first { return ValueEntry(key: field.name, value: .text(option)) }
            if field.type == .checkbox { return ValueEntry(key: field.name, value: .flag((place + record) % 2 == 0)) }
            let limit = min(field.maxLength ?? 20, field.combEdges.map { $0.count - 1 } ?? 20)
            return ValueEntry(key: field.name, value: .text(String("\(record)\(place) Ада 漢字".prefix(limit))))
        }
    }

    /// Fills a form both ways and compares the pictures, the text and the widgets of the results.
    private func compare(_ form: Form, _ entries: [ValueEntry], composer: RecordComposer) async throws {
        var options = ComposeOptions()
        options.overflow = .shrink
        let bound = try Binder(fields: form.fields).bind(entries)
        let (pdf, report) = try composer.compose(bound)
        let (whole, wholeReport) = try Composer(options: options)
            .compose(bound, onto: form.document, description: form.description)
        #expect(report == wholeReport)
        // The document, what all records have in common, and the record.
        func sections(_ data: Data) -> Int {
            String(decoding: data, as: Unicode.ASCII.self).ranges(of: "startxref").count
        }
        let common = form.document.widgets.isEmpty ? sections(form.document.pdf) + 1 : 1
        #expect(sections(pdf) == common + 1, "not appended")
        #expect(try composer.compose(bound).pdf == pdf)
        let (one, two) = (try RenderedPages(pdf, scale: 1), try RenderedPages(whole, scale: 1))
        #expect(one.count == two.count)
        for page in 0..<one.count {
            #expect(difference(try one.image(page), try two.image(page), scale: 1) == nil, "page \(page + 1)")
            #expect(try one.text(page) == two.text(page))
        }
        let again = try Importer().document(pdf, fileName: "again.pdf")
        #expect(try again.warnings == Importer().document(whole, fileName: "again.pdf").warnings)
        #expect(
            again.widgets.map(\.name) == (try Importer().document(whole, fileName: "again.pdf")).widgets.map(\.name))
        let url = try folder.write(pdf, "\(UUID().uuidString).pdf")
        try Program.run("qpdf", ["--check", url.path])
        let other = try folder.write(whole, "\(UUID().uuidString).pdf")
        let tags = try [url, other].map { try Program.run("pdfinfo", ["-struct-text", $0.path]) }
        #expect(tags[0] == tags[1])
    }

    private func composer(_ form: Form) -> RecordComposer {
        var options = ComposeOptions()
        options.overflow = .shrink
        return RecordComposer(form.document, description: form.description, options: options)
    }

    @Test(
        "real forms look as if they had been filled separately",
        arguments: ["uscourts-b121.acro.pdf", "irs-8888.acro.pdf", "irs-1040v.pdf", "va-21-22.pdf"])
    func realForms(_ name: String) async throws {
        let form = try await Form(contentsOf: TestData.url("forms/\(name)"))
        let composer = composer(form)
        for record in 1...2 { try await compare(form, values(for: form.fields, record: record), composer: composer) }
        // With fewer fields, other widgets stay and other pages are drawn on.
        try await compare(form, Array(values(for: form.fields, record: 3).suffix(2)), composer: composer)
    }

    @Test("rotated, cropped and shifted pages", arguments: GeometryTests.cases)
    func geometry(_ c: GeometryTests.Case) async throws {
        var builder = PDFBuilder()
        var page = c.page
        page.text("Here", x: 40, y: 60)
        builder.add(
            page,
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (first) /TU (First)"),
                .init(x: 60, y: 120, width: 20, height: 20, "/FT /Btn /T (box) /TU (Box)"),
            ])
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        try await compare(form, values(for: form.fields, record: 2), composer: composer(form))
    }

    @Test("a picture as the form, and a picture as the signature")
    func pictures() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(), widgets: [.init(x: 60, y: 80, width: 200, height: 50, "/FT /Sig /T (sign) /TU (Sign)")])
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        let noise = GrayImage(width: 60, height: 30, pixels: (0..<1_800).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        let signature = ValueEntry(key: "Sign", value: .picture(try Pictures.file(noise, .png)))
        try await compare(form, [signature], composer: composer(form))

        let sheet = GrayImage(width: 400, height: 300, pixels: Array(repeating: 255, count: 120_000))
        let scan = try Importer().document(try Pictures.file(sheet, .png, resolution: 100), fileName: "scan.png")
        let field = Field(
            id: UUID(), name: "p1f1", page: 0, region: Region(x: 20, y: 20, width: 150, height: 20), type: .text,
            label: "Name", confidence: 1, evidence: .box)
        let known = try Form(
            scan,
            known: FormDescription(
                document: .init(fileName: "scan.png", mimeType: "image/png", sha256: scan.sha256, pageCount: 1),
                pages: [.init(width: 288, height: 216, skew: 1.5)], fields: [field]))
        try await compare(known, [ValueEntry(key: "Name", value: "Ada")], composer: composer(known))
    }

    @Test("a document that contains the composer's own marks is filled correctly")
    func marks() async throws {
        var builder = PDFBuilder()
        builder.catalogueEntries = "/Formwright-0-0- 1 /PieceInfo << /Formwright << /Private (1 0 obj) >> >>"
        builder.add(PDFBuilder.Page(), widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (a)")])
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        let first = try composer(form).compose(
            try Binder(fields: form.fields).bind(values(for: form.fields, record: 1)))
        // A filled form can be filled again.
        builder = PDFBuilder()
        let again = try Importer().document(first.pdf, fileName: "again.pdf")
        let field = Field(
            id: UUID(), name: "p1f1", page: 0, region: Region(x: 20, y: 20, width: 150, height: 20), type: .text,
            label: "Name", confidence: 1, evidence: .box)
        let known = try Form(
            again,
            known: FormDescription(
                document: .init(fileName: "a.pdf", mimeType: "application/pdf", sha256: again.sha256, pageCount: 1),
                pages: [.init(width: 612, height: 792)], fields: [field]))
        try await compare(known, [ValueEntry(key: "Name", value: "Ada")], composer: composer(known))
    }

    @Test("an encrypted form stays encrypted")
    func encrypted() async throws {
        let data = try Program.encrypted(BatchFixture.formData(), user: "secret", owner: "owner", in: folder)
        let form = try await Form(data: data, fileName: "form.pdf", password: "secret")
        let (pdf, _) = try composer(form).compose(
            try Binder(fields: form.fields).bind([ValueEntry(key: "First name", value: "Ada")]))
        #expect(throws: Failure.self) { try Importer().document(pdf, fileName: "a.pdf") }
        #expect(try RenderedPages(pdf, password: "secret").text(0).contains("Ada"))
    }
}
