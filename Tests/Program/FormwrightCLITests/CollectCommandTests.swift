import Foundation
import TestSupport
import TestTraits
import Testing

/// The collect command as a user runs it.
@Suite("Collect command", .blocking) struct CollectCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A form with AcroForm fields, or a copy of it.
    private func form(_ name: String = "", isOn: Bool = false, field: String = "name") -> Data {
        var builder = PDFBuilder()
        let states = "/AP << /N << /Yes 3 0 R /Off 3 0 R >> >>"
        var page = PDFBuilder.Page()
        page.text("Name", x: 20, y: 95)
        let state = isOn ? "Yes" : "Off"
        builder.add(
            page,
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (\(field)) /V (\(name))"),
                .init(x: 60, y: 180, width: 12, height: 12, "/FT /Btn /T (agree) \(states) /AS /\(state) /V /\(state)"),
            ])
        return builder.data()
    }

    private func collect(
        _ copies: [String], _ options: String..., output: String, limit: String? = nil
    ) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(
            ["collect"] + copies + ["-o", output] + options, limit: limit,
            environment: ["XDG_CACHE_HOME": folder.file("cache").path, "FORMWRIGHT_STORE": folder.file("store").path],
            folder: folder.url)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.file(name)), as: UTF8.self)
    }

    @Test("copies become rows in the order in which they are named, however many processes read them")
    func rows() throws {
        try folder.write(form(), "blank.pdf")
        let names = (1...5).map { "copy\($0).pdf" }
        for (number, name) in names.enumerated() { try folder.write(form("Ada \(number)", isOn: number == 2), name) }
        for jobs in ["1", "3"] {
            let outcome = try collect(names, "--form", "blank.pdf", "--jobs", jobs, output: "answers.csv")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("wrote answers.csv: 5 rows"))
            let rows = names.enumerated().map { "\($1),Ada \($0),\($0 == 2 ? "yes" : "no")\r\n" }
            #expect(try text("answers.csv") == "\u{FEFF}File,name,agree\r\n" + rows.joined())
        }
        let printed = try collect(names, "--form", "blank.pdf", "--format", "jsonl", output: "-")
        #expect(printed.text.split(separator: "\n").count == 5)
        #expect(printed.text.hasPrefix("{\"File\":\"copy1.pdf\",\"name\":\"Ada 0\",\"agree\":\"no\"}\n"))
    }

    @Test("labels head the columns if they are to")
    func labels() throws {
        try folder.write(form(), "blank.pdf")
        try folder.write(form("Ada"), "ada.pdf")
        let outcome = try collect(
            ["ada.pdf"], "--form", "blank.pdf", "--headings", "labels", output: "answers.csv")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try text("answers.csv") == "\u{FEFF}File,Name,agree\r\nada.pdf,Ada,no\r\n")
        #expect(try collect(["ada.pdf"], "--form", "blank.pdf", "--headings", "x", output: "answers.csv").status == 64)
    }

    @Test("the copies in a pile become numbered rows, and it is said")
    func pile() throws {
        let form = TestData.url("forms/irs-8888.pdf").path
        try Program.run("qpdf", [form, "--pages", ".", "1,2,1,2", "--", folder.file("pile.pdf").path])
        let outcome = try collect(["pile.pdf"], "--form", form, "--cells", "cells.jsonl", output: "answers.csv")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("pile.pdf has 2 copies of the form, on the pages 1-2; 3-4."))
        let names = try text("answers.csv").split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != "," } }
        #expect(names == ["pile (1).pdf", "pile (2).pdf"])
        #expect(try text("cells.jsonl").contains("pile (2).pdf"))
    }

    @Test("a pile is split into a PDF for each copy, without cover sheets")
    func split() throws {
        let form = TestData.url("forms/irs-8888.pdf").path
        try folder.write(self.form(), "cover.pdf")
        let pages = ["--empty", "--pages", folder.file("cover.pdf").path, form, "1-2", form, "2,1", "--"]
        try Program.run("qpdf", pages + [folder.file("pile.pdf").path])
        let outcome = try collect(["pile.pdf"], "--form", form, "--split", "copies", output: "answers.csv")
        #expect(outcome.status == 0, "\(outcome.errors)")
        for number in 1...2 {
            let copy = folder.file("copies/pile (\(number)).pdf").path
            #expect(String(decoding: try Program.run("qpdf", ["--show-npages", copy]), as: UTF8.self) == "2\n")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("copies/pile (3).pdf").path))
        let repeated = try collect(
            ["pile.pdf", "other/pile.pdf"], "--form", form, "--split", "copies", output: "b.csv")
        #expect(repeated.status == 64)
    }

    @Test("the copies in a pile have no name of another file, in the table and in the folder of copies")
    func pileNames() throws {
        let form = TestData.url("forms/irs-8888.pdf").path
        try Program.run("qpdf", [form, "--pages", ".", "1,2,1,2", "--", folder.file("pile.pdf").path])
        try Program.run("qpdf", [form, folder.file("pile (2).pdf").path])
        let before = try Data(contentsOf: folder.file("pile (2).pdf"))
        let outcome = try collect(
            ["pile.pdf", "pile (2).pdf"], "--form", form, "--split", ".", output: "answers.csv")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = try text("answers.csv").split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != "," } }
        #expect(names == ["pile copy (1).pdf", "pile copy (2).pdf", "pile (2).pdf"])
        #expect(folder.names.contains("pile copy (1).pdf") && folder.names.contains("pile copy (2).pdf"))
        #expect(try Data(contentsOf: folder.file("pile (2).pdf")) == before)
    }

    @Test("a page that was added for a long value stays with its copy when a pile is split")
    func splitAddenda() throws {
        let form = TestData.url("forms/irs-8888.pdf").path
        let long = (1...60).map { "word\($0) of the value;" }.joined(separator: " ")
        let filled = try CommandLineTool.run(
            [
                "fill", form, "--set", "Name(s) shown on return=\(long)", "--overflow", "addendum", "--flatten", "-o",
                folder.file("a.pdf").path,
            ],
            environment: ["XDG_CACHE_HOME": folder.file("cache").path, "FORMWRIGHT_STORE": folder.file("store").path])
        #expect(filled.status == 0, "\(filled.errors)")
        let copy = folder.file("a.pdf").path
        try Program.run("qpdf", ["--empty", "--pages", copy, copy, "--", folder.file("pile.pdf").path])
        let outcome = try collect(["pile.pdf"], "--form", form, "--split", "copies", output: "answers.csv")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try text("answers.csv").components(separatedBy: long).count == 3)
        for number in 1...2 {
            let copy = folder.file("copies/pile (\(number)).pdf").path
            #expect(String(decoding: try Program.run("qpdf", ["--show-npages", copy]), as: UTF8.self) == "4\n")
        }
    }

    @Test("files that are no copies of the form are listed, and the others are in the table")
    func unread() throws {
        try folder.write(form(), "blank.pdf")
        try folder.write(form("Ada"), "ada.pdf")
        try folder.write(form("Eve", field: "surname"), "stranger.pdf")
        try folder.write("%PDF-1.7 nothing", "bad.pdf")
        let copies = ["stranger.pdf", "bad.pdf", "missing.pdf", "ada.pdf"]
        let outcome = try collect(copies, "--form", "blank.pdf", "--unknown", "unread.txt", output: "answers.jsonl")
        #expect(outcome.status == 47, "\(outcome.errors)")
        #expect(try text("answers.jsonl") == "{\"File\":\"ada.pdf\",\"name\":\"Ada\",\"agree\":\"no\"}\n")
        #expect(try text("unread.txt") == "stranger.pdf\nbad.pdf\nmissing.pdf\n")
        #expect(outcome.errors.contains("stranger.pdf") && outcome.errors.contains("fields_mismatch"))
        // Values of the copies are in no message.
        #expect(!outcome.errors.contains("Ada") && !outcome.errors.contains("Eve"))
    }

    @Test("the details of cells have a picture of each doubtful one, and no values")
    func details() throws {
        let copy = form("Ada")
        try folder.write(form(), "blank.pdf")
        try folder.write(copy, "ada.pdf")
        let outcome = try collect(
            ["ada.pdf"], "--form", "blank.pdf", "--cells", "cells.jsonl", "--pictures", "pictures",
            output: "answers.xlsx")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = try text("cells.jsonl").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("\"reason\":\"value\"") && !$0.contains("Ada") })
        #expect(try Data(contentsOf: folder.file("answers.xlsx")).starts(with: [0x50, 0x4B]))
    }

    @Test("a mistake in the arguments is refused, and nothing is written")
    func mistakes() throws {
        try folder.write(form(), "blank.pdf")
        try folder.write(form("Ada"), "ada.pdf")
        let before = folder.names
        #expect(try collect(["ada.pdf"], "--form", "blank.pdf", output: "answers").status == 64)
        #expect(try collect(["ada.pdf"], "--form", "blank.pdf", "--format", "xlsx", output: "-").status == 64)
        #expect(try collect(["ada.pdf"], "--fields", "fields.json", output: "answers.csv").status == 64)
        #expect(try collect(["ada.pdf"], "--form", "blank.pdf", "--jobs", "0", output: "answers.csv").status == 64)
        #expect(try collect(["ada.pdf"], "--form", "blank.pdf", output: "ada.pdf.csv/answers.csv").status != 0)
        #expect(try collect(["ada.pdf"], "--form", "missing.pdf", output: "answers.csv").status != 0)
        // A copy that is also the output would be lost.
        #expect(try collect(["ada.pdf"], "--form", "blank.pdf", "--format", "csv", output: "ada.pdf").status != 0)
        #expect(folder.names.filter { $0 != "cache" } == before)
        #expect(try Data(contentsOf: folder.file("ada.pdf")) == form("Ada"))
    }

    @Test("without a form, copies of no known form are listed, and nothing else is written")
    func unknownForm() throws {
        try folder.write(form("Ada"), "ada.pdf")
        try folder.write("%PDF-1.7 nothing", "bad.pdf")
        let outcome = try collect(["ada.pdf", "bad.pdf"], "--unknown", "unread.txt", output: "answers.csv")
        #expect(outcome.status == 47, "\(outcome.errors)")
        #expect(outcome.errors.contains("give the blank form with --form, or correct its fields first"))
        #expect(try text("unread.txt") == "ada.pdf\nbad.pdf\n")
        #expect(!folder.names.contains("answers.csv"))
    }

    @Test("the table is complete or absent: a full disk leaves what was there")
    func fullDisk() throws {
        try folder.write(form(), "blank.pdf")
        let copies = (1...40).map { "copy\($0).pdf" }
        for name in copies { try folder.write(form(String(repeating: "Ada ", count: 100)), name) }
        try folder.write("before", "answers.csv")
        let before = folder.names
        // Blocks of 512 bytes.
        let outcome = try collect(copies, "--form", "blank.pdf", output: "answers.csv", limit: "-f 20")
        #expect(outcome.status != 0)
        #expect(folder.names.filter { $0 != "cache" } == before)
        #expect(try text("answers.csv") == "before")
    }

    @Test("the command for child processes is of no use to a person")
    func copyReader() throws {
        let outcome = try CommandLineTool.run(["copy-reader"])
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
    }
}
