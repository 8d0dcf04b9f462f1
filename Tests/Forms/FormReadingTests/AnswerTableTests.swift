import FailureModel
import FormReading
import Foundation
import Spreadsheet
import TestSupport
import Testing

/// Tables of answers.
struct AnswerTableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func answer(_ texts: String...) -> Answer {
        Answer(
            fileName: "a.pdf", source: .fields,
            cells: texts.map { AnswerCell(text: $0, confidence: 1, reason: .value) })
    }

    private func text(_ url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

    @Test("a CSV file has headings, quotes where they are needed, and no formulas")
    func csv() throws {
        let url = folder.file("answers.csv")
        let table = try AnswerTable(.csv, headings: ["name", "a, b"], at: url)
        try table.add("a.pdf", answer("=1+1", "say \"no\""))
        try table.add("=b.pdf", answer("-5", "two\nlines"))
        try table.add("c.pdf", answer(" =1+1", "\u{A0}'@x"))
        try table.finish()
        #expect(
            try text(url)
                == "\u{FEFF}File,name,\"a, b\"\r\na.pdf,'=1+1,\"say \"\"no\"\"\"\r\n'=b.pdf,'-5,\"two\nlines\"\r\n"
                + "c.pdf,' =1+1,'\u{A0}'@x\r\n")
    }

    @Test("JSON Lines have texts as they are, and leave out empty cells")
    func jsonLines() throws {
        let url = folder.file("answers.jsonl")
        let table = try AnswerTable(.jsonl, headings: ["name", "town"], at: url)
        try table.add("a.pdf", answer("=1+1", ""))
        try table.finish()
        #expect(try text(url) == "{\"File\":\"a.pdf\",\"name\":\"=1+1\"}\n")
    }

    @Test("a workbook has the same cells, as texts")
    func workbook() throws {
        let url = folder.file("answers.xlsx")
        let table = try AnswerTable(.xlsx, headings: ["name", "note"], at: url)
        try table.add("a.pdf", answer("=1+1", "R&D <x> \u{1}\u{FFFE}"))
        try table.finish()
        let sheet = try Sheet(Data(contentsOf: url))
        let rows = try (0..<sheet.rowCount).map { try sheet.cells(ofRow: $0).map { try $0.value.get().text } }
        #expect(rows == [["File", "name", "note"], ["a.pdf", "=1+1", "R&D <x>   "]])
    }

    @Test("plain numbers of number fields are numbers in a workbook, as they were written, and all else is text")
    func numbers() throws {
        let url = folder.file("answers.xlsx")
        let numbers = ["1250.50", "-3", "0", "0.125", "123456789012345"]
        let texts = [
            "007", "-0", "+1", "1,250.50", ".5", "5.", "1e5", "1234567890123456", "0.1234567", "٣", "- 5", "=1",
            "1.2.3", "yes",
        ]
        let table = try AnswerTable(.xlsx, headings: ["1", "name"], numbers: [true, false], at: url)
        for cell in numbers + texts { try table.add("7", answer(cell, "12")) }
        try table.finish()
        let sheet = try Sheet(Data(contentsOf: url))
        let rows = try (0..<sheet.rowCount).map { try sheet.cells(ofRow: $0).map { try $0.value.get().text } }
        #expect(rows == [["File", "1", "name"]] + (numbers + texts).map { ["7", $0, "12"] })
        try Program.run("unzip", ["-q", url.path, "-d", folder.file("parts").path])
        let part = try text(folder.file("parts/xl/worksheets/sheet1.xml"))
        #expect(part.components(separatedBy: "<v>").count - 1 == numbers.count)
        for number in numbers { #expect(part.contains("<v>\(number)</v>")) }
    }

    @Test("the column of files has a name of its own")
    func fileHeading() throws {
        let url = folder.file("answers.csv")
        let table = try AnswerTable(.csv, headings: ["File"], at: url)
        try table.finish()
        #expect(try text(url) == "\u{FEFF}File name,File\r\n")
    }

    @Test("a table is absent until it is complete, and what was there before stays")
    func unfinished() throws {
        let url = try folder.write("before", "answers.csv")
        let names = folder.names
        do {
            let table = try AnswerTable(.csv, headings: ["name"], at: url)
            try table.add("a.pdf", answer("Ada"))
            #expect(try text(url) == "before")
        }
        #expect(folder.names == names)
        #expect(try text(url) == "before")
    }

    @Test("a text that is too long for a workbook is refused")
    func longText() throws {
        let table = try AnswerTable(.xlsx, headings: ["name"], at: folder.file("answers.xlsx"))
        #expect {
            try table.add("a.pdf", answer(String(repeating: "a", count: 32_768)))
        } throws: { ($0 as? Failure)?.code == .outputUnwritable }
    }
}
