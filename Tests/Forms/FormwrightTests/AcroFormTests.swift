import FailureModel
import FormImport
import FormModel
import Formwright
import Foundation
import QPDF
import TestTraits
import Testing
import TestSupport

@Suite("AcroForm", .blocking) struct AcroFormTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func form(
        _ widgets: [(Region, String)], catalogue: String = "", formEntries: String = "", annotations: [String] = []
    ) -> Data {
        var builder = PDFBuilder()
        builder.catalogueEntries = catalogue
        builder.formEntries = formEntries
        var page = PDFBuilder.Page()
        page.text("Printed words", x: 60, y: 40)
        builder.add(
            page,
            widgets: widgets.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height, $1) },
            annotations: annotations)
        return builder.data()
    }

    private let top = Region(x: 100, y: 100, width: 200, height: 20)
    private let middle = Region(x: 100, y: 150, width: 200, height: 20)
    private let square = Region(x: 100, y: 200, width: 12, height: 12)
    private let secondSquare = Region(x: 140, y: 200, width: 12, height: 12)

    /// Returns the appearance dictionary of a button whose on-state has the given name.
    private func states(_ on: String) -> String { "/AP << /N << /\(on) 3 0 R /Off 3 0 R >> >>" }

    @Test("an annotation that does not say that it is a widget, but has the keys of one, is a field")
    func withoutSubtype() async throws {
        let text = String(
            decoding: form([
                (top, "/FT /Tx /T (a) /TU (Full name) /V (Ada)"), (middle, "/FT /Tx /T (b) /TU (Town) /V (Rome)"),
            ]), as: UTF8.self)
        // The same number of characters, so that the offsets stay.
        let data = Data(text.replacing("/Subtype /Widget", with: "                ").utf8)
        let form = try await Form(data: data, fileName: "a.pdf")
        #expect(form.fields.map(\.name) == ["a", "b"])
        let file = try folder.write(data, "form.pdf")
        #expect(try await ExistingValues(contentsOf: file).fields.map(\.value) == [.text("Ada"), .text("Rome")])
        #expect(try RenderedPages(try await FlattenedForm(contentsOf: file).data).text(0) == "Printed words Ada Rome")
        #expect(try RenderedPages(try await form.fill(["b": "Oslo"]).data).text(0) == "Printed words Oslo")
        let kept = try await form.fill(["a": "Eva", "b": "Oslo"], options: ComposeOptions(keepsFields: true)).data
        let shown = folder.file("shown.pdf")
        try Program.run("qpdf", ["--flatten-annotations=all", try folder.write(kept, "kept.pdf").path, shown.path])
        #expect(try RenderedPages(try Data(contentsOf: shown)).text(0) == "Printed words Eva Oslo")
    }

    @Test("widgets provide type, tooltip, options, limits and current values")
    func widgetsAreFields() async throws {
        let data = form([
            (top, "/FT /Tx /T (a) /TU (Full name) /V (Ada) /MaxLen 40 /DA (/Helv 9 Tf)"),
            (middle, "/FT /Tx /T (b) /Ff 4096"), (square, "/FT /Btn /T (c) /TU (Agree) \(states("Yes")) /AS /Yes"),
            (secondSquare, "/FT /Ch /T (d) /Ff 131072 /Opt [[(oh) (Ohio)] [(ia) (Iowa)]] /V (oh)"),
        ])
        let fields = try await Form(data: data, fileName: "a.pdf").fields
        #expect(fields.map(\.name) == ["a", "b", "c", "d"])
        #expect(fields.map(\.type) == [.text, .multiline, .checkbox, .text])
        #expect(fields[0].label == "Full name" && fields[0].maxLength == 40 && fields[0].fontSize == 9)
        #expect(fields[0].defaultValue == "Ada")
        #expect(fields[2].defaultValue == "true" && fields[2].option == "Yes")
        #expect(fields[3].options == ["Ohio", "Iowa"])
        #expect(fields.allSatisfy { $0.evidence == .widget && $0.confidence == 1 })
    }

    @Test("a widget without a tooltip, also of a choice, gets the caption printed beside it")
    func captionsFromThePage() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Full name", x: 60, y: 114)
        page.rule(x: 130, y: 120, width: 200)
        page.text("Yes", x: 156, y: 210)
        page.text("No", x: 216, y: 210)
        builder.add(
            page,
            widgets: [
                .init(
                    x: 140, y: 200, width: 12, height: 12, "/FT /Btn /Ff 32768 /T (q) /TU (Do you rent?) \(states("1"))"
                ),
                .init(
                    x: 200, y: 200, width: 12, height: 12, "/FT /Btn /Ff 32768 /T (q) /TU (Do you rent?) \(states("2"))"
                ),
                .init(x: 130, y: 104, width: 200, height: 16, "/FT /Tx /T (f1_01)"),
            ])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        #expect(form.fields.map(\.label) == ["Full name", "Yes", "No"])
        #expect(form.fields.map(\.group?.label) == [nil, "Do you rent?", "Do you rent?"])
        let filled = try await form.fill(["Do you rent": "yes", "Full name": "Ada"])
        #expect(filled.report.filled.map(\.label) == ["Full name", "Yes", "No"])
    }

    @Test("hidden widgets, push buttons and widgets without area are not fields")
    func notFields() async throws {
        let data = form([
            (top, "/FT /Tx /T (shown)"), (middle, "/FT /Btn /Ff 65536 /T (print)"),
            (Region(x: 10, y: 10, width: 0, height: 0), "/FT /Tx /T (nowhere)"),
        ])
        let hidden = Data(String(decoding: data, as: UTF8.self).replacing("/T (shown)", with: "/T (shown) /F 2").utf8)
        #expect(try await Form(data: data, fileName: "a.pdf").fields.map(\.name) == ["shown"])
        #expect(hidden != data)
    }

    @Test("filled widgets are drawn and removed, the others stay fillable")
    func onlyFilledAreFlattened() async throws {
        let data = form([(top, "/FT /Tx /T (a)"), (middle, "/FT /Tx /T (b)")])
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["a": "Lovelace"])
        #expect(try RenderedPages(filled.data).text(0).contains("Lovelace"))
        let left = try await Form(Importer().document(filled.data, fileName: "b.pdf"))
        #expect(left.fields.map(\.name) == ["b"])
        let both = try await left.fill(["b": "Byron"])
        #expect(try RenderedPages(both.data).text(0).contains("Lovelace"))
        #expect(try PDFFile(data: both.data).root["/AcroForm"].isNull)
    }

    @Test("a form filled repeatedly gives the same result as a new one")
    func filledAgain() async throws {
        let data = try TestData.data("forms/uscourts-b121.acro.pdf")
        let form = try await Form(data: data, fileName: "a.pdf")
        let names = form.fields.filter { $0.type == .text && $0.maxLength == nil && $0.options == nil }.map(\.name)
        for (number, name) in (names + names).prefix(40).enumerated() {
            let fresh = try await Form(data: data, fileName: "a.pdf").fill([name: .text("\(number)")]).data
            #expect(try await form.fill([name: .text("\(number)")]).data == fresh, "fill \(number)")
        }
    }

    @Test("a field shown in two places is filled in both")
    func sameNameTwice() async throws {
        let data = form([(top, "/FT /Tx /T (a)"), (middle, "/FT /Tx /T (a)")])
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["a": "Lovelace"])
        #expect(try RenderedPages(filled.data).words(0).filter { $0.text == "Lovelace" }.count == 2)
    }

    @Test("a question is answered by the name of a choice, and only that one is marked")
    func radioGroup() async throws {
        let data = form([
            (square, "/FT /Btn /Ff 32768 /T (status) /TU (Filing status) \(states("Single"))"),
            (secondSquare, "/FT /Btn /Ff 32768 /T (status) /TU (Filing status) \(states("Married"))"),
        ])
        let form = try await Form(data: data, fileName: "a.pdf")
        #expect(form.fields.map(\.label) == ["Single", "Married"])
        #expect(form.fields.allSatisfy { $0.group?.exclusive == true && $0.group?.label == "Filing status" })
        for key in ["Filing status", "status"] {
            let filled = try await form.fill([key: "married"])
            let ink = try #require(
                difference(try RenderedPages(data).image(0), try RenderedPages(filled.data).image(0)))
            #expect(secondSquare.encloses(ink))
        }
        await #expect(throws: Failure.self) { try await form.fill(["Filing status": "complicated"]) }
    }

    @Test("a check mark is within its box, and false draws nothing")
    func checkMark() async throws {
        let data = form([(square, "/FT /Btn /T (c) \(states("On"))")])
        let form = try await Form(data: data, fileName: "a.pdf")
        let ticked = try await form.fill(["c": true])
        let ink = try #require(difference(try RenderedPages(data).image(0), try RenderedPages(ticked.data).image(0)))
        #expect(square.encloses(ink, tolerance: 0) && ink.width > 4)
        let blank = try await form.fill(["c": false])
        #expect(difference(try RenderedPages(data).image(0), try RenderedPages(blank.data).image(0)) == nil)
    }

    @Test("a comb takes one character per cell, without the separators that the form prints")
    func comb() async throws {
        let data = form([(top, "/FT /Tx /Ff 16777216 /MaxLen 9 /T (ssn)")])
        let form = try await Form(data: data, fileName: "a.pdf")
        #expect(form.fields[0].combEdges?.count == 10)
        let filled = try await form.fill(["ssn": "123-45-6789"])
        let characters = try RenderedPages(filled.data).words(0).filter { $0.region.top > 90 }
            .flatMap { zip($0.text, $0.characters) }.sorted { $0.1.left < $1.1.left }
        #expect(String(characters.map(\.0)) == "123456789")
        let cell = top.width / 9
        for (index, character) in characters.enumerated() {
            let middle = top.left + (Double(index) + 0.5) * cell
            #expect(abs(character.1.midX - middle) < 1.5, "character \(index + 1)")
        }
    }

    @Test("a comb with a visible border keeps the lines between its cells")
    func combDividers() async throws {
        let data = form([(top, "/FT /Tx /Ff 16777216 /MaxLen 4 /T (year) /MK << /BC [0 0 0] >>")])
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["year": "2"])
        let image = try RenderedPages(filled.data).image(0)
        func isDark(_ x: Double) -> Bool {
            let column = Int(x * RenderedPages.defaultScale)
            return (column - 1...column).contains { image[$0, Int(top.midY * RenderedPages.defaultScale)] < 100 }
        }
        for cell in 1...3 { #expect(isDark(top.left + top.width * Double(cell) / 4), "edge \(cell)") }
        #expect(!isDark(top.left + top.width * 3.5 / 4))
    }

    @Test(
        "a radio button stays as round as its appearance, or if it has none, as its mark",
        arguments: [
            ("", "6 0 m 12 0 12 12 6 12 c s", true), ("/CA (8)", "6 0 m 12 0 12 12 6 12 c s", true),
            ("/CA (l)", "0 0 12 12 re s", false), ("/CA (l)", "", true), ("", "", true), ("/CA (4)", "", false),
        ])
    func roundness(mark: String, appearance: String, isRound: Bool) async throws {
        var builder = PDFBuilder()
        let off = builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 12 12] /Length \(appearance.utf8.count) >>\nstream\n"
                + "\(appearance)\nendstream")
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(
                    x: 100, y: 200, width: 40, height: 40,
                    "/FT /Btn /Ff 32768 /T (q) /AS /Off /MK << /BG [0] /BC [0] \(mark) >> "
                        + "/AP << /N << /On \(off) 0 R /Off \(off) 0 R >> >>")
            ])
        let filled = try await Form(data: builder.data(), fileName: "a.pdf").fill(["q": "On"])
        let image = try RenderedPages(filled.data).image(0)
        #expect(image[240, 440] < 50)
        #expect((image[203, 403] > 200) == isRound)
    }

    @Test("a field tree that grows exponentially is repaired, with a warning", .timeLimit(.minutes(30)))
    func fieldGraph() async throws {
        var builder = PDFBuilder()
        for level in 0..<25 { builder.add("<< /T (n) /Kids [\(level + 5) 0 R \(level + 5) 0 R] >>") }
        builder.add("<< /FT /Tx /T (leaf) >>")
        // There is no tooltip, so poppler must draw the page, and visits the fields.
        var page = PDFBuilder.Page()
        page.text("Name", x: 60, y: 114)
        builder.add(page, widgets: [.init(x: 100, y: 100, width: 200, height: 20, "/FT /Tx /T (a)")])
        let text = String(decoding: builder.data(), as: UTF8.self)
        let data = Data(text.replacing("/Fields [", with: "/Fields [4 0 R ").utf8)
        let form = try await Form(data: data, fileName: "a.pdf")
        #expect(form.description.document.warnings.contains { $0.contains("repeatedly") })
        #expect(form.fields.map(\.label) == ["Name"])
        let filled = try await form.fill(["Name": "Ada"])
        #expect(try RenderedPages(filled.data).text(0).contains("Ada"))
    }

    @Test("fields decoded from JSON give the same bytes as detected ones")
    func knownFields() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 100.1237, y: 100.4561, width: 200.7893, height: 20.1234, "/FT /Tx /T (a) /TU (A)"),
                .init(
                    x: 100.3337, y: 150.2222, width: 199.9996, height: 17.7777,
                    "/FT /Tx /Ff 16777216 /MaxLen 7 /T (b) /TU (B)"),
            ])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let json = try JSONEncoder().encode(form.description)
        let known = try Form(form.document, known: JSONDecoder().decode(FormDescription.self, from: json))
        #expect(known.description == form.description)
        let values: [String: FieldValue] = ["a": "Lovelace", "b": "1815"]
        #expect(try await known.fill(values).data == (try await form.fill(values).data))
    }

    @Test("the widget's background and border are kept")
    func lookIsKept() async throws {
        let data = form([(top, "/FT /Tx /T (a) /MK << /BG [0 0 0] /BC [0 0 0] >>")])
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["a": ""])
        let bare = try RenderedPages(form([])).image(0)
        let ink = try #require(difference(bare, try RenderedPages(filled.data).image(0)))
        #expect(abs(ink.width - top.width) <= 1 && abs(ink.height - top.height) <= 1)
    }

    @Test("XFA and the publisher's signature are removed, so that no reader shows the old form")
    func xfaIsDropped() async throws {
        let data = form(
            [(top, "/FT /Tx /T (a)"), (middle, "/FT /Tx /T (b)")], catalogue: "/Perms << /UR3 3 0 R >>",
            formEntries: "/XFA [(template) 3 0 R]")
        let form = try await Form(data: data, fileName: "a.pdf")
        #expect(form.description.document.warnings.contains { $0.contains("XFA") })
        let filled = try await form.fill(["a": "x"])
        let root = try PDFFile(data: filled.data).root
        #expect(root["/AcroForm"].isDictionary && root["/AcroForm"]["/XFA"].isNull)
        #expect(root["/Perms"].isNull)
    }

    @Test("links stay in place")
    func linksSurvive() async throws {
        let link = "<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /A << /S /URI /URI (https://example.org/) >> >>"
        let data = form([(top, "/FT /Tx /T (a)")], annotations: [link])
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["a": "x"])
        #expect(filled.data.range(of: Data("https://example.org/".utf8)) != nil)
    }
}
