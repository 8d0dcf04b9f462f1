import ProcessTestSupport
import Foundation
import TestSupport
import TestTraits
import Testing

/// Commands that process a form in their own process exit with one sentence if it exceeds a limit.
@Suite("Limits of commands", .blocking) struct CommandLimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a form with two Type 3 fonts that use each other: a glyph of the first shows text in the second, whose
    /// glyph is filled with a pattern that shows text in the first.
    ///
    /// Poppler follows them until memory runs out.
    private func endlessFonts() -> Data {
        func stream(_ entries: String, _ content: String) -> String {
            "<< \(entries) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
        }
        func font(scale: String, glyph: Int, _ resources: String) -> String {
            "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [\(scale) 0 0 \(scale) 0 0] "
                + "/Widths [1000] /FirstChar 97 /LastChar 97 /Encoding << /Type /Encoding /Differences [97 /a] >> "
                + "/CharProcs << /a \(glyph) 0 R >> /Resources << \(resources) >> >>"
        }
        var builder = PDFBuilder()
        // Object 4 is the first font and 5 its glyph, 6 the second font and 7 its glyph, 8 the pattern.
        builder.add(font(scale: ".01", glyph: 5, "/Font << /B 6 0 R >>"))
        builder.add(stream("", "1000 0 d0 BT /B 50 Tf (aaa) Tj ET"))
        builder.add(font(scale: ".004", glyph: 7, "/Font << /F1 3 0 R >> /Pattern << /P 8 0 R >>"))
        builder.add(
            stream(
                "", "900 0 d0 2 Tr 10 w 0 0 1 RG /Pattern cs /P scn BT /F1 60 Tf 30 0 0 30 15 15 Tm -3 Tc (ab) Tj ET"))
        builder.add(
            stream(
                "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 2 /BBox [0 0 60 60] /XStep 55 /YStep 32 "
                    + "/Matrix [.9 0 0 .9 0 0] /Resources << /Font << /A 4 0 R >> >>",
                "BT /A 4 Tf 10 0 0 10 1 1 Tm 0 Tc 1 0 1 rg (a) Tj ET"))
        var page = PDFBuilder.Page()
        page.resources = "/XObject << /X 9 0 R >>"
        builder.add(
            stream(
                "/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /A 4 0 R >> >>",
                "BT 1 0 0 1 100 500 Tm 2 Tr /A 20 Tf 20 20 Td (a) Tj ET"))
        page.content = "/X Do\n"
        builder.add(page)
        return builder.data()
    }

    /// Returns a form whose page draws 50,000 transparent groups as large as the page.
    ///
    /// Poppler composes them pixel by pixel, in constant memory.
    private func manyGroups() -> Data {
        var builder = PDFBuilder()
        let content = "0 0 612 792 re f"
        builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency /I true >> "
                + "/Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        builder.add("<< /Type /ExtGState /ca 0.01 >>")
        var page = PDFBuilder.Page()
        page.resources = "/XObject << /X 4 0 R >> /ExtGState << /G 5 0 R >>"
        page.content = "/G gs\n" + String(repeating: "/X Do\n", count: 50_000)
        builder.add(page)
        return builder.data()
    }

    @Test(
        "a form that needs too much memory or time ends the command with one sentence and without output",
        arguments: [
            ("-S -d 300000", Int32(61), "memory"),
            ("-S -t 1", 62, "processor time"),
        ])
    func endless(limit: String, status: Int32, says: String) throws {
        let form = try folder.write(limit.contains("-t") ? manyGroups() : endlessFonts(), "endless.pdf").path
        let rows = try folder.write("Name\nx\n", "rows.csv").path
        let before = folder.names
        for arguments in [
            ["inspect", form], ["fill", form, "--set", "Name=x", "-o", folder.file("out.pdf").path],
            ["batch", form, "--rows", rows, "-o", folder.url.path + "/", "--no-cache"],
        ] {
            let outcome = try CommandLineTool.run(arguments, limit: limit, environment: ["FORMWRIGHT_THREADS": "2"])
            #expect(outcome.status == status, "\(arguments[0]): \(outcome.errors)")
            #expect(
                outcome.errors.contains(says) && outcome.errors.contains("endless.pdf")
                    && outcome.errors.split(separator: "\n").count == 1)
            #expect(outcome.output.isEmpty)
            #expect(folder.names == before)
        }
    }

    @Test(
        "a filled copy that needs too much memory or time is one that is not read, and the others are",
        arguments: [("-S -d 300000", "out_of_memory"), ("-S -t 4", "cpu_exceeded")])
    func hostileCopy(limit: String, code: String) throws {
        func form(_ name: String) -> Data {
            var builder = PDFBuilder()
            builder.add(
                PDFBuilder.Page(),
                widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /V (\(name))")])
            return builder.data()
        }
        try folder.write(form(""), "blank.pdf")
        try folder.write(form("Ada"), "ada.pdf")
        try folder.write(limit.contains("-t") ? manyGroups() : endlessFonts(), "endless.pdf")
        try folder.write(form("Eve"), "eve.pdf")
        let outcome = try CommandLineTool.run(
            [
                "collect", "ada.pdf", "endless.pdf", "eve.pdf", "--form", "blank.pdf", "--jobs", "1", "-o",
                "answers.csv",
            ],
            limit: limit, environment: ["FORMWRIGHT_THREADS": "2"], folder: folder.url)
        #expect(outcome.status == 47, "\(outcome.errors)")
        #expect(outcome.errors.contains("not read: endless.pdf") && outcome.errors.contains(code), "\(outcome.errors)")
        let table = String(decoding: try Data(contentsOf: folder.file("answers.csv")), as: UTF8.self)
        #expect(table == "\u{FEFF}File,name\r\nada.pdf,Ada\r\neve.pdf,Eve\r\n")
    }

    @Test("the limits apply to a single stage as well")
    func stage() throws {
        let form = try folder.write(manyGroups(), "endless.pdf").path
        let outcome = try CommandLineTool.run(
            ["stage", "rasterise", form, "--work", folder.file("work").path], limit: "-S -t 1",
            environment: ["FORMWRIGHT_THREADS": "2"])
        #expect(outcome.status == 62, "\(outcome.errors)")
    }

    @Test("a crash ends the command with one sentence, too")
    func crash() throws {
        let process = ChildProcess()
        process.executableURL = CommandLineTool.url
        process.arguments = ["inspect", try folder.write(manyGroups(), "endless.pdf").path]
        let errors = Pipe()
        process.setStandardError(errors)
        process.setStandardOutput(FileHandle.nullDevice)
        try process.run()
        // The signals are handled from the moment at which the limits apply.
        while process.isRunning, !handlesProcessorTimeLimit(process.processIdentifier) { usleep(10_000) }
        kill(process.processIdentifier, SIGSEGV)
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 70)
        #expect(text.contains("crashed on endless.pdf"), "\(text)")
    }

    /// Returns whether a process has a handler for the signal that says that its processor time is used up.
    private func handlesProcessorTimeLimit(_ process: Int32) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") } ?? ""
        let caught = UInt64(line.dropFirst("SigCgt:".count).trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
        return caught & 1 << (UInt64(SIGXCPU) - 1) != 0
    }
}
