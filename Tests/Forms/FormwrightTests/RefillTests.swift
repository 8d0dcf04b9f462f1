import FailureModel
import FormFilling
import FormImport
import FormModel
import Formwright
import Foundation
import PDFAssembly
import QPDF
import TestSupport
import TestTraits
import Testing

@Suite("Filling again", .blocking) struct RefillTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A page with two boxes, and two more fields as widgets if it has a form.
    private static func form(isAcroForm: Bool, caption: String = "A form") -> Data {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page(width: 500, height: 400)
        page.text(caption, x: 60, y: 30, size: 12)
        for (place, label) in ["First name", "Last name", "City"].enumerated() {
            let y = 80 + Double(place) * 50
            page.text(label, x: 40, y: y + 14, size: 10)
            if !isAcroForm { page.box(x: 130, y: y, width: 220, height: 20) }
        }
        page.text("Agree", x: 60, y: 240, size: 10)
        if !isAcroForm { page.box(x: 42, y: 231, width: 11, height: 11) }
        let widgets: [PDFBuilder.Widget] = [
            .init(x: 130, y: 80, width: 220, height: 20, "/FT /Tx /T (first) /TU (First name)"),
            .init(x: 130, y: 130, width: 220, height: 20, "/FT /Tx /T (last) /TU (Last name)"),
            .init(x: 130, y: 180, width: 220, height: 20, "/FT /Tx /T (city) /TU (City)"),
            .init(x: 42, y: 231, width: 11, height: 11, "/FT /Btn /T (agree) /TU (Agree)"),
        ]
        builder.add(page, widgets: isAcroForm ? widgets : [])
        return builder.data()
    }

    private static let values: [String: FieldValue] = ["First name": "Ada", "Last name": "Lovelace", "Agree": true]

    private func form(_ data: Data, fresh: Bool = false) async throws -> Form {
        try await Form(data: data, fileName: "form.pdf", options: FormOptions(startsFresh: fresh))
    }

    /// The kinds of forms, and the ways to fill them.
    enum Kind: String, CaseIterable {
        case flat, acroForm, editable, incremental, picture, encrypted, padded

        var options: ComposeOptions {
            ComposeOptions(keepsFields: self == .editable, isIncremental: self == .incremental)
        }
        /// Encryption is random.
        var isRepeatable: Bool { self != .encrypted }
        /// The blank form is the first part of the filled one.
        var isPrefix: Bool { [.flat, .incremental, .picture].contains(self) }
    }

    private func blank(_ kind: Kind) throws -> Data {
        switch kind {
        case .flat: return Self.form(isAcroForm: false)
        case .acroForm, .editable, .incremental: return Self.form(isAcroForm: true)
        case .picture:
            return try Pictures.file(
                try RenderedPages(Self.form(isAcroForm: false), scale: 200.0 / 72).image(0), .png, resolution: 200)
        case .encrypted:
            return try Program.encrypted(
                Self.form(isAcroForm: true), user: "", owner: "owner", in: folder)
        // Nothing can be appended to a file with bytes in front of it.
        case .padded: return Data("padding\n".utf8) + Self.form(isAcroForm: true)
        }
    }

    private func expectSamePages(_ a: Data, _ b: Data) throws {
        let (one, two) = (try RenderedPages(a), try RenderedPages(b))
        #expect(one.count == two.count)
        for page in 0..<min(one.count, two.count) {
            #expect(difference(try one.image(page), try two.image(page)) == nil)
        }
    }

    @Test("one more value gives the same pages as all at once", arguments: Kind.allCases)
    func again(_ kind: Kind) async throws {
        let blank = try await form(try blank(kind))
        let first = try await blank.fill(Self.values, options: kind.options)
        if kind.isRepeatable { #expect(try await blank.fill(Self.values, options: kind.options).data == first.data) }

        let filled = try await form(first.data)
        #expect(filled.fields == blank.fields)
        #expect(filled.description.document.sha256 == blank.description.document.sha256)
        let second = try await filled.fill(["City": "London", "First name": "Grace"], options: kind.options)
        let matches = second.report.filled.map { "\($0.label) \($0.match)" }
        #expect(matches.sorted() == ["Agree kept", "City label", "First name label", "Last name kept"])
        #expect(second.report.warnings.count { $0.hasPrefix("The form was filled before") } == 1)
        #expect(filled.description.document.isFilled && !blank.description.document.isFilled)

        var all = Self.values
        (all["City"], all["First name"]) = ("London", "Grace")
        let once = try await blank.fill(all, options: kind.options)
        try expectSamePages(second.data, once.data)
        #expect(second.data.count < once.data.count + 400)
        // What was replaced is no longer in the file, and what was kept stays for the next time.
        let third = try await form(second.data).fill(["City": "Paris"], options: kind.options)
        let text = try RenderedPages(third.data).text(0)
        #expect(kind == .editable || text.contains("Grace") && text.contains("Lovelace") && text.contains("Paris"))
        #expect(!text.contains("Ada") && !text.contains("London"))
    }

    @Test("a fresh start is the blank form", arguments: Kind.allCases)
    func fresh(_ kind: Kind) async throws {
        let blank = try await form(try blank(kind))
        let filled = try await blank.fill(Self.values, options: kind.options)
        let emptied = try await form(filled.data, fresh: true).fill(["City": "London"], options: kind.options)
        let once = try await blank.fill(["City": "London"], options: kind.options)
        if kind.isPrefix { #expect(emptied.data == once.data) }
        try expectSamePages(emptied.data, once.data)
        #expect(emptied.report.filled.count == 1)
    }

    @Test("a password, of which only bullets are kept, is not stored as bullets", arguments: [false, true])
    func password(wasEditable: Bool) async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(width: 300, height: 200),
            widgets: [
                .init(x: 60, y: 40, width: 200, height: 20, "/FT /Tx /Ff 8192 /T (key) /TU (Key) /V (older)"),
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (city) /TU (City)"),
            ])
        let first = try await form(builder.data())
            .fill(["Key": "secret"], options: ComposeOptions(keepsFields: wasEditable))
        let second = try await form(first.data)
            .fill(["City": "London"], options: ComposeOptions(keepsFields: true))
        let held = try #require(try await form(second.data).document.widgets.first { $0.name == "key" }).value ?? ""
        #expect(held.isEmpty)
        #expect(second.report.warnings.contains { $0.contains("Key") && $0.contains("password") })
        // Drawn on the page, it is bullets as before.
        let drawn = try await form(first.data).fill(["City": "London"])
        #expect(try RenderedPages(drawn.data).text(0).contains("••••••"))
    }

    @Test("empty text empties a field, and null keeps its value")
    func empty() async throws {
        let blank = try await form(Self.form(isAcroForm: true))
        let filled = try await form(try await blank.fill(Self.values).data)
        let again = try await filled.fill(["First name": "", "Last name": .none, "Agree": false])
        let text = try RenderedPages(again.data).text(0)
        #expect(!text.contains("Ada") && text.contains("Lovelace"))
    }

    @Test("the values of a form without AcroForm fields are exported, and fill it again")
    func exported() async throws {
        let blank = try await form(Self.form(isAcroForm: false))
        let filled = try await blank.fill(["First name": "Ada", "Last name": "", "Agree": true])
        func values(_ isWhole: Bool) async throws -> ExistingValues {
            try await ExistingValues(
                contentsOf: folder.write(filled.data, "filled.pdf"), includingEmpty: isWhole)
        }
        let found = try await values(false)
        #expect(found.fields.map(\.value) == [.text("Ada"), .box(isOn: true, on: "Yes")])
        #expect(try await values(true).fields.count == 3)
        let entries = try ValuesFile(data: found.data(as: .json), name: "values.json", folder: nil).entries
        try expectSamePages(try await blank.fill(entries).data, filled.data)
        let flat = try await FlattenedForm(Importer().document(filled.data, fileName: "filled.pdf"))
        await #expect {
            try await ExistingValues(contentsOf: folder.write(flat.data, "flat.pdf"))
        } throws: {
            ($0 as? Failure)?.code == .noFields
        }
    }

    @Test("a value kept from before that does not fit any more is named as such")
    func keptOverflow() async throws {
        let blank = try await form(Self.form(isAcroForm: false))
        let long = String(repeating: "Wolfeschlegelstein ", count: 20)
        let filled = try await blank.fill(["First name": .text(long)], options: ComposeOptions(overflow: .truncate))
        let failure = await #expect(throws: Failure.self) {
            try await form(filled.data).fill(["City": "Rome"])
        }
        #expect(failure?.code == .valueOverflow && failure?.message.contains("kept from an earlier fill") == true)
        // Once another value is given, it is that one that has to fit.
        let second = await #expect(throws: Failure.self) {
            try await form(filled.data).fill(["First name": .text(long)])
        }
        #expect(second?.message.contains("earlier") == false)
        #expect(try await form(filled.data).fill(["First name": "Ada"]).report.warnings.count == 1)
    }

    @Test("an answer replaces the other answers of its question")
    func question() async throws {
        var builder = PDFBuilder()
        let parent = builder.add("<< /FT /Btn /Ff 32768 /T (status) /TU (Status) /Kids [6 0 R 7 0 R] >>")
        var page = PDFBuilder.Page()
        for (place, caption) in ["Married", "Single"].enumerated() {
            page.text(caption, x: 80, y: 90 + 30 * Double(place))
        }
        builder.add(
            page,
            widgets: ["M", "S"].enumerated().map { place, state in
                .init(
                    x: 60, y: 80 + 30 * Double(place), width: 12, height: 12,
                    "/Parent \(parent) 0 R /AP << /N << /\(state) 3 0 R /Off 3 0 R >> >> /AS /Off")
            })
        let blank = try await form(builder.data())
        let first = try await blank.fill(["Married": true])
        let second = try await form(first.data).fill(["Status": "S"])
        try expectSamePages(second.data, try await blank.fill(["Status": "S"]).data)
        #expect(second.data.count < first.data.count + 400)
    }

    @Test("a box marked beside a kept one of the same question is noted, unless the question has one answer")
    func besideKept() async throws {
        let blank = try await form(Self.form(isAcroForm: false))
        func boxes(_ isExclusive: Bool) throws -> Form {
            var description = blank.description
            let names = ["Female", "Male"]
            description.fields = names.enumerated().map { place, name in
                Field(
                    id: UUID(uuidString: "00000000-0000-0000-0000-00000000000\(place)") ?? UUID(), name: name, page: 0,
                    region: Region(x: 42, y: 231 + 40 * Double(place), width: 11, height: 11), type: .checkbox,
                    label: name, confidence: 1, evidence: .box,
                    group: FieldGroup(name: "g", label: "Sex", exclusive: isExclusive))
            }
            return try Form(blank.document, known: description)
        }
        for isExclusive in [false, true] {
            let known = try boxes(isExclusive)
            let first = try await known.fill(["Female": true])
            let kept = try await form(first.data)
            let again = try Form(kept.document, known: known.description)
            let report = try await again.fill(["Male": true]).report
            let marked = report.filled.filter { $0.isEmptied != true }
            #expect(marked.map(\.name) == (isExclusive ? ["Male"] : ["Female", "Male"]))
            let notes = report.filled.flatMap(\.warnings)
            #expect(notes.contains { $0.contains("\"Female\" (Female) stays marked") } == !isExclusive)
        }
    }

    @Test("values of a profile are replaced by those of another one, and others are not")
    func profile() async throws {
        func profile(_ text: String) throws -> Profile { try Profile(data: Data(text.utf8), name: "me.yaml") }
        let blank = try await form(Self.form(isAcroForm: true))
        let first = try await blank.filling(from: profile("given-name: Ada\nfamily-name: King\n"))
            .fill(["Last name": "Lovelace"])
        let second = try await form(first.data).filling(
            from: profile("given-name: Grace\nfamily-name: Hopper\n")
        ).fill([:])
        let text = try RenderedPages(second.data).text(0)
        #expect(text.contains("Grace") && text.contains("Lovelace"))
        #expect(!text.contains("Hopper") && !text.contains("Ada"))
    }

    @Test("flattened forms, single pages and pictures of them have no mark")
    func unmarked() async throws {
        var builder = PDFBuilder()
        for _ in 1...2 {
            builder.add(
                PDFBuilder.Page(),
                widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)")])
        }
        let filled = try await form(builder.data()).fill(["Name": "Lovelace"])
        func isMarked(_ data: Data) throws -> Bool { !(try PDFFile(data: data)).trailer[PDFFile.markKey].isNull }
        #expect(try isMarked(filled.data))
        let flat = try await FlattenedForm(Importer().document(filled.data, fileName: "filled.pdf"))
        #expect(try !isMarked(flat.data))
        let page = try await PDFPages(filled.data, PageSelection("1")).pdf()
        #expect(try !isMarked(page))
        #expect(try RenderedPages(flat.data).text(0).contains("Lovelace"))
    }

    /// The places in which a form can hold the former value of a field.
    enum Place: String, CaseIterable {
        case value, formattedText, appearance, parent, kid, xfa, revision

        func form() -> Data {
            var builder = PDFBuilder()
            func stream(_ entries: String, _ content: String) -> Int {
                builder.add("<< \(entries) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
            }
            let appearance = stream(
                "/Type /XObject /Subtype /Form /BBox [0 0 200 20]", "/Tx BMC BT 2 5 Td (Old Secret) Tj ET EMC")
            let parent = builder.add("<< /FT /Tx /T (who) /V (Old Secret) /RV (<p>Old Secret</p>) /Kids [8 0 R] >>")
            let data = stream("", "<xfa:datasets><a>Old Secret</a></xfa:datasets>")
            let entries =
                switch self {
                case .value: "/FT /Tx /T (name) /V (Old Secret)"
                case .formattedText: "/FT /Tx /T (name) /RV (<p>Old Secret</p>)"
                case .appearance: "/FT /Tx /T (name) /AP << /N \(appearance) 0 R >>"
                case .parent: "/Parent \(parent) 0 R /T (name)"
                case .kid: "/Parent \(parent) 0 R /V (Old Secret)"
                case .xfa, .revision: "/FT /Tx /T (name)"
                }
            if self == .xfa { builder.formEntries = "/XFA [(datasets) \(data) 0 R]" }
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    .init(x: 60, y: 80, width: 200, height: 20, entries + " /TU (Name)"),
                    .init(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /T (city) /TU (City) /V (Paris)"),
                    .init(x: 60, y: 160, width: 200, height: 20, "/FT /Tx /T (kind) /TU (Kind) /V (x) /DV (Choose)"),
                ])
            return builder.data()
        }
    }

    /// The bytes of a PDF without compression, and of the one that it embeds.
    private func plain(_ data: Data) throws -> [Data] {
        let url = try folder.write(data, "filled.pdf")
        try Program.run("qpdf", ["--qdf", url.path, folder.file("plain.pdf").path])
        let outer = try Data(contentsOf: folder.file("plain.pdf"))
        guard let inner = try PDFFile(data: data).trailer[PDFFile.markKey][FileMark.originalKey].streamData else {
            return [outer]
        }
        return [outer, try PDFFile(data: inner).written()] + (try plain(inner))
    }

    @Test("what a filled field held before is nowhere in the file", arguments: Place.allCases)
    func formerValue(_ place: Place) async throws {
        var data = place.form()
        if place == .revision {
            // Another program has replaced a value by an update.
            let old = try await form(data).fill(
                ["Name": "Old Secret"], options: ComposeOptions(keepsFields: true, isIncremental: true)
            ).data
            let new = try await Form(Importer().document(old, fileName: "a.pdf"))
                .fill(["Name": ""], options: ComposeOptions(keepsFields: true, isIncremental: true))
            data = new.data + Data("% changed\n%%EOF\n".utf8)
        }
        let blank = try await form(data)
        let batch = RecordComposer(blank.document, description: blank.description, options: ComposeOptions())
        let bound = try Binder(fields: blank.fields).bind(["Name", "Kind"].map { ValueEntry(key: $0, value: "Ada") })
        var results = [try await blank.fill(["Name": "Ada", "Kind": "Ada"]).data, try batch.compose(bound).pdf]
        // A field that stays a field does not change those above it.
        if place != .parent {
            let options = ComposeOptions(keepsFields: true)
            results.append(try await blank.fill(["Name": "Ada", "Kind": "Ada"], options: options).data)
        }
        for filled in results {
            for bytes in try plain(filled) { #expect(bytes.range(of: Data("Secret".utf8)) == nil) }
            let document = try Importer(filled: .kept).document(filled, fileName: "filled.pdf")
            #expect(document.isFilledBefore)
            #expect(document.widgets.map { $0.value ?? "" } == ["", "Paris", "Choose"])
            #expect(try await form(filled).fields.map(\.id) == blank.fields.map(\.id))
            let again = try await form(filled).fill(["City": "London"])
            let text = try RenderedPages(again.data).text(0)
            #expect(text.contains("Ada") && text.contains("London") && !text.contains("Secret"))
        }
    }

    @Test("a second place of a field shows what it showed, also when the form is filled again")
    func sharedField() async throws {
        var builder = PDFBuilder()
        let parent = builder.add("<< /FT /Tx /T (name) /TU (Name) /V (Grace) /Kids [6 0 R 7 0 R] >>")
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/Parent \(parent) 0 R"),
                .init(x: 60, y: 120, width: 200, height: 20, "/Parent \(parent) 0 R"),
                .init(x: 60, y: 160, width: 200, height: 20, "/FT /Tx /T (city) /TU (City)"),
            ])
        let blank = try await form(builder.data())
        let key = blank.fields[0].id.uuidString
        let first = try await blank.fill([key: "Ada"])
        let second = try await form(first.data).fill(["City": "Paris"])
        try expectSamePages(second.data, try await blank.fill([key: "Ada", "City": "Paris"]).data)
    }

    @Test("an old mark does not stay in a form that another program has changed")
    func oldMark() async throws {
        for isAcroForm in [false, true] {
            let filled = try await form(Self.form(isAcroForm: isAcroForm)).fill(Self.values).data
            let changed = filled + Data("\n% changed\n%%EOF\n".utf8)
            let again = try await form(changed).fill(["City": "London"]).data
            let marks = try plain(again).map { bytes in
                String(decoding: bytes, as: Unicode.ASCII.self).ranges(of: "/Type /FormwrightFill").count
            }
            #expect(marks[0] == 1 && marks.dropFirst().allSatisfy { $0 == 0 })
            #expect(try await form(again).document.isFilledBefore)
        }
    }

    @Test("the mark of a password field has no password")
    func password() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (pw) /TU (Password) /Ff 8192")])
        let blank = try await form(builder.data())
        let filled = try await blank.fill(["Password": "secret7"])
        let document = try Importer(filled: .kept).document(filled.data, fileName: "filled.pdf")
        let kept = String(decoding: try #require(document.keptValues), as: UTF8.self)
        #expect(kept.contains("•••••••") && !kept.contains("secret7"))
    }

    // MARK: Damage

    /// The ways in which a filled form can be damaged, changed or forged.
    enum Damage: String, CaseIterable {
        case blankChanged, cut, appended, valueChanged, markChanged, lengthForged, savedAgain, other, newer
    }

    @Test("a mark that does not hold is a note, and the file is used as it is", arguments: Damage.allCases)
    func damaged(_ damage: Damage) async throws {
        let blank = Self.form(isAcroForm: false)
        let filled = try await form(blank).fill(Self.values).data
        var data = filled
        func replace(_ text: String, _ other: String, backwards: Bool = false) throws {
            let found = try #require(data.range(of: Data(text.utf8), options: backwards ? .backwards : []))
            data.replaceSubrange(found, with: Data(other.utf8))
        }
        switch damage {
        case .blankChanged: try replace("A form", "B form")
        case .cut: data = filled.dropLast(7)
        case .appended: data += Data("\n% changed\n%%EOF\n".utf8)
        // The length of the file stays.
        case .valueChanged: try replace("%%EOF", "%%EOG", backwards: true)
        case .markChanged:
            let start = try #require(data.range(of: Data("/Type /FormwrightFill".utf8))).lowerBound
            let stream = try #require(data.range(of: Data("stream\n".utf8), in: start..<data.endIndex)).upperBound
            for place in stream + 10..<stream + 30 { data[place] ^= 0x55 }
        case .lengthForged:
            let start = try #require(data.range(of: Data("/FileLength ".utf8))).upperBound
            data.replaceSubrange(start..<start + 10, with: Data("9999999999".utf8))
        case .savedAgain:
            let url = try folder.write(filled, "filled.pdf")
            try Program.run("qpdf", [url.path, folder.file("again.pdf").path])
            data = try Data(contentsOf: folder.file("again.pdf"))
        case .other:
            // The mark of another form: what is shown is not what would be filled.
            let other = Self.form(isAcroForm: false, caption: "Another")
            let document = try Importer().document(other, fileName: "other.pdf")
            let file = try PDFFile(data: filled)
            data = try file.written(
                try #require(FillRecord(of: document).mark(with: Data("[]".utf8))), embedding: other)
        case .newer:
            let document = try Importer().document(blank, fileName: "blank.pdf")
            var record = FillRecord(of: document)
            record.version = 2
            data = try PDFFile(data: filled).written(
                try #require(record.mark(with: Data("[]".utf8))), embedding: blank)
        }
        let again = try await form(data)
        #expect(again.document.pdf == data)
        #expect(again.document.keptValues == nil)
        if damage != .cut {
            #expect(again.document.warnings.contains { $0.hasPrefix("The file was filled before") })
        }
        let text = try RenderedPages(try await again.fill(["City": "London"]).data).text(0)
        #expect(text.contains("Lovelace") && text.contains("London"))
    }

    @Test("values that are not ours are left out with a note")
    func strangeValues() async throws {
        let blank = Self.form(isAcroForm: false)
        let document = try Importer().document(blank, fileName: "blank.pdf")
        for text in ["", "[", "{}", "[{\"id\": 3}]", "[[[[[[[[", "null"] {
            let mark = try #require(FillRecord(of: document).mark(with: Data(text.utf8)))
            let data = try PDFFile(data: blank).written(mark, embedding: blank)
            let report = try await form(data).fill(["City": "London"]).report
            #expect(report.warnings.contains { $0.contains("cannot be read") }, "\(text)")
            #expect(report.filled.count == 1)
        }
    }

    @Test("a value that its field no longer takes is named")
    func misfit() async throws {
        let blank = try await form(Self.form(isAcroForm: true))
        let filled = try await blank.fill(Self.values)
        var description = try await form(filled.data).description
        for place in description.fields.indices where description.fields[place].label == "Last name" {
            description.fields[place].maxLength = 3
        }
        let document = try Importer(filled: .kept).document(filled.data, fileName: "filled.pdf")
        let report = try await Form(document, known: description).fill(["City": "London"]).report
        #expect(report.warnings.contains { $0.contains("Last name") && $0.contains("left out") })
        #expect(report.filled.count == 3)
    }

    @Test(
        "real forms can be filled again", arguments: ["uscourts-b121.acro.pdf", "irs-8888.acro.pdf", "irs-1040v.pdf"])
    func realForms(_ name: String) async throws {
        let blank = try await Form(contentsOf: TestData.url("forms/\(name)"))
        let fields = blank.fields.filter { $0.type == .text && $0.group == nil && $0.maxLength == nil && !$0.readOnly }
        let keys = fields.prefix(3).map(\.id.uuidString)
        #expect(keys.count == 3)
        let first = try await blank.fill([keys[0]: "Ada", keys[1]: "Bob"])
        let again = try await form(first.data)
        #expect(again.fields == blank.fields)
        #expect(FormDigest.of(again.document) == FormDigest.of(blank.document))
        let second = try await again.fill([keys[1]: "Eve", keys[2]: "Kim"])
        try expectSamePages(second.data, try await blank.fill([keys[0]: "Ada", keys[1]: "Eve", keys[2]: "Kim"]).data)
    }

    @Test("a batch keeps the values of its form, and is resumed")
    func batch() async throws {
        let blank = try await form(Self.form(isAcroForm: true))
        let filled = try await form(try await blank.fill(["City": "London"]).data)
        let names = try NameTemplate(folder.file("out").path + "/{row}.pdf")
        func rows() throws -> any ValueRows {
            try RowsFile(
                data: Data("First name,City\nAda,\nGrace,Paris\n".utf8), name: "people.csv", folder: folder.url
            ).rows()
        }
        let batch = Batch(form: filled, destination: .files(names))
        #expect(try await batch.run(try rows()).filled == 2)
        #expect(try await batch.run(try rows()).filledBefore == 2)
        let outputs = try ["1", "2"].map { try Data(contentsOf: folder.file("out/\($0).pdf")) }
        let texts = try outputs.map { try RenderedPages($0).text(0) }
        #expect(texts[0].contains("London") && texts[1].contains("Paris") && !texts[1].contains("London"))
        // Each of them can be filled again.
        let again = try await form(outputs[0]).fill(["Last name": "Lovelace"])
        let text = try RenderedPages(again.data).text(0)
        #expect(text.contains("Ada") && text.contains("London") && text.contains("Lovelace"))
        // The same batch on the blank form would give other files.
        await #expect(throws: Failure.self) {
            try await Batch(form: blank, destination: .files(names)).run(try rows())
        }
    }
}
