import Foundation
import TestSupport
import TestTraits
import Testing

/// What commands say, on a terminal and in a pipe.
@Suite("Terminal", .blocking) struct TerminalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func form() throws -> String {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(
                    x: 60, y: 80, width: 200, height: 20,
                    "/FT /Tx /T (a.very.long.name.of.a.field.as.designers.give.them.first) /TU (Full name of the person)"
                ),
                .init(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /T (city) /TU (City)"),
            ])
        return try folder.write(builder.data(), "form.pdf").path
    }

    /// Runs the program on a terminal of 60 columns, and returns all it prints.
    private func onTerminal(_ arguments: [String]) throws -> String {
        let command = ([CommandLineTool.url.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let output = try Program.run("script", ["-qec", "stty cols 60; \(command)", "/dev/null"])
        return String(decoding: output, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    @Test("the table of fields fits the terminal, and is whole in a pipe")
    func table() throws {
        let shown = try onTerminal(["inspect", try form()])
        let lines = shown.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 60 } && lines.count == 4, "\(shown)")
        #expect(shown.contains("ive.them.first  ") && shown.contains("Full name of"))
        let piped = try CommandLineTool.run(["inspect", try form()]).text
        #expect(piped.contains("a.very.long.name.of.a.field.as.designers.give.them.first") && !piped.contains("…"))
    }

    @Test("fill, inspect and flatten name what they wrote on standard error")
    func written() throws {
        let (form, output) = (try form(), folder.file("out.pdf").path)
        let filled = try CommandLineTool.run(["fill", form, "--set", "City=Bern", "-o", output])
        #expect(filled.errors.hasPrefix("formwright: wrote \(output): 1 value, 1 field left empty, smallest text "))
        let (preview, template) = (folder.file("p.png").path, folder.file("t.yaml").path)
        let inspected = try CommandLineTool.run(["inspect", form, "--preview", preview, "--template", template])
        #expect(
            inspected.errors.hasPrefix(
                "formwright: wrote \(preview): 2 fields on 1 page\nformwright: wrote \(template): values to fill in, 2 fields\n"
            ))
        let flat = try CommandLineTool.run(["flatten", output, "-o", folder.file("4.pdf").path])
        #expect(flat.errors == "formwright: wrote \(folder.file("4.pdf").path): 1 page without fields\n")
    }

    @Test("watch speaks sentences on a terminal, and logs in a pipe")
    func watch() throws {
        try FileManager.default.createDirectory(at: folder.file("inbox"), withIntermediateDirectories: true)
        let arguments = [
            "watch", folder.file("inbox").path, "--once", "--in-process", "--store", folder.file("store").path,
        ]
        let shown = try onTerminal(arguments)
        #expect(shown.contains(" Watching \(folder.file("inbox").path); results go to "), "\(shown)")
        #expect(shown.contains(" Finished: 0 done, 0 failed.\n") && !shown.contains("inbox="))
        let piped = try CommandLineTool.run(arguments)
        #expect(piped.errors.contains("info watching: inbox=") && piped.errors.contains("finished: done=0"))
        #expect(try onTerminal(arguments + ["--log-format", "text"]).contains("info watching: inbox="))
    }
}
