import FailureModel
import FormImport
import FormModel
import FormFilling
import Formwright
import Foundation
import TestSupport
import Testing

/// What the flags of AcroForm fields do, as docs/use/values.md lists them.
@Suite("Field flags") struct FieldFlagTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The flags and bits of ISO 32000-1, tables 221, 226, 228 and 230.
    private static let bits = [
        "ReadOnly": 1, "Required": 2, "NoExport": 3, "Multiline": 13, "Password": 14, "NoToggleToOff": 15, "Radio": 16,
        "Pushbutton": 17, "Combo": 18, "Edit": 19, "Sort": 20, "FileSelect": 21, "MultiSelect": 22,
        "DoNotSpellCheck": 23,
        "DoNotScroll": 24, "Comb": 25, "RadiosInUnison": 26, "RichText": 26, "CommitOnSelChange": 27,
    ]
    /// Those of table 165.
    private static let annotationBits = [
        "Invisible": 1, "Hidden": 2, "Print": 3, "NoZoom": 4, "NoRotate": 5, "NoView": 6, "ReadOnly": 7, "Locked": 8,
        "ToggleNoView": 9, "LockedContents": 10,
    ]

    private static func value(_ flags: [String]) -> Int { flags.reduce(0) { $0 | 1 << ((bits[$1] ?? 1) - 1) } }

    private static let box = Region(x: 60, y: 80, width: 200, height: 40)
    private static let text = "/FT /Tx /T (f) /TU (Field) /DA (/Helv 12 Tf 0 g)"
    private static let list = "/FT /Ch /T (f) /TU (Field) /DA (/Helv 12 Tf 0 g) /Opt [(b) (a) (c)]"

    /// A form with one field, and one without any flag.
    private static func form(_ entries: String, _ flags: [String], annotation: Int = 4) -> Data {
        var builder = PDFBuilder()
        var widget = PDFBuilder.Widget(
            x: box.x, y: box.y, width: box.width, height: box.height, "\(entries) /Ff \(value(flags))")
        widget.flags = annotation
        builder.add(
            PDFBuilder.Page(),
            widgets: [widget, .init(x: 60, y: 200, width: 200, height: 20, "/FT /Tx /T (plain) /TU (Plain)")])
        return builder.data()
    }

    private static func form(of data: Data) async throws -> Form { try await Form(data: data, fileName: "form.pdf") }

    private func held(_ data: Data, includingEmpty: Bool = true) async throws -> ExistingValues {
        let url = try folder.write(data, "\(UUID().uuidString).pdf")
        return try await ExistingValues(contentsOf: url, includingEmpty: includingEmpty)
    }

    /// What everything makes of the field "f".
    private struct Effect: Hashable {
        var flags: Set<FieldFlag>
        var shown: String
        var held: ExistingValues.Value?
        var hint: String?
    }

    private func effect(_ entries: String, _ flags: [String], value: String, annotation: Int = 4) async throws -> Effect
    {
        let data = Self.form(entries, flags, annotation: annotation)
        let form = try await Self.form(of: data)
        let flat = try await form.fill(["f": .text(value)])
        let kept = try await form.fill(["f": .text(value)], options: ComposeOptions(keepsFields: true))
        let field = try #require(form.fields.first { $0.name == "f" })
        return Effect(
            flags: field.flags,
            shown: try RenderedPages(flat.data).text(within: Self.box, page: 0, besides: RenderedPages(data)),
            held: try await held(kept.data).fields.first { $0.name == "f" }?.value,
            hint: ValuesTemplate(form.description).questions.first { $0.fields[0].name == "f" }?.hint)
    }

    @Test("the documented flags are those of the standard, with their bits")
    func documented() throws {
        let page = try String(contentsOf: Repository.url("docs/use/values.md"), encoding: .utf8)
        let start = try #require(page.range(of: "### Flags of fields"))
        let end = try #require(page.range(of: "## How text is fitted"))
        let tables = page[start.upperBound..<end.lowerBound].split(separator: "The flags of a widget")
        func rows(_ table: Substring) -> [String: Int] {
            let cells = table.split(separator: "\n").map {
                $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            return Dictionary(
                uniqueKeysWithValues: cells.compactMap { row in row.count > 2 ? Int(row[1]).map { (row[0], $0) } : nil }
            )
        }
        #expect(tables.count == 2)
        #expect(rows(tables[0]) == Self.bits)
        #expect(rows(tables[1]) == Self.annotationBits)
        for flag in FieldFlag.allCases {
            #expect(Self.bits.keys.contains(flag.rawValue.prefix(1).uppercased() + flag.rawValue.dropFirst()))
        }
    }

    @Test(
        "flags of text that change nothing",
        arguments: [
            ("DoNotSpellCheck", FieldFlag.doNotSpellCheck), ("DoNotScroll", .doNotScroll), ("RichText", .richText),
        ])
    func plainText(_ name: String, _ flag: FieldFlag) async throws {
        let without = try await effect(Self.text, [], value: "words")
        var with = try await effect(Self.text + " /RV (<p>old</p>)", [name], value: "words")
        #expect(with.flags == [flag] && with.shown == "words" && with.held == .text("words"))
        with.flags = []
        #expect(with == without)
    }

    @Test(
        "flags of lists that change nothing but what the form says of itself",
        arguments: [
            ("Sort", FieldFlag.sort), ("CommitOnSelChange", .commitOnSelChange), ("MultiSelect", .multiSelect),
            ("DoNotSpellCheck", .doNotSpellCheck),
        ])
    func plainList(_ name: String, _ flag: FieldFlag) async throws {
        let without = try await effect(Self.list, [], value: "a")
        var with = try await effect(Self.list, [name], value: "a")
        #expect(with.flags == [flag] && with.hint == "one of: b | a | c")
        with.flags = []
        #expect(with == without)
        let combo = try await effect(Self.list, ["Combo"], value: "a")
        #expect(combo.flags.isEmpty && combo.held == without.held && combo.hint == without.hint)
    }

    @Test("a list takes one of several options that can be selected at once, and exports all that are")
    func multiSelect() async throws {
        let data = Self.form(Self.list + " /V [(b) (c)]", ["MultiSelect"])
        #expect(
            try await held(data).fields[0].value
                == .choices([.init(export: "b", shown: "b"), .init(export: "c", shown: "c")]))
        let form = try await Self.form(of: data)
        await #expect { try await form.fill(["f": .structure]) } throws: { ($0 as? Failure)?.code == .wrongType }
    }

    @Test("the path of a file is text")
    func fileSelect() async throws {
        let effect = try await effect(Self.text, ["FileSelect"], value: "/etc/hostname")
        #expect(
            effect.flags == [.fileSelect] && effect.shown == "/etc/hostname" && effect.held == .text("/etc/hostname"))
        #expect(effect.hint == "the path of a file, as text")
    }

    @Test("a read-only field takes what it holds and nothing else, is exported, and in no template")
    func readOnly() async throws {
        let data = Self.form(Self.text + " /V (held)", ["ReadOnly"])
        let form = try await Self.form(of: data)
        #expect(try await form.fill(["f": "held"]).report.filled.isEmpty)
        await #expect { try await form.fill(["f": "other"]) } throws: { ($0 as? Failure)?.code == .readOnlyField }
        #expect(try await held(data).fields[0].value == .text("held"))
        #expect(!ValuesTemplate(form.description).text.contains("Field"))
        #expect(form.fields.first { $0.name == "f" }?.readOnly == true)
    }

    @Test("a required field may stay empty, and the template says that it is required")
    func required() async throws {
        let data = Self.form(Self.text, ["Required"])
        let form = try await Self.form(of: data)
        #expect(try await form.fill(["plain": "x"]).report.untouched == ["f"])
        #expect(try await effect(Self.text, ["Required"], value: "x").hint == "text; required")
        #expect(form.fields.first { $0.name == "f" }?.required == true)
    }

    @Test("what is not to be exported is left out by name, and filled like any other")
    func noExport() async throws {
        let effect = try await effect(Self.text, ["NoExport"], value: "words")
        #expect(effect.flags == [.noExport] && effect.shown == "words" && effect.held == nil && effect.hint == "text")
        let values = try await held(Self.form(Self.text + " /V (x)", ["NoExport"]))
        #expect(values.withheld == ["f"] && values.fields.map(\.name) == ["plain"])
        #expect(!String(decoding: values.data(as: .json), as: UTF8.self).contains("\"f\""))
    }

    @Test("several lines keep their breaks")
    func multiline() async throws {
        let effect = try await effect(Self.text, ["Multiline"], value: "one\ntwo")
        #expect(effect.held == .text("one\ntwo") && effect.hint == "text, several lines")
        #expect(try await self.effect(Self.text, [], value: "one\ntwo").held == .text("one two"))
    }

    @Test("a password is bullets on every page, and in no list, template, report or export")
    func password() async throws {
        let effect = try await effect(Self.text, ["Password"], value: "s3cret")
        #expect(effect.flags == [.password] && effect.shown == "••••••" && effect.held == nil)
        #expect(effect.hint == "password, shown as bullets")
        let data = Self.form(Self.text + " /V (s3cret)", ["Password"])
        let form = try await Self.form(of: data)
        #expect(form.fields.first { $0.name == "f" }?.defaultValue == nil)
        let described = String(decoding: try JSONEncoder().encode(form.description), as: UTF8.self)
        let flattened = try await FlattenedForm(contentsOf: folder.write(data, "password.pdf"))
        let values = try await held(data)
        #expect(values.withheld == ["f"])
        for text in [
            described, ValuesTemplate(form.description).text, try RenderedPages(flattened.data).text(0),
            String(decoding: values.data(as: .fdf), as: UTF8.self),
        ] { #expect(!text.contains("s3cret")) }
        // A long one does not go to an added page, where it could be read.
        let long = String(repeating: "s3cret ", count: 1_000)
        for keepsFields in [false, true] {
            await #expect {
                try await form.fill(
                    ["f": .text(long)], options: ComposeOptions(overflow: .addendum, keepsFields: keepsFields))
            } throws: {
                ($0 as? Failure)?.code == .valueOverflow && ($0 as? Failure)?.message.contains("s3cret") == false
            }
        }
        #expect(
            !String(decoding: try JSONEncoder().encode(try await form.fill(["f": "s3cret"]).report), as: UTF8.self)
                .contains("s3cret"))
    }

    @Test("a password that the form's own appearance shows as text becomes bullets on flat pages")
    func shownPassword() async throws {
        for value in ["/V (s3cret)", ""] {
            var builder = PDFBuilder()
            let content = "BT /H 10 Tf 2 5 Td (s3cret) Tj ET"
            let look = builder.add(
                "<< /BBox [0 0 200 20] /Resources << /Font << /H 3 0 R >> >> /Length \(content.count) >>\nstream\n\(content)\nendstream"
            )
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    .init(
                        x: 60, y: 80, width: 200, height: 20,
                        "/FT /Tx /Ff 8192 /T (f) /TU (Secret) \(value) /AP << /N \(look) 0 R >>"),
                    .init(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /T (g) /TU (Name)"),
                ])
            let data = builder.data()
            let flat = try await FlattenedForm(contentsOf: folder.write(data, "password.pdf")).data
            let output = folder.file("merged.pdf")
            let rows = RowsFile(data: Data("g\nx\n".utf8), name: "rows.csv", folder: nil)
            _ = try await Batch(form: try await Self.form(of: data), destination: .merged(output))
                .run(try rows.rows()) { _, _ in }
            let bullets = value.isEmpty ? "" : "••••••"
            #expect(try RenderedPages(flat).text(0) == bullets)
            #expect(
                try RenderedPages(try Data(contentsOf: output)).text(0).replacing("x", with: "").trimmingCharacters(
                    in: .whitespaces) == bullets)
        }
    }

    @Test("a comb has cells unless it has several lines, is a password or the path of a file")
    func comb() async throws {
        for (others, hasCells): ([String], Bool) in [
            ([], true), (["Multiline"], false), (["Password"], false), (["FileSelect"], false),
        ] {
            let form = try await Self.form(of: Self.form(Self.text + " /MaxLen 8", ["Comb"] + others))
            #expect((form.fields.first { $0.name == "f" }?.combEdges?.count == 9) == hasCells, "\(others)")
        }
        #expect(
            try await effect(Self.text + " /MaxLen 8", ["Comb"], value: "1234").hint == "text; 8 characters at most")
        let without = try await Self.form(of: Self.form(Self.text, ["Comb"]))
        #expect(without.fields.first { $0.name == "f" }?.combEdges == nil)
    }

    @Test("an editable combo box takes, holds and shows other text; without the flag, and in a list box, it is refused")
    func edit() async throws {
        let effect = try await effect(Self.list, ["Combo", "Edit"], value: "my own words")
        #expect(effect.flags == [.edit] && effect.shown == "myownwords")
        #expect(effect.held == .choices([.init(export: "my own words", shown: "my own words")]))
        #expect(effect.hint == "one of: b | a | c, or other text")
        for flags in [["Combo"], ["Edit"], []] {
            let form = try await Self.form(of: Self.form(Self.list, flags))
            #expect(form.fields.first { $0.name == "f" }?.flags == [])
            await #expect { try await form.fill(["f": "my own words"]) } throws: {
                ($0 as? Failure)?.code == .wrongType
            }
        }
    }

    @Test("a push button is no field")
    func pushButton() async throws {
        let data = Self.form("/FT /Btn /T (f) /TU (Field) /AP << /N 3 0 R >>", ["Pushbutton"])
        let form = try await Self.form(of: data)
        #expect(form.fields.map(\.name) == ["plain"])
        #expect(try await held(data).fields.map(\.name) == ["plain"])
        await #expect { try await form.fill(["f": true]) } throws: { ($0 as? Failure)?.code == .unknownField }
    }

    @Test("radio buttons are one question, whose answer can be taken back, also if one is to be on at all times")
    func radio() async throws {
        for flags in [["Radio"], ["Radio", "NoToggleToOff"], ["Radio", "RadiosInUnison"]] {
            var builder = PDFBuilder()
            let parent = builder.add("<< /FT /Btn /T (f) /TU (Result of the test) /Ff \(Self.value(flags)) >>")
            builder.add(
                PDFBuilder.Page(),
                widgets: ["1", "2", "1"].enumerated().map { place, state in
                    .init(
                        x: 60, y: 80 + 40 * Double(place), width: 12, height: 12,
                        "/Parent \(parent) 0 R /AP << /N << /\(state) 3 0 R /Off 3 0 R >> >> /AS /Off")
                })
            let form = try await Self.form(of: builder.data())
            let kept = ComposeOptions(keepsFields: true)
            let filled = try await form.fill(["f": "1"], options: kept)
            #expect(try await held(filled.data).fields[0].value == .state("1"), "\(flags)")
            let again = try await Form(Importer().document(filled.data, fileName: "form.pdf"))
            #expect(again.fields.map { $0.defaultValue == "true" } == [true, false, true])
            #expect(try await held(try await again.fill(["f": ""], options: kept).data).fields[0].value == .state(nil))
            let expected: Set<FieldFlag> =
                flags.contains("NoToggleToOff")
                ? [.noToggleToOff] : flags.contains("RadiosInUnison") ? [.radiosInUnison] : []
            #expect(form.fields.allSatisfy { $0.flags == expected })
            #expect(ValuesTemplate(form.description).questions.map(\.hint) == ["one of: 1 | 2"])
        }
    }

    @Test("flags of annotations that change nothing", arguments: [1, 3, 4, 5, 7, 8, 9, 10])
    func annotations(_ bit: Int) async throws {
        let flags = bit == 3 ? 0 : 4 | 1 << (bit - 1)
        #expect(
            try await effect(Self.text, [], value: "words", annotation: flags) == effect(Self.text, [], value: "words"))
    }

    @Test("a hidden widget is no field, and its value stays", arguments: [2, 6])
    func hidden(_ bit: Int) async throws {
        let data = Self.form(Self.text + " /V (kept)", [], annotation: 4 | 1 << (bit - 1))
        let form = try await Self.form(of: data)
        #expect(form.fields.map(\.name) == ["plain"])
        #expect(try await held(data).fields.map(\.name) == ["plain"])
        #expect(!ValuesTemplate(form.description).text.contains("Field"))
        let filled = try await form.fill(["plain": "x"], options: ComposeOptions(keepsFields: true))
        #expect(String(decoding: try expandedPDF(filled.data), as: UTF8.self).contains("(kept)"))
    }
}
