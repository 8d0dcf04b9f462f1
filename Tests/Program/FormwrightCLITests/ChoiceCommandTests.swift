import Foundation
import TestSupport
import TestTraits
import Testing

/// Options that differ in signs, by every way in of the command line.
@Suite("Commands: options", .blocking, .timeLimit(.minutes(30))) struct ChoiceCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(arguments, environment: ["FORMWRIGHT_STORE": folder.url.path + "/store"])
    }

    private func form() throws -> String {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(
                    x: 60, y: 80, width: 99, height: 20,
                    "/FT /Ch /Ff 131072 /T (group) /TU (Group) /Opt [(A+) (A-) (B+) (B-)]"),
                .init(
                    x: 60, y: 120, width: 99, height: 20,
                    "/FT /Ch /Ff 131072 /T (age) /TU (Age) /Opt [[(1) (< 18)] [(2) (>= 18)]]"),
                .init(x: 60, y: 160, width: 99, height: 20, "/FT /Tx /Ff 8192 /T (pin) /TU (PIN)"),
            ])
        return try folder.write(builder.data(), "form.pdf").path
    }

    @Test("fill, batch and watch choose the option that is named, and no other")
    func routes() throws {
        let form = try form()
        let output = folder.file("filled.pdf").path
        let filled = try run(
            "fill", form, "--set", "group=A-", "--set", "age=≥ 18", "--set", "pin=s3cret", "--keep-editable", "-o",
            output)
        #expect(filled.status == 0, "\(filled.errors)")
        let exported = try run("export", output)
        #expect(exported.text == "{\n    \"group\": \"A-\",\n    \"age\": \">= 18\"\n}\n")
        #expect(exported.errors.contains("\"pin\"") && !exported.errors.contains("s3cret"))
        #expect(try run("fill", form, "--set", "group=A", "-o", folder.file("none.pdf").path).status == 34)
        #expect(try !run("inspect", output, "--json").text.contains("s3cret"))

        let rows = try folder.write(Data("Group,Age\nB-,2\n".utf8), "rows.csv").path
        let batch = try run("batch", form, "--rows", rows, "-o", folder.url.path + "/row-{row}.pdf")
        #expect(batch.status == 0, "\(batch.errors)")
        let row = try Data(contentsOf: folder.file("row-1.pdf"))
        #expect(try RenderedPages(row).text(0) == "B- >= 18")

        let inbox = folder.url.path + "/inbox"
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: form, toPath: inbox + "/a.pdf")
        try Data(#"{"Group": "a-", "Age": "2"}"#.utf8).write(to: URL(fileURLWithPath: inbox + "/a.values.json"))
        let watched = try run("watch", inbox, "--once", "--settle", "0")
        #expect(watched.status == 0, "\(watched.errors)")
        let dropped = try Data(contentsOf: URL(fileURLWithPath: folder.url.path + "/outbox/a.filled.pdf"))
        #expect(try RenderedPages(dropped).text(0) == "A- >= 18")
    }
}
