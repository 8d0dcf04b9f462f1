import Foundation
import PortableText
import PortableTextPDF
import TestSupport
import Testing

@Suite("Columns of numbers") struct NumberColumnTests {
    /// The right edges of words of a page, in points.
    private func edges(_ json: String, _ words: [String]) throws -> [Double] {
        let (pdf, _) = try PDFRenderer().render(try PortableTextDocument(json: Data(json.utf8)))
        let folder = try TemporaryFolder()
        let file = folder.file("a.pdf")
        try pdf.write(to: file)
        let boxes = String(decoding: try Program.run("pdftotext", ["-bbox", file.path, "-"]), as: UTF8.self)
        return try words.map { word in
            let line = try #require(boxes.split(separator: "\n").first { $0.contains(">\(word)<") }, "\(boxes)")
            let edge = try #require(line.firstMatch(of: /xMax="([0-9.]+)"/))
            return try #require(Double(edge.output.1))
        }
    }

    private func table(_ cells: [[String]]) -> String {
        let rows = cells.map { row in #"{"cells": [\#(row.map { "\"\($0)\"" }.joined(separator: ", "))]}"# }
        return #"[{"_type": "table", "rows": [\#(rows.joined(separator: ", "))]}]"#
    }

    @Test("numbers end at one edge, with their heading; other columns begin at one")
    func alignment() throws {
        let json = table([["Item", "Amount"], ["Rent", "1.200,00"], ["Heating", "85,50"], ["Deposit", "-3"]])
        let numbers = try edges(json, ["Amount", "1.200,00", "85,50", "-3"])
        #expect(numbers.allSatisfy { abs($0 - numbers[0]) < 0.5 }, "\(numbers)")
        let names = try edges(json, ["Rent", "Heating"])
        #expect(abs(names[0] - names[1]) > 2)
    }

    @Test(
        "a column with a word, or with dates, is not one of numbers",
        arguments: [["12", "none"], ["2024-01-31", "2025-02-01"], ["12 months", "3 months"]])
    func others(_ texts: [String]) throws {
        let json = table([["Item", "Value"], ["a", texts[0]], ["b", texts[1]]])
        let document = try PortableTextDocument(json: Data(json.utf8))
        #expect(document.blocks.first?.table?.numberColumns == [])
    }

    @Test(
        "amounts with signs, currencies, percents and empty cells are numbers",
        arguments: [["€ 1,200.00", "-5 %"], ["(12.50)", ""], ["1 234,5", "−3"], ["USD 5", "+7 EUR"], ["–", "0"]])
    func amounts(_ texts: [String]) throws {
        let json = table([["Item", "Value"], ["a", texts[0]], ["b", texts[1]]])
        let document = try PortableTextDocument(json: Data(json.utf8))
        #expect(document.blocks.first?.table?.numberColumns == [1])
    }
}
