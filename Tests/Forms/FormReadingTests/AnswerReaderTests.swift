import FailureModel
import FormFilling
import FormImport
import FormReading
import Formwright
import Foundation
import TestSupport
import Testing

/// Filled copies read back.
struct AnswerReaderTests {
    private static let values = [
        "name": "Ada Lovelace", "street": "12 Harbour Road", "town": "Ashford", "card": "4711 93", "letters": "x",
    ]

    /// A form with AcroForm fields.
    private func fields(_ name: String, isOn: Bool, others: String = "name") -> Data {
        var builder = PDFBuilder()
        let states = "/AP << /N << /Yes 3 0 R /Off 3 0 R >> >>"
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (\(others)) /TU (Name) /V (\(name))"),
                .init(
                    x: 60, y: 180, width: 12, height: 12,
                    "/FT /Btn /T (agree) /TU (Agree) \(states) /AS /\(isOn ? "Yes" : "Off") /V /\(isOn ? "Yes" : "Off")"
                ),
            ])
        return builder.data()
    }

    private func reader() async throws -> AnswerReader { try await AnswerSample().form().answerReader() }

    private func texts(_ answer: Answer, _ reader: AnswerReader) -> [String: String] {
        Dictionary(zip(reader.columns.map(\.name), answer.cells.map(\.text))) { first, _ in first }
    }

    private func code(_ body: () async throws -> Answer) async -> ErrorCode? {
        do {
            _ = try await body()
            return nil
        } catch {
            return Failure(error).code
        }
    }

    @Test("AcroForm copies give the values of their fields")
    func acroForm() async throws {
        let reader = try await Form(data: fields("", isOn: false), fileName: "blank.pdf").answerReader()
        #expect(reader.columns.map(\.name) == ["name", "agree"])
        let answer = try await reader.read(fields("Ada", isOn: true), named: "ada.pdf")
        #expect(answer.source == .fields)
        #expect(answer.cells.map(\.text) == ["Ada", "yes"])
        #expect(answer.cells.allSatisfy { !$0.isDoubtful && $0.reason == .value })
        let empty = try await reader.read(fields("", isOn: false), named: "empty.pdf")
        #expect(empty.cells.map(\.text) == ["", "no"])
    }

    @Test("lines of a field end with line feeds, whatever another program wrote")
    func lineEnds() async throws {
        let reader = try await Form(data: fields("", isOn: false), fileName: "blank.pdf").answerReader()
        let answer = try await reader.read(fields("one\\rtwo\\r\\nthree\\nfour", isOn: false), named: "ada.pdf")
        #expect(answer.cells.first?.text == "one\ntwo\nthree\nfour")
    }

    @Test("a copy filled by Formwright gives the values that were given")
    func ownFill() async throws {
        let form = try AnswerSample().form()
        let filled = try await form.fill(["name": "Ada Lovelace", "card": "4711", "children": true])
        let reader = try await form.answerReader()
        let answer = try await reader.read(filled.data, named: "ada.pdf")
        #expect(answer.source == .record)
        #expect(
            texts(answer, reader).filter { !["", "no"].contains($0.value) } == [
                "name": "Ada Lovelace", "card": "4711", "children": "yes",
            ])
    }

    @Test("a flat copy gives what the blank does not print, cell by cell in combs, and ticks by their ink")
    func flatCopy() async throws {
        let reader = try await reader()
        let answer = try await reader.read(AnswerSample(values: Self.values).pdf, named: "ada.pdf")
        #expect(answer.source == .pages)
        let texts = texts(answer, reader)
        #expect(texts["name"] == "Ada Lovelace")
        #expect(texts["street"] == "12 Harbour Road")
        #expect(texts["town"] == "Ashford")
        #expect(texts["county"]?.isEmpty == true)
        #expect(texts["card"] == "4711 93")
        #expect(texts["letters"] == "yes")
        #expect(texts["children"] == "no")
        #expect(answer.cells.allSatisfy { !$0.isDoubtful })
    }

    @Test("single characters with spaces between them keep the spaces")
    func spacedCharacters() async throws {
        let reader = try await reader()
        let values = ["name": "J R R Tolkien", "street": "1 2 3 4 5 6", "town": "7 8"]
        let read = texts(try await reader.read(AnswerSample(values: values).pdf, named: "a.pdf"), reader)
        for (name, value) in values { #expect(read[name] == value) }
    }

    @Test("an empty copy has empty cells and boxes without ticks, as a PDF and as a scan")
    func empty() async throws {
        let reader = try await reader()
        for copy in [AnswerSample().pdf, try AnswerSample().scan()] {
            let answer = try await reader.read(copy, named: "empty")
            #expect(answer.cells.map(\.text) == ["", "", "", "", "", "", "no", "no"])
            #expect(answer.cells.allSatisfy { !$0.isDoubtful })
        }
    }

    @Test("a scan gives what text recognition reads where the blank prints nothing, and ticks by their ink")
    func scan() async throws {
        let reader = try await reader()
        let answer = try await reader.read(AnswerSample(values: Self.values).scan(), named: "ada.png")
        #expect(answer.source == .pages)
        let texts = texts(answer, reader)
        #expect(texts["name"] == "Ada Lovelace")
        #expect(texts["street"] == "12 Harbour Road")
        #expect(texts["town"] == "Ashford")
        #expect(texts["county"]?.isEmpty == true)
        #expect(texts["card"] == "4711 93")
        #expect(texts["letters"] == "yes")
        #expect(texts["children"] == "no")
        // A doubtful cell has a picture of the page.
        for cell in answer.cells where cell.isDoubtful { #expect(try cell.pictureData() != nil) }
    }

    @Test("a dash in a scan is ink that a person is to look at", arguments: ["-", "--"])
    func dash(_ text: String) async throws {
        let reader = try await reader()
        let answer = try await reader.read(AnswerSample(values: ["county": text]).scan(), named: "dash.png")
        for (column, cell) in zip(reader.columns, answer.cells) {
            #expect(cell.isDoubtful == (column.name == "county"), "\(column.name)")
        }
    }

    @Test("ink that is no print is marked, with its picture, and not read")
    func handwriting() async throws {
        let reader = try await reader()
        let answer = try await reader.read(Self.scribbled(), named: "scribble.pdf")
        let cell = try #require(answer.cells.first)
        #expect(cell.reason == .handwriting)
        #expect(cell.text.isEmpty)
        #expect(cell.isDoubtful)
        #expect(try cell.pictureData()?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    }

    /// A rectangle over the first line.
    private static let cover: String = {
        let region = AnswerSample.region("name")
        return "1 g \(region.left + 1) \(792 - region.bottom + 1) \(region.width - 2) \(region.height - 2) re f 0 g\n"
    }()

    /// A text on the first line, in a rendering mode.
    private static func text(_ text: String, mode: Int) -> String {
        let region = AnswerSample.region("name")
        return "BT \(mode) Tr /F1 12 Tf \(region.left + 6) \(792 - region.bottom + 4) Td (\(text)) Tj 0 Tr ET\n"
    }

    @Test(
        "text that nobody sees on the page is not read, and a person is to look",
        arguments: [
            (cover, ""), (cover + text("Grace Hopper", mode: 0), "Grace"), (text("Grace", mode: 3), "Ada Lovelace"),
        ])
    func hiddenValue(content: String, expected: String) async throws {
        let reader = try await reader()
        let answer = try await reader.read(AnswerSample(values: Self.values).pdf(adding: content), named: "ada.pdf")
        for (column, cell) in zip(reader.columns, answer.cells) {
            #expect(cell.isDoubtful == (column.name == "name"), "\(column.name)")
        }
        let cell = try #require(answer.cells.first)
        #expect(cell.reason == .hidden)
        #expect(expected.isEmpty ? cell.text.isEmpty : cell.text.contains(expected.prefix(3)))
        let invisible = AnswerSample().pdf(adding: Self.text("Grace", mode: 3))
        let other = try #require(try await reader.read(invisible, named: "grace.pdf").cells.first)
        #expect(other.text.isEmpty && other.reason == .hidden && other.isDoubtful)
    }

    /// A copy with a scribble on the first line, which is drawn and no text.
    private static func scribbled() -> Data {
        let region = AnswerSample.region("name")
        let y = 792 - region.bottom + 3
        var stroke = "1.2 w \(region.left + 6) \(y) m "
        for turn in 0..<12 {
            let x = region.left + 6 + 9 * Double(turn)
            stroke +=
                "\(x + 3) \(y + 12) \(x + 8) \(y + 9 - Double(turn % 3) * 4) \(x + 9) \(y + Double(turn % 2) * 3) c "
        }
        return AnswerSample().pdf(adding: stroke + "S\n")
    }

    @Test("another form, another edition and a form of other fields are refused")
    func otherForms() async throws {
        let reader = try await reader()
        let acroForm = try await Form(data: fields("", isOn: false), fileName: "blank.pdf").answerReader()
        var edition = AnswerSample(values: Self.values)
        edition.revision = "Form 12-C (Rev. 04-2025)"
        let other = edition.pdf
        #expect(await code { try await reader.read(other, named: "edition.pdf") } == .otherEdition)
        #expect(await code { try await reader.read(fields("Ada", isOn: true), named: "other.pdf") } == .fieldsMismatch)
        let stranger = fields("Ada", isOn: true, others: "surname")
        #expect(await code { try await acroForm.read(stranger, named: "stranger.pdf") } == .fieldsMismatch)
    }

    @Test("text that nobody sees may be missing on a copy, and print may not")
    func hiddenText() async throws {
        let copy = AnswerSample(values: Self.values).pdf
        var blank = AnswerSample()
        blank.note = ("Confidential", false)
        let reader = try await blank.form().answerReader()
        #expect(try await texts(reader.read(copy, named: "ada.pdf"), reader)["name"] == "Ada Lovelace")
        blank.note = ("Confidential", true)
        let other = try await blank.form().answerReader()
        #expect(await code { try await other.read(copy, named: "ada.pdf") } == .otherEdition)
    }

    @Test("damaged, empty and encrypted copies are refused, and a password opens one")
    func unreadable() async throws {
        let reader = try await reader()
        let folder = try TemporaryFolder()
        let copy = AnswerSample(values: Self.values).pdf
        let encrypted = try Program.encrypted(copy, user: "secret", owner: "owner", in: folder)
        #expect(await code { try await reader.read(Data("%PDF-1.7 nothing".utf8), named: "bad.pdf") } != nil)
        #expect(await code { try await reader.read(Data(), named: "empty.pdf") } != nil)
        #expect(await code { try await reader.read(encrypted, named: "locked.pdf") } == .encrypted)
        let answer = try await reader.read(encrypted, named: "locked.pdf", password: "secret")
        #expect(texts(answer, reader)["name"] == "Ada Lovelace")
    }

    @Test("damage at any place ends in an answer or a refusal")
    func damage() async throws {
        let reader = try await reader()
        let copy = AnswerSample(values: Self.values).pdf
        var damage = FileDamage(seed: 7)
        for _ in 0..<20 {
            let damaged = damage.damaged(copy)
            let code = await code { try await reader.read(damaged, named: "damaged.pdf") }
            #expect(code != .internalError)
        }
    }

    // MARK: Several copies in a file

    /// Joins the pages of files.
    private func joined(_ files: [Data], in folder: TemporaryFolder) throws -> Data {
        let paths = try files.enumerated().map { try folder.write($1, "\($0).pdf").path }
        let pile = folder.file("pile.pdf")
        try Program.run("qpdf", ["--empty", "--pages"] + paths + ["--", pile.path])
        return try Data(contentsOf: pile)
    }

    @Test("each copy in a pile is read, with cover sheets between them")
    func pile() async throws {
        let folder = try TemporaryFolder()
        var cover = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("The copies of Tuesday", x: 200, y: 300, size: 20)
        cover.add(page)
        let names = ["Ada Lovelace", "Grace Hopper", "Ida Rhodes"]
        let copies = names.map { AnswerSample(values: ["name": $0]).pdf }
        let data = try joined([cover.data(), copies[0], cover.data()] + copies[1...], in: folder)
        let pile = try folder.write(data, "a.pdf")
        let reader = try await reader()
        let answers = try await reader.answers(contentsOf: pile)
        #expect(answers.map { texts($0, reader)["name"] } == names)
        #expect(answers.map(\.pages) == [[1], [3], [4]])
        let failure = await #expect(throws: Failure.self) { try await reader.read(contentsOf: pile) }
        #expect(failure?.code == .severalRows && failure?.message.contains("2, 4, 5") == true)
        #expect(failure?.message.contains("formwright collect --split") == true)
    }

    @Test("the pages of a pile are told apart only if all copies are complete")
    func incompletePile() async throws {
        let folder = try TemporaryFolder()
        let form = TestData.url("forms/irs-8888.pdf")
        let reader = try await Form(contentsOf: form).answerReader()
        func pages(_ order: String) async throws -> [[Int]] {
            let pile = folder.file("\(order).pdf")
            try Program.run("qpdf", [form.path, "--pages", ".", order, "--", pile.path])
            return try await reader.answers(contentsOf: pile).map(\.pages)
        }
        #expect(try await pages("1,2,2,1") == [[0, 1], [2, 3]])
        #expect(try await pages("2") == [[0]])
        // Nobody can tell whose second page is the third one.
        let failure = await #expect(throws: Failure.self) { try await pages("1,1,2") }
        #expect(failure?.code == .fieldsMismatch)
        #expect(failure?.message.contains("page 1 2 times, page 2 once") == true)
    }

    @Test("a page between those of one copy that is none of the form's is a refusal, since it may be another copy's")
    func interruptedCopy() async throws {
        let folder = try TemporaryFolder()
        let form = TestData.url("forms/irs-8888.pdf")
        let other = TestData.url("forms/va-21-22.pdf")
        let reader = try await Form(contentsOf: form).answerReader()
        func pages(_ parts: [(URL, String)]) async throws -> [Answer] {
            let pile = folder.file("pile.pdf")
            let pages = parts.flatMap { [$0.path, $1] }
            try Program.run("qpdf", ["--empty", "--pages"] + pages + ["--", pile.path])
            return try await reader.answers(contentsOf: pile)
        }
        let failure = await #expect(throws: Failure.self) { try await pages([(form, "1"), (other, "1"), (form, "2")]) }
        #expect(failure?.code == .fieldsMismatch && failure?.message.hasPrefix("Page 2 of pile.pdf") == true)
        let apart = try await pages([(form, "1-2"), (other, "1"), (form, "1-2")])
        #expect(apart.map(\.pages) == [[0, 1], [3, 4]] && apart.allSatisfy { $0.otherPages == [2] })
    }

    @Test("a copy of another edition in a pile is a refusal of the pile")
    func editionInPile() async throws {
        var edition = AnswerSample(values: ["name": "Grace Hopper"])
        edition.revision = "Form 12-C (Rev. 04-2025)"
        let copies = [AnswerSample(values: ["name": "Ada Lovelace"]).pdf, edition.pdf]
        let pile = try joined(copies, in: try TemporaryFolder())
        let reader = try await reader()
        #expect(await code { try await reader.read(pile, named: "pile.pdf") } == .otherEdition)
    }

    @Test(
        "AcroForms that were joined in one file are read by the places of their fields",
        arguments: ["qpdf", "pdfunite"])
    func joinedFields(program: String) async throws {
        let folder = try TemporaryFolder()
        let reader = try await Form(data: PrintedFields().pdf, fileName: "blank.pdf").answerReader()
        let people = [
            PrintedFields(name: "Ada", isOn: true, color: "red", card: "a secret"),
            PrintedFields(name: "Grace", isOn: false, color: "blue", card: ""), PrintedFields(),
        ]
        let parts = try people.enumerated().map { try folder.write($1.pdf, "\($0).pdf").path }
        let pile = folder.file("pile.pdf").path
        try Program.run(
            program, program == "qpdf" ? ["--empty", "--pages"] + parts + ["--", pile] : parts + [pile])
        let answers = try await reader.answers(contentsOf: folder.file("pile.pdf"))
        #expect(reader.columns.map(\.name) == ["name", "agree", "color", "card"])
        #expect(
            answers.map { $0.cells.map(\.text) } == [
                ["Ada", "yes", "red", ""], ["Grace", "no", "blue", ""], ["", "no", "", ""],
            ])
        #expect(answers.map(\.pages) == [[0], [1], [2]])
        for cell in answers.flatMap({ $0.cells.prefix(2) }) { #expect(cell.reason == .value && !cell.isDoubtful) }
        #expect(answers.map { $0.cells[3].reason } == [.withheld, .withheld, .withheld])
    }

    @Test("AcroForms with other names than the form's are read by the places of their fields")
    func otherNames() async throws {
        let reader = try await Form(data: PrintedFields().pdf, fileName: "blank.pdf").answerReader()
        let copy = PrintedFields(prefix: "p1.", name: "Ada", isOn: true, color: "red", card: "")
        let answer = try await reader.read(copy.pdf, named: "copy.pdf")
        #expect(answer.cells.map(\.text) == ["Ada", "yes", "red", ""])
    }

    @Test("a copy of an AcroForm that was filled by corrected fields has their values", arguments: [false, true])
    func correctedFields(areEditable: Bool) async throws {
        let blank = PrintedFields().pdf
        var description = try await Form(data: blank, fileName: "blank.pdf").description
        for index in description.fields.indices {
            description.fields[index].name = "p1f\(index + 1)"
            description.fields[index].id = UUID()
            description.fields[index].evidence = .rule
        }
        let form = try Form(try Importer().document(blank, fileName: "blank.pdf"), known: description)
        var options = ComposeOptions()
        options.keepsFields = areEditable
        let filled = try await form.fill(["p1f1": .text("Ada"), "p1f2": .text("yes")], options: options)
        let values = try ExistingValues(
            filled.data, named: "a.pdf", password: nil, includingEmpty: false, limits: Limits())
        // An editable copy has the values in the AcroForm's fields as well.
        #expect(values.fields.map(\.name) == ["p1f1", "p1f2"] + (areEditable ? ["name", "agree"] : []))
        let answer = try await form.answerReader().read(filled.data, named: "a.pdf")
        #expect(answer.cells.prefix(2).map(\.text) == ["Ada", "yes"])
    }

    @Test("AcroForms that were joined in one file are refused if their pages show too little print")
    func joinedFieldsWithoutPrint() async throws {
        let reader = try await Form(data: fields("", isOn: false), fileName: "blank.pdf").answerReader()
        let folder = try TemporaryFolder()
        let pile = try joined([fields("Ada", isOn: true), fields("Grace", isOn: false)], in: folder)
        #expect(await code { try await reader.read(pile, named: "pile.pdf") } == .severalRows)
    }
}

/// A printed form with AcroForm fields of four kinds.
private struct PrintedFields {
    /// What the names of fields begin with.
    var prefix = ""
    var name = ""
    var isOn = false
    /// The choice of the list.
    var color = ""
    /// The password.
    var card = ""

    var pdf: Data {
        var page = PDFBuilder.Page()
        page.text("Application for a library card of the town of Ashford", x: 60, y: 50, size: 14)
        let captions = ["Full name of the reader", "The reader agrees to the rules", "Colour of the card", "Number"]
        for (row, caption) in captions.enumerated() { page.text(caption, x: 60, y: 94 + Double(row) * 60) }
        for row in 0..<12 {
            page.text(
                "\(row + 1). Books are lent for \(row + 2) weeks and \(row * 3) days", x: 60, y: 340 + Double(row) * 24)
        }
        let states = "/AP << /N << /Yes 3 0 R /Off 3 0 R >> >>"
        let state = isOn ? "Yes" : "Off"
        var builder = PDFBuilder()
        builder.add(
            page,
            widgets: [
                .init(x: 240, y: 80, width: 200, height: 20, "/FT /Tx /T (\(prefix)name) /TU (Name) /V (\(name))"),
                .init(
                    x: 240, y: 140, width: 12, height: 12,
                    "/FT /Btn /T (\(prefix)agree) /TU (Agree) \(states) /AS /\(state) /V /\(state)"),
                .init(
                    x: 240, y: 200, width: 120, height: 20,
                    "/FT /Ch /Ff 131072 /T (\(prefix)color) /TU (Colour) /Opt [(red) (blue)] /V (\(color))"),
                .init(
                    x: 240, y: 260, width: 120, height: 20,
                    "/FT /Tx /Ff 8192 /T (\(prefix)card) /TU (Number) /V (\(card))"),
            ])
        return builder.data()
    }
}
