import FailureModel
import FormFilling
import FormImport
import FormModel
import Formwright
import Foundation
import TestSupport
import Testing

@Suite("Blanks of several lines") struct BlankLinesTests {
    /// The rules of the form: left edge, right edge and height.
    private static let rules: [(left: Double, right: Double, y: Double)] = [
        (160, 460, 120), (60, 460, 140), (60, 460, 160),
    ]

    /// A form with three rules under "Reasons", as one field or as one for each rule.
    private func form(isOneField: Bool, pitch: Double = 20) throws -> Form {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Reasons", x: 60, y: 118)
        let rules = Self.rules.enumerated().map { (left: $1.left, right: $1.right, y: 120 + pitch * Double($0)) }
        for rule in rules { page.rule(x: rule.left, y: rule.y, width: rule.right - rule.left) }
        builder.add(page)
        let document = try Importer().document(builder.data(), fileName: "a.pdf")
        let height = pitch - 6
        let lines = rules.map {
            Region(left: $0.left, top: $0.y - 2 - height, right: $0.right, bottom: $0.y - 2)
        }
        func field(_ name: String, _ region: Region, _ type: FieldType) -> Field {
            Field(
                id: UUID(), name: name, page: 0, region: region, type: type, label: "Reasons", confidence: 0.9,
                evidence: .rule)
        }
        var fields = lines.enumerated().map { index, line in
            var field = field("r\(index + 1)", line, .text)
            field.baseline = line.bottom
            return field
        }
        if isOneField {
            var whole = field("r", lines.reduce(lines[0]) { $0.union($1) }, .multiline)
            whole.lines = lines
            fields = [whole]
        }
        let description = FormDescription(
            document: .init(fileName: "a.pdf", mimeType: "application/pdf", sha256: document.sha256, pageCount: 1),
            pages: [.init(width: 612, height: 792)], fields: fields)
        return try Form(document, known: description)
    }

    /// The words on each rule from the top, and the heights of their letters.
    private func lines(_ data: Data, pitch: Double = 20) throws -> [(words: [String], region: Region)] {
        let words = try RenderedPages(data).words(0).filter { $0.text != "Reasons" }
        return (0..<3).map { index in
            let rule = 120 + pitch * Double(index)
            let own = words.filter { $0.region.midY < rule && $0.region.midY > rule - pitch }
                .sorted { $0.region.left < $1.region.left }
            let region = own.dropFirst().reduce(own.first?.region ?? Region(x: 0, y: 0, width: 0, height: 0)) {
                $0.union($1.region)
            }
            return (own.map(\.text), region)
        }
    }

    private let text = (1...24).map { "word\($0)" }.joined(separator: " ")

    @Test("a text is broken where the rules run, stands on each of them, and has one size", arguments: [true, false])
    func flows(isOneField: Bool) async throws {
        let form = try form(isOneField: isOneField)
        let filled = try await form.fill(["Reasons": .text(text)])
        let lines = try lines(filled.data)
        #expect(lines.flatMap(\.words).joined(separator: " ") == text)
        #expect(lines.allSatisfy { !$0.words.isEmpty })
        for (line, rule) in zip(lines, Self.rules) {
            #expect(line.region.left >= rule.left && line.region.right <= rule.right)
            #expect(abs(line.region.height - lines[0].region.height) < 0.5)
        }
        #expect(Set(filled.report.filled.compactMap(\.fontSize)).count == 1)
    }

    @Test("a long text is smaller on all lines alike, down to 7 points", arguments: [true, false])
    func smaller(isOneField: Bool) async throws {
        let form = try form(isOneField: isOneField)
        let long = (1...34).map { "word\($0)" }.joined(separator: " ")
        let filled = try await form.fill(["Reasons": .text(long)])
        let lines = try lines(filled.data)
        #expect(lines.flatMap(\.words).joined(separator: " ") == long)
        #expect(abs(lines[2].region.height - lines[0].region.height) < 0.3)
        let sizes = Set(filled.report.filled.compactMap(\.fontSize))
        let size = try #require(sizes.first)
        #expect(sizes.count == 1 && size >= 7 && size < 11)
    }

    @Test("a short text stays on the first line, and line breaks of a value are kept", arguments: [true, false])
    func short(isOneField: Bool) async throws {
        let form = try form(isOneField: isOneField)
        let short = try lines(try await form.fill(["Reasons": "None"]).data)
        #expect(short.map(\.words) == [["None"], [], []])
        let broken = try lines(try await form.fill(["Reasons": "one\ntwo\nthree"]).data)
        #expect(broken.map(\.words) == [["one"], ["two"], ["three"]])
        // More line breaks than lines are spaces.
        let flowing = try lines(try await form.fill(["Reasons": "ab\ncd\nef\ngh\nij"]).data)
        #expect(flowing.flatMap(\.words) == ["ab", "cd", "ef", "gh", "ij"])
    }

    @Test("a word too long for a short first line begins on the next", arguments: [true, false])
    func longWord(isOneField: Bool) async throws {
        let form = try form(isOneField: isOneField)
        let word = "Rinderkennzeichnungsfleischetikettierungsüberwachungsaufgabenübertragung"
        let filled = try lines(try await form.fill(["Reasons": .text(word)]).data)
        #expect(filled.flatMap(\.words) == [word])
    }

    @Test("low lines make the text small, and it still fits between the rules")
    func lowLines() async throws {
        let form = try form(isOneField: true, pitch: 14)
        let filled = try await form.fill(["Reasons": .text(text)])
        let lines = try lines(filled.data, pitch: 14)
        #expect(lines.flatMap(\.words).joined(separator: " ") == text)
        #expect(try #require(filled.report.filled[0].fontSize) <= 8)
    }

    @Test("text below 7 points needs --overflow: the error names the key", arguments: [true, false])
    func refused(isOneField: Bool) async throws {
        let form = try form(isOneField: isOneField)
        let long = FieldValue.text((1...60).map { "word\($0)" }.joined(separator: " "))
        let key = isOneField ? "Reason" : "Reasons"
        let error = await #expect(throws: Failure.self) { try await form.fill([key: long]) }
        #expect(error?.code == .valueOverflow)
        #expect(error?.message.contains("3 lines") == true && error?.message.contains("at 7 points") == true)
        #expect(error?.message.contains("the key \"Reason\"") == isOneField)
    }

    @Test("with shrink the lines have 5 points at least, and a warning names the key", arguments: [true, false])
    func shrunk(isOneField: Bool) async throws {
        let form = try form(isOneField: isOneField)
        let long = (1...54).map { "word\($0)" }.joined(separator: " ")
        let filled = try await form.fill(["Reasons": .text(long)], options: ComposeOptions(overflow: .shrink))
        #expect(try lines(filled.data).flatMap(\.words).joined(separator: " ") == long)
        let sizes = Set(filled.report.filled.compactMap(\.fontSize))
        let size = try #require(sizes.first)
        #expect(sizes.count == 1 && size >= 5 && size < 7)
        #expect(
            filled.report.filled.flatMap(\.warnings)
                == ["The value of \"Reasons\" was shrunk to \(Int(size)) points, which is hard to read."])
    }

    @Test(
        "text too long even for 5 points is cut, and the report says where",
        arguments: [ComposeOptions.Overflow.shrink, .truncate])
    func cut(overflow: ComposeOptions.Overflow) async throws {
        for isOneField in [true, false] {
            let form = try form(isOneField: isOneField)
            let long = (1...200).map { "word\($0)" }.joined(separator: " ")
            let filled = try await form.fill(["Reasons": .text(long)], options: ComposeOptions(overflow: overflow))
            let drawn = try lines(filled.data).flatMap(\.words).joined(separator: " ")
            #expect(long.hasPrefix(drawn) && !drawn.isEmpty)
            let warnings = filled.report.filled.flatMap(\.warnings)
            #expect(warnings.count == 1 && warnings[0].contains("of its \(long.count) characters"))
        }
    }

    @Test("with addendum the first line refers to an added page with the whole value", arguments: [true, false])
    func addendum(isOneField: Bool) async throws {
        let form = try form(isOneField: isOneField)
        let long = (1...60).map { "word\($0)" }.joined(separator: " ")
        let filled = try await form.fill(["Reasons": .text(long)], options: ComposeOptions(overflow: .addendum))
        #expect(try lines(filled.data).map(\.words) == [["see", "addendum", "1"], [], []])
        let added = try RenderedPages(filled.data).words(1).map(\.text).joined(separator: " ")
        #expect(added.contains(long))
        #expect(filled.report.filled.compactMap(\.addendum) == [1])
    }

    @Test("far too long texts are refused quickly", arguments: ["x", "word ", "漢", "a\n"])
    func farTooLong(unit: String) async throws {
        for isOneField in [true, false] {
            let text = FieldValue.text(String(repeating: unit, count: 50_000))
            let form = try form(isOneField: isOneField)
            let error = await #expect(throws: Failure.self) { try await form.fill(["Reasons": text]) }
            #expect(error?.code == .valueOverflow)
        }
    }

    @Test("the lines of an AcroForm's blank hold their own words if they stay editable")
    func editable() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: (0..<3).map {
                .init(x: 60, y: 100 + 20 * Double($0), width: 300, height: 18, "/FT /Tx /T (r\($0)) /TU (Reasons)")
            })
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let filled = try await form.fill(["Reasons": .text(text)], options: ComposeOptions(keepsFields: true))
        let again = try await Form(Importer().document(filled.data, fileName: "a.pdf"))
        let held = (0..<3).compactMap { again["r\($0)"]?.defaultValue }
        #expect(held.filter { !$0.isEmpty }.joined(separator: " ") == text && held[0] != text)
    }
}
