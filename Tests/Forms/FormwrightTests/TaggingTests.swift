import FormModel
import Formwright
import FormFilling
import FormImport
import Foundation
import QPDF
import TestSupport
import TestTraits
import Testing

/// What a screen reader finds of the values that are drawn on pages.
@Suite("Tags", .blocking) struct TaggingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The structure of a document with its text, as poppler reads it, without indentation.
    private func structure(_ pdf: Data) throws -> [String] {
        let url = try folder.write(pdf, "\(UUID().uuidString).pdf")
        let text = String(decoding: try Program.run("pdfinfo", ["-struct-text", url.path]), as: UTF8.self)
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// A tagged page with printed text, each in its own paragraph, and a form element for each widget.
    private func tagged(
        _ printed: [(text: String, x: Double, y: Double)], widgets: [PDFBuilder.Widget] = [], language: String = "en"
    ) -> Data {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        for (number, part) in printed.enumerated() {
            page.content += "/P << /MCID \(number) >> BDC\n"
            page.text(part.text, x: part.x, y: part.y)
            page.content += "EMC\n"
        }
        page.entries = "/StructParents 0"
        let own = widgets.enumerated().map { number, widget in
            var widget = widget
            widget.entries += " /StructParent \(number + 1)"
            return widget
        }
        let number = builder.add(page, widgets: own)
        // The tree, its document element, the paragraphs, and the form elements.
        let document = builder.add("") + 1
        let paragraphs = printed.indices.map { document + 1 + $0 }
        let forms = widgets.indices.map { document + 1 + printed.count + $0 }
        func list(_ numbers: [Int]) -> String { numbers.map { "\($0) 0 R" }.joined(separator: " ") }
        builder.add(
            "<< /Type /StructElem /S /Document /P \(document + 1 + printed.count + widgets.count) 0 R "
                + "/K [\(list(paragraphs + forms))] >>")
        for number0 in printed.indices {
            builder.add("<< /Type /StructElem /S /P /P \(document) 0 R /Pg \(number) 0 R /K \(number0) >>")
        }
        for place in widgets.indices {
            builder.add(
                "<< /Type /StructElem /S /Form /Alt (Enter it) /P \(document) 0 R /Pg \(number) 0 R "
                    + "/K << /Type /OBJR /Obj \(number - widgets.count + place) 0 R >> >>")
        }
        let keys = forms.enumerated().map { "\($0 + 1) \($1) 0 R" }.joined(separator: " ")
        let root = builder.add(
            "<< /Type /StructTreeRoot /K \(document) 0 R /ParentTreeNextKey \(widgets.count + 1) /ParentTree << /Nums "
                + "[0 [\(list(paragraphs))] \(keys)] >> >>")
        builder.catalogueEntries = "/MarkInfo << /Marked true >> /StructTreeRoot \(root) 0 R /Lang (\(language))"
        return builder.data()
    }

    private let widgets: [PDFBuilder.Widget] = [
        .init(x: 120, y: 90, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name) /V (old secret)"),
        .init(
            x: 120, y: 120, width: 14, height: 14, "/FT /Btn /T (agree) /TU (I agree) /AP << /N << /On 3 0 R >> >>"),
        .init(x: 120, y: 150, width: 200, height: 20, "/FT /Tx /T (town) /TU (Town)"),
    ]

    @Test("a value is read where its field was, and nothing is left of the field")
    func widget() async throws {
        let data = tagged([("Name", 60, 104), ("Town", 60, 164)], widgets: widgets)
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["name": "Ада Lovelace", "agree": true]).data
        let text = try structure(filled)
        #expect(text.contains("\"Ада Lovelace\""))
        #expect(text.filter { $0.hasPrefix("Form") }.count == 3 && text.filter { $0.hasPrefix("Object") }.count == 1)
        let file = try PDFFile(data: filled)
        let forms = file.root["/StructTreeRoot"]["/K"]["/K"].items.filter { $0["/S"].name == "Form" }
        #expect(forms.map { $0["/A"]["/Role"].name } == ["tv", "cb", nil])
        #expect(forms[0]["/Alt"].isNull && forms[0]["/A"]["/Desc"].text == "Name")
        #expect(forms[1]["/Alt"].text == "I agree: checked" && forms[1]["/A"]["/checked"].name == "on")
        // The parts find their elements too.
        let drawing = forms[0]["/K"]["/Stm"]
        let nums = file.root["/StructTreeRoot"]["/ParentTree"]["/Nums"].items
        let key = try #require(drawing["/StructParents"].integer)
        let place = try #require(stride(from: 0, to: nums.count, by: 2).first { nums[$0].integer == key })
        #expect(nums[place + 1].items.map(\.identity) == forms.prefix(2).map(\.identity))
        #expect(file.root["/StructTreeRoot"]["/ParentTreeNextKey"].integer == key + 1)
        #expect(filled.range(of: Data("old secret".utf8)) == nil)
    }

    @Test("a value on a flat page is read behind the text that is printed next to it")
    func flat() async throws {
        let printed = [("Name", 60.0, 104.0), ("Town", 60, 134), ("Signature", 60, 180)]
        let data = tagged(printed.map { (text: $0.0, x: $0.1, y: $0.2) }, language: "de-CH")
        let document = try Importer().document(data, fileName: "form.pdf")
        func field(_ name: String, _ y: Double, _ type: FieldType) -> Field {
            Field(
                id: UUID(), name: name, page: 0, region: Region(x: 120, y: y, width: 200, height: 16), type: type,
                label: name, confidence: 1, evidence: .box)
        }
        let description = FormDescription(
            document: .init(fileName: "form.pdf", mimeType: "application/pdf", sha256: document.sha256, pageCount: 1),
            pages: [.init(width: 612, height: 792)],
            fields: [
                field("name", 92, .text), field("box", 94, .checkbox), field("town", 122, .text),
                field("signature", 168, .signature),
            ])
        let form = try Form(document, known: description)
        let filled = try await form.fill(
            [
                "signature": .picture(
                    try Pictures.file(GrayImage(width: 40, height: 20, pixels: Array(repeating: 0, count: 800)), .png)),
                "town": "Zürich", "name": "Ada",
                "box": .flag(false),
            ])
        let text = try structure(filled.data).filter { $0.hasPrefix("\"") || $0.hasPrefix("Figure") }
            .map { $0.hasPrefix("Figure") ? "Figure" : $0 }
        #expect(
            text.filter { $0 != "\"\"" } == [
                "\"Name\"", "\"Ada\"", "\"Town\"", "\"Zürich\"", "\"Signature\"", "Figure",
            ])
        let paragraphs = try PDFFile(data: filled.data).root["/StructTreeRoot"]["/K"]["/K"].items
        #expect(paragraphs[0]["/K"].items[2]["/Alt"].text == "box: nicht angekreuzt")
        #expect(paragraphs[2]["/K"].items[1]["/Alt"].text == "signature")
    }

    @Test("fields that become part of the page are read as before")
    func flattened() async throws {
        var widgets = widgets
        widgets[2].entries += " /V (Bern) /AP << /N << >> >>"
        let data = tagged([("Name", 60, 104)], widgets: widgets)
        let url = try folder.write(data, "form.pdf")
        let first = try await Form(contentsOf: url).fill(["town": "Genf"], options: ComposeOptions(keepsFields: true))
        let kept = try folder.write(first.data, "kept.pdf")
        #expect(try structure(first.data).filter { $0.hasPrefix("Object") }.count == 3)
        let flat = try await FlattenedForm(contentsOf: kept).data
        let text = try structure(flat)
        #expect(text.contains("\"Genf\"") && text.contains("\"old secret\""))
        #expect(!text.contains { $0.hasPrefix("Object") })
    }

    @Test("values on a document without tags are artifacts")
    func untagged() async throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page(), widgets: widgets)
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        let filled = try await form.fill(["name": "Ada"]).data
        let file = try PDFFile(data: filled)
        let content = String(decoding: try file.pageContent(of: file.page(0)), as: UTF8.self)
        #expect(content.contains(/\/Artifact BMC\s+q \/Formwright1 Do Q\s+EMC/))
        #expect(file.root["/StructTreeRoot"].isNull)
        #expect(try RenderedPages(filled).text(0) == "Ada")
    }

    @Test("tags are appended with the values")
    func appended() async throws {
        let data = tagged([("Name", 60, 104)], widgets: widgets)
        let form = try await Form(data: data, fileName: "form.pdf")
        let filled = try await form.fill(["name": "Ada"], options: ComposeOptions(isIncremental: true)).data
        #expect(filled.starts(with: data))
        #expect(try structure(filled).contains("\"Ada\""))
    }

    @Test(
        "a damaged structure tree does not prevent filling",
        arguments: [
            "/StructTreeRoot << >>", "/StructTreeRoot << /K 1 0 R /ParentTree 1 0 R >>",
            "/StructTreeRoot << /ParentTree << /Nums [9223372036854775807 3 0 R (x) 1] >> /ParentTreeNextKey -5 >>",
        ])
    func damaged(entries: String) async throws {
        var builder = PDFBuilder()
        builder.catalogueEntries = entries
        var page = PDFBuilder.Page()
        page.entries = "/StructParents 9223372036854775807"
        page.content = "/P << /MCID 0 >> BDC BT /F1 10 Tf 60 700 Td (x) Tj ET EMC\n"
        var widget = widgets[0]
        widget.entries += " /StructParent 9223372036854775807"
        builder.add(page, widgets: [widget, widgets[2]])
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        let filled = try await form.fill(["name": "Ada", "town": "Bern"]).data
        #expect(try RenderedPages(filled).text(0).hasSuffix("Ada Bern"))
    }
}
