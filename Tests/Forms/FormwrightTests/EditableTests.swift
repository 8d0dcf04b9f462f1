import FailureModel
import FormImport
import FormModel
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

/// Filled AcroForm fields that stay fields.
@Suite("Editable results", .blocking) struct EditableTests {
    private let folder: TemporaryFolder
    private let options = ComposeOptions(keepsFields: true)

    init() throws { folder = try TemporaryFolder() }

    private func states(_ on: String) -> String { "/AP << /N << /\(on) 3 0 R /Off 3 0 R >> >>" }

    private func held(_ pdf: Data) async throws -> [String: ExistingValues.Value] {
        let url = try folder.write(pdf, "held-\(UUID().uuidString).pdf")
        let values = try await ExistingValues(contentsOf: url, includingEmpty: true)
        return Dictionary(uniqueKeysWithValues: values.fields.map { ($0.name, $0.value) })
    }

    /// The pages with what their fields show as text, which the text of a page itself does not include.
    private func shown(_ pdf: Data) throws -> RenderedPages {
        let (file, flat) = (try folder.write(pdf, "kept.pdf"), folder.file("shown.pdf"))
        try Program.run("qpdf", ["--flatten-annotations=all", file.path, flat.path])
        return try RenderedPages(try Data(contentsOf: flat))
    }

    private func structure(_ pdf: Data) throws -> String {
        let (file, plain) = (try folder.write(pdf, "a.pdf"), folder.file("plain.pdf"))
        try Program.run("qpdf", ["--check", file.path])
        try Program.run("qpdf", ["--qdf", "--object-streams=disable", file.path, plain.path])
        return String(decoding: try Data(contentsOf: plain), as: UTF8.self)
    }

    private let top = Region(x: 60, y: 80, width: 200, height: 20)

    private func form(_ widgets: [PDFBuilder.Widget], formEntries: String = "", page: PDFBuilder.Page = .init()) -> Data
    {
        var builder = PDFBuilder()
        builder.formEntries = formEntries
        builder.add(page, widgets: widgets)
        return builder.data()
    }

    @Test("a box that is unticked leaves no value behind, whatever it was called, except another button's")
    func unticked() async throws {
        let alone = form([
            .init(x: 60, y: 80, width: 12, height: 12, "/FT /Btn /T (c) /TU (Agree) /V /Yes \(states("On")) /AS /On")
        ])
        let twin = form([
            .init(x: 60, y: 80, width: 12, height: 12, "/FT /Btn /T (c) /TU (Agree) /V /Yes \(states("On")) /AS /On"),
            .init(x: 60, y: 100, width: 12, height: 12, "/FT /Btn /T (c) /TU (Agree) /V /Yes \(states("On")) /AS /On"),
        ])
        for data in [alone, twin] {
            let filled = try await Form(data: data, fileName: "a.pdf").fill(["c": false], options: options)
            let text = try structure(filled.data)
            #expect(!text.contains("/V /Yes") && !text.contains("/AS /On"))
        }
        var builder = PDFBuilder()
        let parent = builder.add("<< /FT /Btn /Ff 32768 /T (q) /V /B /Kids [6 0 R 7 0 R] >>")
        builder.add(
            PDFBuilder.Page(),
            widgets: ["A", "B"].enumerated().map { place, state in
                .init(
                    x: 60, y: 80 + 30 * Double(place), width: 12, height: 12,
                    "/Parent \(parent) 0 R /TU (\(state)) \(states(state)) /AS /\(state == "B" ? state : "Off")")
            })
        let filled = try await Form(data: builder.data(), fileName: "a.pdf").fill(["A": false], options: options)
        #expect(try structure(filled.data).contains("/V /B"))
    }

    @Test("every kind of field holds its value, and shows it by itself")
    func kinds() async throws {
        var builder = PDFBuilder()
        builder.formEntries = "/NeedAppearances true /XFA (x)"
        let radio = builder.add("<< /FT /Btn /Ff 32768 /T (status) >>")
        let parent = "/Parent \(radio) 0 R"
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name) /RV (old)"),
                .init(x: 60, y: 110, width: 200, height: 60, "/FT /Tx /Ff 4096 /T (notes) /TU (Notes)"),
                .init(x: 60, y: 180, width: 12, height: 12, "/FT /Btn /T (agree) /TU (Agree) \(states("On")) /AS /Off"),
                .init(
                    x: 60, y: 200, width: 12, height: 12,
                    "/FT /Btn /T (other) /TU (Other) \(states("On")) /AS /On /V /On"),
                .init(x: 60, y: 220, width: 12, height: 12, "\(parent) \(states("1")) /AS /Off"),
                .init(x: 90, y: 220, width: 12, height: 12, "\(parent) \(states("2")) /AS /Off"),
                .init(
                    x: 60, y: 240, width: 99, height: 20,
                    "/FT /Ch /Ff 131072 /T (state) /TU (State) /Opt [[(oh) (Ohio)] [(ia) (Iowa)]] /I [0]"),
                .init(x: 60, y: 270, width: 90, height: 20, "/FT /Tx /Ff 16777216 /MaxLen 4 /T (code) /TU (Code)"),
            ])
        let data = builder.data()
        let filled = try await Form(data: data, fileName: "form.pdf").fill(
            [
                "name": "Åse", "notes": "one\ntwo", "agree": true, "other": false, "status": "2", "state": "Iowa",
                "code": "1234",
            ],
            options: options)
        let held = try await held(filled.data)
        #expect(
            held == [
                "name": .text("Åse"), "notes": .text("one\ntwo"), "agree": .box(isOn: true, on: "On"),
                "other": .box(isOn: false, on: "On"), "status": .state("2"),
                "state": .choices([.init(export: "ia", shown: "Iowa")]), "code": .text("1234"),
            ])
        let structure = try structure(filled.data)
        for entry in ["/NeedAppearances", "/XFA", "/RV", "/I ["] { #expect(!structure.contains(entry), "\(entry)") }
        let (before, after) = (try RenderedPages(data), try shown(filled.data))
        #expect(try after.text(within: top, page: 0, besides: before) == "Åse")
        #expect(
            try after.text(within: Region(x: 60, y: 240, width: 99, height: 20), page: 0, besides: before) == "Iowa")
        #expect(
            try after.text(within: Region(x: 60, y: 270, width: 90, height: 20), page: 0, besides: before) == "1234")
        #expect(filled.report.filled.count == 8 && filled.report.untouched.isEmpty)
    }

    @Test("a tick is seen in every viewer, even if the form lists its appearances in an object of their own")
    func statesApart() async throws {
        var builder = PDFBuilder()
        let black = builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 16 >>\nstream\n0 g 2 2 5 5 re f\nendstream")
        let states = builder.add("<< /On \(black) 0 R >>")
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 20, height: 20, "/FT /Btn /T (agree) /TU (Agree) /AP << /N \(states) 0 R >>")
            ])
        let data = builder.data()
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["agree": true], options: options)
        let changed = try #require(
            difference(try RenderedPages(data).image(0), try RenderedPages(filled.data).image(0)))
        #expect(changed.left >= 60 && changed.right <= 80 && changed.top >= 80 && changed.bottom <= 100)
    }

    @Test("a password is held, and shown as bullets", arguments: [false, true])
    func password(keepsFields: Bool) async throws {
        let data = form([.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /Ff 8192 /T (key) /TU (Key)")])
        let filled = try await Form(data: data, fileName: "form.pdf")
            .fill(["key": "secret"], options: ComposeOptions(keepsFields: keepsFields))
        #expect(try shown(filled.data).text(0) == "••••••")
        // The field holds it, which is not exported.
        let isHeld = String(decoding: try expandedPDF(filled.data), as: UTF8.self).contains("/V (secret)")
        #expect(isHeld == keepsFields)
        if keepsFields { #expect(try await held(filled.data)["key"] == nil) }
    }

    @Test(
        "text of every writing system is stored as it is, and drawn in its field",
        arguments: [
            "Ελληνικά", "Кириллица", "עברית", "العربية", "हिन्दी", "ไทย", "中文", "日本語", "한국어", "Tiếng Việt", "😀",
        ])
    func scripts(_ text: String) async throws {
        let data = form([.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)")])
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["name": .text(text)], options: options)
        #expect(try await held(filled.data)["name"] == .text(text.precomposedStringWithCanonicalMapping))
        let changed = try #require(
            difference(try RenderedPages(data).image(0), try RenderedPages(filled.data).image(0)))
        #expect(changed.left >= 59 && changed.right <= 261 && changed.top >= 79 && changed.bottom <= 101)
    }

    @Test("values are upright and in place on turned and shifted pages", arguments: [0, 90, 180, 270])
    func turned(_ rotation: Int) async throws {
        var page = PDFBuilder.Page(width: 400, height: 600)
        page.rotation = rotation
        page.origin = (x: 40, y: -30)
        page.userUnit = rotation == 90 ? 2 : 1
        let data = form([.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)")], page: page)
        let form = try await Form(data: data, fileName: "form.pdf")
        let kept = try await form.fill(["name": "Ada Lovelace"], options: options)
        let flat = try await form.fill(["name": "Ada Lovelace"])
        // As when it is part of the page.
        let unit = page.userUnit
        #expect(
            difference(
                try RenderedPages(kept.data).image(0, userUnit: unit),
                try RenderedPages(flat.data).image(0, userUnit: unit))
                == nil)
    }

    @Test("all widgets of a field show its value, and a second fill replaces the first")
    func again() async throws {
        var builder = PDFBuilder()
        let parent = builder.add("<< /FT /Tx /T (name) /TU (Name) >>")
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/Parent \(parent) 0 R"),
                .init(x: 60, y: 180, width: 200, height: 20, "/Parent \(parent) 0 R"),
            ])
        let first = try await Form(data: builder.data(), fileName: "form.pdf").fill(["name": "Ada"], options: options)
        let second = try await Form(data: first.data, fileName: "form.pdf").fill(["name": "Grace"], options: options)
        #expect(try shown(first.data).text(0) == "Ada Ada")
        #expect(try shown(second.data).text(0) == "Grace Grace")
    }

    @Test("a widget with a value of its own, and a hidden field with the same name, hold the new value as well")
    func ownValues() async throws {
        var builder = PDFBuilder()
        let parent = builder.add("<< /FT /Tx /T (name) /TU (Name) /V (Old) /Kids [6 0 R 7 0 R] >>")
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/Parent \(parent) 0 R /V (Old)"),
                .init(x: 60, y: 180, width: 200, height: 20, "/Parent \(parent) 0 R"),
                .init(x: 60, y: 280, width: 200, height: 20, "/FT /Tx /T (name) /V (Old) /Ff 1"),
            ])
        var data = String(decoding: builder.data(), as: UTF8.self)
        let flag = try #require(data.range(of: "/F 4 ", options: .backwards))
        data.replaceSubrange(flag, with: "/F 2 ")
        let filled = try await Form(data: Data(data.utf8), fileName: "form.pdf").fill(["name": "Ada"], options: options)
        #expect(try await held(filled.data)["name"] == .text("Ada"))
        let structure = try structure(filled.data)
        #expect(!structure.contains("(Old)") && structure.components(separatedBy: "/V (Ada)").count == 3)
    }

    @Test("what other fields hold is still seen if viewers were asked to draw it")
    func neededAppearances() async throws {
        let data = form(
            [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                .init(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /T (city) /TU (City) /V (London)"),
            ], formEntries: "/NeedAppearances true")
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["name": "Ada"], options: options)
        #expect(try shown(filled.data).text(0) == "Ada London")
        #expect(filled.report.filled.map(\.name) == ["name"])
    }

    @Test("a box without an appearance gets one, and a signature becomes part of the page")
    func others() async throws {
        let data = form([
            .init(x: 60, y: 80, width: 12, height: 12, "/FT /Btn /T (agree) /TU (Agree)"),
            .init(x: 60, y: 120, width: 200, height: 20, "/FT /Sig /T (sign) /TU (Signature)"),
        ])
        let filled = try await Form(data: data, fileName: "form.pdf").fill(
            ["agree": true, "sign": "Ada"], options: options)
        #expect(try await held(filled.data) == ["agree": .box(isOn: true, on: "Yes")])
        #expect(try RenderedPages(filled.data).text(0) == "Ada")
        let changed = try #require(
            difference(try RenderedPages(data).image(0), try RenderedPages(filled.data).image(0)))
        #expect(changed.top < 90 && changed.bottom > 120)
        #expect(try await Form(Importer().document(filled.data, fileName: "form.pdf")).fields.count == 1)
    }

    @Test("fields without a name are fields of their own, with a name that no other has")
    func nameless() async throws {
        let data = form([
            .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /TU (Name)"),
            .init(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /TU (Town)"),
            .init(x: 60, y: 160, width: 200, height: 20, "/FT /Tx /T (p1f2) /TU (Street)"),
            .init(x: 60, y: 200, width: 12, height: 12, "/FT /Btn /TU (Agree) \(states("A"))"),
            .init(x: 60, y: 240, width: 12, height: 12, "/FT /Btn /TU (Refuse) \(states("B"))"),
        ])
        let original = try await Form(data: data, fileName: "form.pdf")
        #expect(original.fields.map(\.name) == ["p1f1", "p1f3", "p1f2", "p1f4", "p1f5"])
        #expect(original.fields.allSatisfy { $0.group == nil })
        for options in [options, ComposeOptions(), ComposeOptions(isIncremental: true)] {
            let filled = try await original.fill(["Name": "Ada", "p1f2": "Road", "Agree": true], options: options)
            #expect(filled.report.filled.map(\.name) == ["p1f1", "p1f2", "p1f4"])
            #expect(filled.report.untouched == ["p1f3", "p1f5"])
            #expect(try shown(filled.data).text(0) == "Ada Road")
        }
        #expect(try await original.fill(["p1f3": "Ely"], options: options).report.filled.map(\.name) == ["p1f3"])
    }

    @Test("a document whose form is null gets one that lists the filled field", arguments: ["null", "7"])
    func formless(_ form: String) async throws {
        let text = String(
            decoding: self.form([.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)")]),
            as: UTF8.self)
        let entry = try #require(try /\/AcroForm (<<.*?>>|\d+ 0 R)/.firstMatch(in: text)?.output.0)
        // Of the same length, so that the offsets stay.
        let other = "/AcroForm \(form)"
        let data = Data(
            text.replacing(entry, with: other + String(repeating: " ", count: entry.count - other.count)).utf8)
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["name": "Ada"], options: options)
        #expect(try await held(filled.data) == ["name": .text("Ada")])
    }

    @Test("where pages have copies of the listed fields, the list names those that hold the values")
    func copies() async throws {
        var builder = PDFBuilder()
        let copy = builder.add(
            "<< /FT /Tx /T (name) /TU (Name) /Type /Annot /Subtype /Widget /Rect [60 692 260 712] >>")
        builder.add(
            PDFBuilder.Page(), widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)")])
        let text = String(decoding: builder.data(), as: UTF8.self)
        // The same number of digits, so that the offsets stay.
        let listed = try #require(try /\/Fields \[(\d+) 0 R\]/.firstMatch(in: text)?.output.1)
        try #require(listed.count == "\(copy)".count)
        let data = Data(text.replacing("/Fields [\(listed) 0 R]", with: "/Fields [\(copy) 0 R]").utf8)
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["name": "Ada"], options: options)
        let structure = try structure(filled.data)
        let number = try #require(try /\/Fields \[\s*(\d+) 0 R/.firstMatch(in: structure)?.output.1)
        // The first one: the blank form in the file has objects, too.
        let object = try #require(structure.components(separatedBy: "\n\(number) 0 obj\n").dropFirst().first)
        #expect(object.components(separatedBy: "endobj").first?.contains("/V (Ada)") == true)
    }

    @Test("fields that the form does not list are listed, so that other programs find them")
    func unlisted() async throws {
        let data = form([
            .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)"),
            .init(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /T (town) /TU (Town)"),
        ])
        let text = String(decoding: data, as: UTF8.self)
        let list = try #require(try /\/Fields \[[^\]]*\]/.firstMatch(in: text)).output
        // The same length, so that the offsets stay.
        let empty = "/Fields [" + String(repeating: " ", count: list.count - 10) + "]"
        let defective = Data(text.replacing(list, with: empty).utf8)
        let filled = try await Form(data: defective, fileName: "form.pdf").fill(["name": "Ada"], options: options)
        let fields = try #require(try /\/Fields \[([^\]]*)\]/.firstMatch(in: try structure(filled.data))).output.1
        #expect(fields.split(whereSeparator: \.isWhitespace).count { $0 == "R" } == 2)
    }

    @Test("a form without fields says that none can stay editable")
    func flat() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Name", x: 60, y: 115)
        page.box(x: 130, y: 100, width: 220, height: 22)
        builder.add(page)
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        #expect(try await form.fill(["Name": "Ada"], options: options).report.warnings.count == 1)
        #expect(try await form.fill(["Name": "Ada"]).report.warnings.isEmpty)
    }

    @Test("a batch keeps fields as well, with the same bytes as a single fill")
    func batch() async throws {
        let data = form([.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)")])
        let form = try await Form(data: data, fileName: "form.pdf")
        let rows = RowsFile(data: Data("name\nAda\nGrace\n".utf8), name: "rows.csv", folder: nil)
        let names = try NameTemplate(folder.file("{row}.pdf").path)
        _ = try await Batch(form: form, destination: .files(names), composing: options).run(try rows.rows()) { _, _ in }
        let single = try await form.fill(["name": "Grace"], options: options)
        #expect(try Data(contentsOf: folder.file("2.pdf")) == single.data)
    }
}
