import FormModel
import Foundation
import TestTraits
import Testing
import TestSupport

/// Every row of the error table, as the command line reports it: one sentence, one exit status, no output.
@Suite("Refusals", .blocking) struct RefusalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Documents

    @Test("a file that does not exist") func missing() throws {
        try refuses(["inspect", folder.file("nothing.pdf").path], status: 10, says: "no file")
    }

    @Test("a folder") func folderAsInput() throws {
        try refuses(["inspect", folder.url.path], status: 11, says: "not a file")
    }

    @Test("an empty file") func empty() throws {
        try refuses(["inspect", try folder.write("", "empty.pdf").path], status: 12, says: "empty")
    }

    @Test("a file beyond the limit, without reading it") func tooLarge() throws {
        let url = try folder.write("%PDF-1.7", "large.pdf")
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 600 << 20)
        try handle.close()
        try refuses(["inspect", url.path], status: 13, says: "larger than the limit")
    }

    @Test("garbage with a PDF's name") func garbage() throws {
        let bytes = Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 13) })
        try refuses(["inspect", try folder.write(bytes, "garbage.pdf").path], status: 14, says: "not a PDF")
    }

    @Test("garbage after a PDF's header") func garbageBehindHeader() throws {
        let bytes = Data("%PDF-1.7\n".utf8) + Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try refuses(
            ["inspect", try folder.write(bytes, "garbage.pdf").path], status: 15, says: "ends too early|damaged")
    }

    @Test("a PDF truncated at any point", arguments: [0.1, 0.3, 0.5, 0.8, 0.95, 0.99]) func truncated(_ share: Double)
        throws
    {
        for form in ["irs-8888.pdf", "uscourts-b121.acro.pdf"] {
            let whole = try TestData.data("forms/\(form)")
            let cut = whole.prefix(Int(Double(whole.count) * share))
            try refuses(["inspect", try folder.write(cut, "cut.pdf").path], status: 15, says: "ends too early|damaged")
        }
    }

    @Test("a truncated picture", arguments: Pictures.Format.allCases) func truncatedPicture(_ format: Pictures.Format)
        throws
    {
        let noise = (0..<90_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 / 7) }
        let whole = try Pictures.file(GrayImage(width: 300, height: 300, pixels: noise), format)
        try refuses(
            ["inspect", try folder.write(whole.prefix(whole.count / 3), "cut.jpg").path], status: 15, says: "damaged")
    }

    @Test("a TIFF truncated after its directory") func truncatedTIFF() throws {
        let whole = Pictures.plainTIFF(width: 100, height: 100)
        #expect(try CommandLineTool.run(["inspect", try folder.write(whole, "whole.tif").path]).status == 0)
        try refuses(
            ["inspect", try folder.write(whole.prefix(whole.count / 2), "cut.tif").path], status: 15, says: "damaged")
    }

    @Test("a TIFF with samples that are not those of a picture", arguments: [(32, 3), (32, 1)])
    func unreadableSamples(bits: Int, format: Int) throws {
        let data = Pictures.plainTIFF(width: 20, height: 20, channels: 1, bits: bits, sampleFormat: format)
        try refuses(
            ["inspect", try folder.write(data, "measured.tif").path], status: 14, says: "8 bits per channel")
    }

    @Test("an encrypted PDF without its password") func encrypted() throws {
        let locked = try Program.encrypted(smallForm().data(), user: "secret", owner: "owner", in: folder)
        let url = try folder.write(locked, "locked.pdf")
        try refuses(["inspect", url.path], status: 16, says: "--password")
    }

    @Test("an encrypted PDF with a wrong password") func wrongPassword() throws {
        let locked = try Program.encrypted(smallForm().data(), user: "secret", owner: "owner", in: folder)
        let url = try folder.write(locked, "locked.pdf")
        let outcome = try refuses(["inspect", url.path, "--password", "guess"], status: 17, says: "password")
        #expect(!outcome.errors.contains("guess"))
    }

    @Test("an XFA form without static pages") func xfaOnly() throws {
        var builder = PDFBuilder()
        builder.formEntries = "/XFA [(template) 1 0 R]"
        var page = PDFBuilder.Page()
        page.text("Please wait...", x: 100, y: 100)
        builder.add(page)
        try refuses(["inspect", try folder.write(builder.data(), "xfa.pdf").path], status: 18, says: "XFA")
    }

    @Test("a PDF without pages") func noPages() throws {
        try refuses(
            ["inspect", try folder.write(PDFBuilder().data(), "none.pdf").path], status: 19, says: "no pages")
    }

    @Test("ten thousand pages") func tooManyPages() throws {
        var builder = PDFBuilder()
        for _ in 0..<10_000 { builder.add(PDFBuilder.Page(width: 100, height: 100)) }
        try refuses(
            ["inspect", try folder.write(builder.data(), "many.pdf").path], status: 20, says: "10000 pages")
    }

    @Test("a page of two hundred inches") func pageTooLarge() throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page(width: 612, height: 792))
        builder.add(PDFBuilder.Page(width: 14_400, height: 14_400))
        try refuses(["inspect", try folder.write(builder.data(), "huge.pdf").path], status: 21, says: "Page 2")
    }

    @Test("a picture of twenty thousand pixels a side") func pictureTooLarge() throws {
        try refuses(
            ["inspect", try folder.write(Pictures.pngHeader(width: 20_000, height: 20_000), "huge.png").path],
            status: 22, says: "20000 x 20000")
    }

    // MARK: Values

    @Test("values that are not JSON or YAML", arguments: ["{\"Name\": ", "a: [b", "just a word", "[1, 2]"])
    func malformedValues(_ text: String) throws {
        try refusesValues(text, status: 30, says: "valid|must be an object")
    }

    @Test(
        "millions of values, within little memory",
        arguments: [("State: [", "]", 20_000_000), ("State: [", "]", 2_600_000), ("{\"State\": [", "]}", 2_600_000)])
    func tooManyValues(start: String, end: String, count: Int) throws {
        let form = try folder.write(smallForm().data(), "form.pdf")
        let list = start + String(repeating: "[],", count: count) + "[]" + end
        let outcome = try CommandLineTool.run(
            [
                "fill", form.path, "--values", try folder.write(list, "values").path, "-o", folder.file("out.pdf").path,
            ], limit: "-v 1000000")
        #expect(outcome.status == 13, "\(outcome.errors)")
        #expect(outcome.errors.contains(#/larger than the limit of 8 MB|more than 100000 values/#))
    }

    @Test("an unknown key, with the nearest names") func unknownField() throws {
        try refusesValues(#"{"Surnme of": "x"}"#, status: 31, says: "nearest are.*Surname")
    }

    @Test("a key that fits two fields, with both") func ambiguous() throws {
        let outcome = try refusesValues(#"{"Date": "2026-01-31"}"#, status: 32, says: "matches 2 fields")
        #expect(outcome.errors.contains("date1") && outcome.errors.contains("date2"))
    }

    @Test("two values for one field") func duplicate() throws {
        try refusesValues(#"{"Surname": "a", "surname ": "b"}"#, status: 33, says: "both refer to")
    }

    @Test(
        "a value of the wrong type",
        arguments: [#"{"Surname": true}"#, #"{"Agree": "perhaps"}"#, #"{"Agree": ["x"]}"#, #"{"State": "Atlantis"}"#])
    func wrongType(_ values: String) throws {
        try refusesValues(values, status: 34, says: "takes|is a check box")
    }

    @Test("a value that is too long, without telling it") func tooLong() throws {
        let outcome = try refusesValues(#"{"Zip": "1234567890"}"#, status: 35, says: "10 characters.*takes at most 5")
        #expect(!outcome.errors.contains("1234567890"))
    }

    @Test("a value that does not fit, without printing it") func overflow() throws {
        let outcome = try refusesValues(
            "{\"Surname\": \"\(String(repeating: "Wolfe", count: 80))\"}", status: 36, says: "does not fit")
        #expect(!outcome.errors.contains("Wolfe"))
    }

    @Test("a character that no font has, by name") func missingGlyph() throws {
        try refusesValues("{\"Surname\": \"a\u{E123}b\"}", status: 37, says: #"U\+E123"#)
    }

    @Test("a signature that is not a picture") func badSignature() throws {
        try folder.write("not a picture", "sign.png")
        try refusesValues(#"{"Signature": {"image": "sign.png"}}"#, status: 38, says: "not a PNG")
    }

    @Test("the name of a picture as the text of a signature, without telling it") func pictureName() throws {
        let outcome = try refusesValues(#"{"Signature": "ada.png"}"#, status: 207, says: #"\{"image": "FILE.png"\}"#)
        #expect(!outcome.errors.contains("ada.png"))
    }

    @Test("a key that only resembles the label of a signature") func guessedSignature() throws {
        try refusesValues(#"{"Signatur": "Ada"}"#, status: 31, says: "only by id, name, number or whole label")
    }

    @Test("a read-only field") func readOnly() throws {
        try refusesValues(#"{"Office": "x"}"#, status: 39, says: "read-only")
    }

    // MARK: Known fields and work folders

    @Test("fields that are not the output of inspect") func malformedFields() throws {
        let form = try folder.write(smallForm().data(), "form.pdf")
        let fields = try folder.write("[]", "fields.json")
        try refuses(
            ["fill", form.path, "--fields", fields.path, "--set", "Surname=x", "-o", folder.file("out.pdf").path],
            status: 40, says: "inspect --json")
    }

    @Test("fields of another document") func fieldsMismatch() throws {
        let form = try folder.write(smallForm().data(), "form.pdf")
        let other = try CommandLineTool.run(["inspect", TestData.url("forms/irs-8888.pdf").path, "--json"])
        let fields = try folder.write(other.output, "fields.json")
        try refuses(
            ["fill", form.path, "--fields", fields.path, "--set", "Surname=x", "-o", folder.file("out.pdf").path],
            status: 41, says: "another file")
    }

    @Test("a stage before the ones it needs", arguments: ["rasterise", "detect", "bind", "compose"])
    func stageIncomplete(_ stage: String) throws {
        try refuses(
            ["stage", stage, "--work", folder.file("work").path, "--set", "a=b"], status: 42, says: "first")
    }

    // MARK: Output

    @Test("an output in a folder that does not exist") func unwritable() throws {
        let form = try folder.write(smallForm().data(), "form.pdf")
        try refuses(
            ["fill", form.path, "--set", "Surname=x", "-o", folder.file("none/out.pdf").path], status: 50,
            says: "cannot be written")
    }

    @Test("a full disk") func diskFull() throws {
        let form = try folder.write(smallForm().data(), "form.pdf")
        for target in ["/dev/full", "-"] {
            let outcome = try CommandLineTool.run(
                ["fill", form.path, "--set", "Surname=x", "-o", target],
                outputTo: target == "-" ? "/dev/full" : nil)
            #expect(outcome.status == 51)
            #expect(outcome.errors.contains("no space"))
        }
    }

    @Test("an output that would overwrite the form") func outputIsInput() throws {
        let form = try folder.write(smallForm().data(), "form.pdf")
        let before = try Data(contentsOf: form)
        try FileManager.default.createSymbolicLink(at: folder.file("link.pdf"), withDestinationURL: form)
        for output in ["form.pdf", "link.pdf"] {
            try refuses(
                ["fill", form.path, "--set", "Surname=x", "-o", folder.file(output).path], status: 52, says: "overwrite"
            )
        }
        #expect(try Data(contentsOf: form) == before)
    }

    @Test("a report or preview that would overwrite an input or the result") func reportIsInput() throws {
        let form = try folder.write(smallForm().data(), "form.pdf").path
        let values = try folder.write(Data(#"{"Surname": "x"}"#.utf8), "values.json").path
        let rows = try folder.write(Data("Surname\nx\n".utf8), "rows.csv").path
        let new = folder.file("new.pdf").path
        for arguments in [
            ["fill", form, "--values", values, "-o", new, "--report", values],
            ["fill", form, "--values", values, "-o", new, "--report", form],
            ["fill", form, "--values", values, "-o", new, "--report", new],
            ["batch", form, "--rows", rows, "-o", folder.file("out/").path + "/", "--report", rows],
            ["batch", form, "--rows", rows, "--merge", folder.file("all").path, "--report", folder.file("all").path],
            ["inspect", form, "--preview", form],
        ] {
            try refuses(arguments, status: 52, says: "overwrite")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: rows)) == Data("Surname\nx\n".utf8))
        #expect(!FileManager.default.fileExists(atPath: new))
    }

    @Test("a file-size limit reached while writing leaves no file") func partialWrite() throws {
        let form = TestData.url("forms/va-21-22.pdf")
        let output = folder.file("out.pdf")
        let outcome = try CommandLineTool.run(
            ["fill", form.path, "--set", "p1f1=x", "-o", output.path], limit: "-f 8")
        #expect(outcome.status != 0)
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    // MARK: Machine and command line

    @Test("a language that is not installed") func languageMissing() throws {
        let scan = TestData.url("forms/uscourts-b101a.scan.pdf")
        try refuses(["inspect", scan.path, "--language", "tlh"], status: 60, says: "tesseract-ocr-tlh")
    }

    @Test("an invalid command line") func usage() throws {
        #expect(try CommandLineTool.run(["fill"]).status == 64)
        #expect(try CommandLineTool.run(["inspect", "a.pdf", "--preview", "a.gif"]).status == 64)
        #expect(try CommandLineTool.run(["stage", "polish", "--work", "w"]).status == 64)
    }

    // MARK: Helpers

    /// A form with one field for each mistake that a value can have.
    private func smallForm() -> PDFBuilder {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("A form", x: 60, y: 60)
        let entries = [
            "/FT /Tx /T (surname) /TU (Surname)", "/FT /Tx /T (zip) /TU (Zip) /MaxLen 5",
            "/FT /Tx /T (date1) /TU (Date)", "/FT /Tx /T (date2) /TU (Date)",
            "/FT /Btn /T (agree) /TU (Agree) /AP << /N << /Yes 3 0 R /Off 3 0 R >> >>",
            "/FT /Ch /Ff 131072 /T (state) /TU (State) /Opt [(Ohio) (Iowa)]", "/FT /Sig /T (sig) /TU (Signature)",
            "/FT /Tx /Ff 1 /T (office) /TU (Office)",
        ]
        builder.add(
            page,
            widgets: entries.enumerated().map { row, entry in
                PDFBuilder.Widget(x: 60, y: 80 + Double(row) * 30, width: 120, height: 18, entry)
            })
        return builder
    }

    @discardableResult
    private func refuses(
        _ arguments: [String], status: Int32, says pattern: String, at location: SourceLocation = #_sourceLocation
    ) throws -> CommandLineTool.Outcome {
        let before = folder.names
        let outcome = try CommandLineTool.run(arguments)
        #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: location)
        #expect(
            outcome.errors.firstMatch(of: try Regex(pattern)) != nil, "\(outcome.errors)", sourceLocation: location)
        #expect(outcome.output.isEmpty, sourceLocation: location)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)", sourceLocation: location)
        #expect(folder.names == before, "something was left behind", sourceLocation: location)
        return outcome
    }

    @discardableResult
    private func refusesValues(
        _ values: String, status: Int32, says pattern: String, at location: SourceLocation = #_sourceLocation
    ) throws -> CommandLineTool.Outcome {
        let form = try folder.write(smallForm().data(), "form.pdf")
        let file = try folder.write(values, "values.json")
        return try refuses(
            ["fill", form.path, "--values", file.path, "-o", folder.file("out.pdf").path], status: status,
            says: pattern, at: location)
    }
}
